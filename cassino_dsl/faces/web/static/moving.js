// Which cards went where between two pictures of a table: what is moved on the screen. It tells no more than the two show.

/** @import { Card, Happened, Lying, Move, View, Zone } from "../editor/told" */

/**
 * A view with its cards as they lay at another moment; nothing can be done there.
 * @param {View} view @param {Lying} lying @returns {View}
 */
export const asItLay = (view, lying) => ({
  ...view, table: lying.table, builds: lying.builds, stock: lying.stock, choices: [], decides: null,
  seats: view.seats.map((seat, at) => ({ ...seat, hand: lying.hands[at], decides: false })),
  sides: view.sides.map((side, at) => ({ ...side, pile: lying.piles[at] })),
});

/**
 * The rows of cards of a view, by the names of their places.
 * @param {View} view @returns {Map<string, Card[]>}
 */
function rowsOf(view) {
  /** @type {Map<string, Card[]>} */
  const rows = new Map();
  for (const seat of view.seats) rows.set(`hand ${seat.seat}`, seat.hand);
  for (const side of view.sides) rows.set(`pile ${side.side}`, side.pile);
  rows.set("table", [...view.table, ...view.builds.flatMap((build) => build.groups.flat())]);
  rows.set("stock", view.stock);
  for (const zone of view.zones) rows.set(zoneName(zone), [...(rows.get(zoneName(zone)) ?? []), ...zone.cards]);
  return rows;
}

/** @param {Zone} zone */
export const zoneName = (zone) => `zone ${zone.name} ${zone.owner}`;

/** The cards of a row that the other has not, one by one.
 * @param {Card[]} row @param {Card[]} other */
function without(row, other) {
  const left = [...other];
  return row.filter((card) => {
    const at = left.indexOf(card);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/**
 * How cards moved. A card that is seen in both pictures went from place to place; of others what is gone from a place came
 * to one where there are more now: from the hand that played, from the stock, to the pile of who took.
 * @param {View} was @param {View} now @param {Happened | null} played @returns {Move[]}
 */
export function moves(was, now, played) {
  const [before, after] = [rowsOf(was), rowsOf(now)];
  /** @type {{card: Card, place: string}[]} */
  const gone = [];
  /** @type {{card: Card, place: string}[]} */
  const came = [];
  // first the play: a hand may have been dealt new cards since, and hold as many as before
  const hand = [...before.get(`hand ${played?.seat}`) ?? []];
  for (const card of played?.cards ?? []) {
    const known = hand.indexOf(card);
    const at = known === -1 ? hand.indexOf(null) : known;
    if (at !== -1) gone.push({ card: hand.splice(at, 1)[0], place: `hand ${played?.seat}` });
  }
  if (played) before.set(`hand ${played.seat}`, hand);
  for (const place of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(place) ?? [], after.get(place) ?? []];
    gone.push(...without(one, other).map((card) => ({ card, place })));
    came.push(...without(other, one).map((card) => ({ card, place })));
  }
  /** @type {Move[]} */
  const found = [];
  const side = played && now.seats[played.seat - 1]?.side;
  const take = (/** @type {{card: Card, place: string}[]} */ many, /** @type {number} */ at) => many.splice(at, 1)[0];
  const pair = (/** @type {(out: {card: Card, place: string}, into: {card: Card, place: string}) => boolean} */ fit) => {
    for (let at = 0; at < came.length; at += 1) {
      const from = gone.findIndex((out) => out.place !== came[at].place && fit(out, came[at]));
      if (from === -1) continue;
      const [out, into] = [take(gone, from), take(came, at)];
      found.push({ card: into.card ?? out.card, from: out.place, to: into.place });
      at -= 1;
    }
  };
  pair((out, into) => out.card !== null && out.card === into.card);
  pair((out, into) => played !== null && into.card !== null && played.cards.includes(into.card) && out.card === null && out.place === `hand ${played.seat}`);
  pair((out, into) => out.card !== null && into.card === null && into.place === `pile ${side}`);
  pair((out, into) => out.card === null && into.card === null && out.place === `hand ${played?.seat}` && into.place === `pile ${side}`);
  pair((out, into) => out.place === "stock" && (out.card === null || into.card === null));
  pair((out, into) => out.card === null || into.card === null);
  return found;
}

/**
 * A round that begins: all that lies in hands and on the table comes from the stock.
 * @param {View} now @returns {Move[]}
 */
export const deal = (now) => [...rowsOf(now)].flatMap(([place, row]) =>
  (place.startsWith("hand") || place === "table" ? row.map((card) => ({ card, from: "stock", to: place })) : []));
