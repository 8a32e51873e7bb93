// What a seat sees, drawn. No rule of a game is known here: all that can be done comes from the server.
import { $, grid, make } from "./dom.js";
import { counted, takeOut } from "./cards.js";

const several = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** Draw a view. `pick` and `choose` are told what is clicked; `before` lay on the table until now. */
export function draw(cards, data, before, pick, choose) {
  const { view } = data;
  $("title").textContent = view.title;
  $("turn").textContent = turnText(data);
  $("others").replaceChildren(...view.seats.filter((seat) => seat.seat !== view.seat).map((seat) => other(cards, data, seat)));
  const known = counted(before ?? view.table);
  $("loose").replaceChildren(...view.table.map((card) => {
    const found = cardButton(cards, card, () => pick([card]));
    if (card !== null && !takeOut(known, [card])) found.classList.add("new");
    return found;
  }));
  if (!view.table.length) $("loose").append(make("span", { className: "empty" }, view.builds.length ? "" : "no cards"));
  $("builds").replaceChildren(...view.builds.map((build) => buildButton(cards, build, pick)));
  $("around").textContent = [...around(cards, view)].join(" · ");
  hand(cards, view, choose);
  counts(cards, view);
}

function turnText({ view }) {
  const to = view.target === null ? "" : ` · to ${view.target}`;
  const whose = view.decides === null ? "the match is over" : view.decides === view.seat ? "your turn" : `seat ${view.decides} plays`;
  return `Round ${view.round}${to} · ${whose}${view.asked ? ": a decision beside the turn" : ""}`;
}

function other(cards, data, seat) {
  const marks = [seat.dealer ? "deals" : "", seat.leader ? "leads" : "",
    data.persons.includes(seat.seat) && !data.there.includes(seat.seat) ? "not here" : ""].filter(Boolean).join(", ");
  const fan = make("span", { className: "fan", "aria-hidden": "true" }, ...seat.hand.map((card) => cards.picture(card)));
  const seen = seat.hand.filter((card) => card !== null).map((card) => cards.words(card)).join(", ");
  return make("li", { className: seat.decides ? "decides" : "" }, fan,
    make("span", {}, make("strong", {}, capital(seat.name)), ` ${several(seat.hand.length, "card")}${marks ? `, ${marks}` : ""}`),
    seen ? make("span", { className: "unseen" }, `: ${seen}`) : null);
}

function cardButton(cards, card, onclick) {
  const found = make("button", { type: "button", className: "card-button", "aria-label": cards.words(card), title: cards.words(card), onclick }, cards.picture(card));
  if (card !== null) found.dataset.card = card;
  found.disabled = card === null;
  return found;
}

function buildButton(cards, build, pick) {
  const all = build.groups.flat();
  const notes = build.notes.map(([name, value]) => `${name} ${value}`).join(", ");
  const groups = build.groups.map((group) => make("span", { className: "fan" }, ...group.map((card) => cards.picture(card))));
  const label = `a build of ${build.value}: ${build.groups.map((group) => group.map((card) => cards.words(card)).join(", ")).join("; and ")}${notes ? ` (${notes})` : ""}`;
  const found = make("button", { type: "button", className: "build", "aria-label": label, onclick: () => pick(all) },
    make("strong", {}, String(build.value)), ...groups, notes ? make("small", {}, notes) : null);
  found.dataset.cards = all.join(" ");
  return found;
}

function* around(cards, view) {
  const ends = [["next", view.stock[0]], ["bottom", view.stock.at(-1)]].filter(([, card]) => card);
  yield `stock ${view.stock.length}${ends.length ? ` (${ends.map(([name, card]) => `${name} ${cards.text(card)}`).join(", ")})` : ""}`;
  for (const zone of view.zones) {
    const seen = zone.cards.some((card) => card !== null) ? zone.cards.map((card) => (card === null ? "?" : cards.text(card))).join(" ") : zone.cards.length;
    yield `${zone.name}${zone.owner ? ` of ${zone.owner}` : ""} ${seen}`;
  }
  for (const memory of view.memory) if (memory.stands) yield cards.text(memory.text);
}

/** Cards that can be played and are in no hand: what is turned up from the stock. */
export function turned(view) {
  const own = view.seat ? view.seats[view.seat - 1].hand : [];
  return [...new Set(view.choices.flatMap((choice) => choice.play))].filter((card) => !own.includes(card));
}

function hand(cards, view, choose) {
  const own = view.seat ? view.seats[view.seat - 1].hand : [];
  const able = new Set(view.choices.flatMap((choice) => choice.play));
  const buttons = [...own, ...turned(view)].map((card, at) => {
    const found = cardButton(cards, card, () => choose(card));
    found.setAttribute("aria-pressed", "false");
    if (view.choices.length && !able.has(card)) found.classList.add("idle");
    if (at >= own.length) found.classList.add("turned");
    return found;
  });
  const without = view.choices.filter((choice) => !choice.play.length);
  if (without.length && without.length < view.choices.length) {
    buttons.push(make("button", { type: "button", className: "without", "aria-pressed": "false", onclick: () => choose("") }, "without a card"));
    buttons.at(-1).dataset.card = "";
  }
  buttons.forEach((button, at) => { button.tabIndex = at ? -1 : 0; });
  $("hand").replaceChildren(...buttons);
}

function counts(cards, view) {
  const short = (name) => (view.sides.length > 2 ? name.replace("seat ", "s").replace("side ", "s") : name).replace(/ \(.*/, "").replace("your side", "you");
  const rows = view.counts.map((count) => [count.name, count.numbers]);
  rows.push(["pile", view.sides.map((side) => side.pile.length)]);
  const tops = view.sides.map((side) => side.pile.at(-1) ?? null);
  const spread = view.sides.filter((side) => side.pile.length > 1 && side.pile.every((card) => card !== null));
  if (!spread.length && tops.some((card) => card !== null)) rows.push(["on top", tops.map((card) => (card === null ? "" : cards.text(card)))]);
  rows.push(["score", view.sides.map((side) => side.score)]);
  const table = grid(view.sides.map((side) => short(side.name)), rows, "Counts");
  table.querySelector("tbody tr:last-child").className = "total";
  const piles = spread.map((side) => make("p", { className: "taken" }, `${capital(short(side.name))}: ${side.pile.map((card) => cards.text(card)).join(", ")}`));
  $("counts").replaceChildren(table, ...piles);
}

/** Light up cards on the table, and builds all of whose cards are among them. */
export function lightUp(taken) {
  const left = counted(taken);
  for (const build of document.querySelectorAll(".build")) build.classList.toggle("lit", takeOut(left, build.dataset.cards.split(" ")));
  for (const card of document.querySelectorAll("#loose .card-button")) card.classList.toggle("lit", card.dataset.card !== undefined && takeOut(left, [card.dataset.card]));
}

/** Mark the card of the hand that is chosen. */
export function mark(card) {
  let marked = false;
  for (const button of document.querySelectorAll("#hand button")) {
    const is = !marked && card !== null && button.dataset.card === card;
    marked ||= is;
    button.setAttribute("aria-pressed", String(is));
  }
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
