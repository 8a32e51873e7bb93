// What a seat sees, drawn. No rule of a game is known here: all that can be done comes from the server.
import { $, capital, grid, keep, make, several } from "./dom.js";
import { counted } from "./cards.js";
import { zoneName } from "./moving.js";
import { GAP, buildRoom, handRoom, roomFor, seated } from "./places.js";

/** @import { Cards } from "./cards.js" */
/** @import { Build, Card, Seat, Side, Table, View, Zone } from "../editor/told" */
/** @import { Part } from "./dom.js" */
/** @import { Item, Room } from "./places.js" */
/** @typedef {{choose(card: string, from: HTMLElement | null): void, pick(cards: string[], from: HTMLElement): void, lay(): void}} Hands what is told of taps */

const FAN = 6; // cards of another hand that are drawn
const APART = 14; // between the hand and what is played without it
const TURNED = 5; // cards turned on a pile that are drawn
/** @type {[Map<string, number>, string[], boolean]} */
const DARK = [new Map(), [], false]; // nothing is lit

/** What is read and not seen. @param {string} text */
const unseen = (text) => make("span", { className: "unseen" }, text);

export class Board {
  /** @param {Cards} cards @param {Hands} told */
  constructor(cards, told) {
    this.cards = cards;
    this.told = told;
    /** @type {Map<string, number>} */
    this.cells = new Map();
    this.columns = 0;
    this.most = 0; // cells that were taken at once in this round: cards do not grow and shrink with each play
    /** @type {Map<string, string>} */
    this.built = new Map(); // the build in which a card lay
    /** @type {{data: Table, view: View} | null} */
    this.drawn = null;
    /** @type {[Map<string, number>, string[], boolean]} */
    this.lights = DARK;
    this.room = { width: 0, height: 0, hand: 0, wide: false, tall: 0 };
    const grown = new ResizeObserver(() => { if (this.drawn) this.measure(); this.fit(); });
    for (const place of ["lying", "hand"]) grown.observe($(place));
    $("lying").addEventListener("click", (event) => { if (event.target === $("lying")) told.lay(); });
    $("middle").addEventListener("click", (event) => { if (event.target === $("middle")) told.lay(); });
  }

  /** Draw a view of a table. @param {Table} data @param {View} view */
  draw(data, view) {
    if (this.drawn && (this.drawn.data.match !== data.match || this.drawn.view.round !== view.round)) Object.assign(this, { cells: new Map(), most: 0 });
    Object.assign(this, { drawn: { data, view }, lights: DARK });
    $("title").textContent = view.title;
    $("turn").textContent = turnText(view);
    const others = [...view.seats.slice(Math.max(0, view.seat)), ...view.seats.slice(0, Math.max(0, view.seat - 1))];
    $("others").dataset.many = String(others.length);
    document.body.classList.toggle("around", others.length > 2);
    document.body.style.setProperty("--top", String(others.length - 2));
    keep($("others"), others.map((seat) => [seat.seat, () => make("li")])).forEach((place, at) => this.other(place, data, view, others[at]));
    keep($("beside"), this.beside(view));
    keep($("own-plate"), view.seat ? this.own(data, view, view.seats[view.seat - 1]) : []);
    this.hand(view);
    counts(this.cards, view);
    if (!this.room.width) {
      this.measure();
      this.fit(); // how large the hand is says how much room there is above it
      this.measure();
    }
    this.fit();
    document.body.classList.remove("unset");
  }

  /** What room there is: looked up when it changes, since each look at a changed page would lay it out anew. */
  measure() {
    const { clientWidth: width, clientHeight: height } = $("lying");
    const wide = innerWidth >= 900 ? innerHeight >= 660 : innerWidth >= 700 && innerHeight >= 900;
    this.room = { width, height, hand: $("hand").clientWidth, wide, tall: innerHeight };
  }

  /** Lay the table out in the room that there is. @returns {void} */
  fit() {
    if (!this.drawn) return;
    const { view } = this.drawn;
    const { width, height, wide, tall } = this.room;
    const [least, most] = wide ? [96, Math.max(136, 2 * Math.round(tall * 0.08))] : [64, 100];
    this.most = Math.max(this.most, [...this.items(view).keys()].reduce((sum, one) => sum + one.span, 0));
    const room = roomFor(width - 6, height - 6, this.most, least, most);
    const held = Math.round(Math.min(wide ? 140 : 84, Math.max(least, tall * (wide ? 0.125 : 0.09)))); // by the window alone: else one would move the other
    const apart = $("hand").querySelectorAll(".up, .without").length;
    const hand = handRoom(this.room.hand - 8 - apart * (held + APART), $("hand").childElementCount - apart, held);
    const sizes = { "--w": room.width, "--hand": hand.width, "--step": hand.step - hand.width };
    for (const [name, size] of Object.entries(sizes)) document.body.style.setProperty(name, `${size}px`);
    const full = this.lay(view, room) > room.rows; // builds leave gaps
    if (full && room.width > least) {
      this.most = room.columns * room.rows + 1;
      return this.fit();
    }
    if (full) {
      this.cells = new Map(); // what lies goes elsewhere, builds first, before anything is out of sight
      this.lay(view, room);
    }
    this.light(...this.lights);
  }

  /** What lies on the table: a card in a cell, a build in two. @param {View} view @returns {Map<Item, Part>} */
  items(view) {
    /** @type {Map<Item, Part>} */
    const found = new Map();
    const keys = new Set();
    const built = new Map();
    for (const build of view.builds) {
      const all = build.groups.flat();
      const before = all.map((card) => this.built.get(card)).find((key) => key !== undefined && !keys.has(key));
      const key = before ?? `build ${all[0]} ${keys.size}`;
      keys.add(key);
      for (const card of all) built.set(card, key);
      found.set({ key, span: 2 }, [build, () => this.build(build)]);
    }
    this.built = built;
    /** @type {Map<Card, number>} */
    const often = new Map();
    for (const card of view.table) {
      const number = often.get(card) ?? 0;
      often.set(card, number + 1);
      found.set({ key: `card ${card} ${number}`, span: 1 }, [card, () => this.card(card)]);
    }
    return found;
  }

  /** How many rows of cells that took. @param {View} view @param {Room} room */
  lay(view, room) {
    const items = this.items(view);
    if (room.columns !== this.columns) this.cells = new Map(); // another window
    this.columns = room.columns;
    this.cells = seated(this.cells, [...items.keys()], room);
    const place = $("lying");
    place.style.gridTemplateColumns = `repeat(${room.columns}, ${room.width}px)`;
    place.style.gridAutoRows = `${Math.round(room.width * 1.5)}px`;
    place.style.gap = `${GAP}px`;
    const order = [...items].sort(([one], [other]) => (this.cells.get(one.key) ?? 0) - (this.cells.get(other.key) ?? 0));
    const rows = Math.max(room.rows, 1 + Math.max(0, ...[...this.cells.values()].map((cell) => Math.floor(cell / room.columns))));
    place.style.gridTemplateRows = `repeat(${rows}, ${Math.round(room.width * 1.5)}px)`;
    const lying = keep(place, order.length ? order.map(([, part]) => part) : [["empty", () => make("span", { className: "empty" }, "the table is empty")]]);
    for (const [at, [item]] of order.entries()) {
      const cell = this.cells.get(item.key) ?? 0;
      lying[at].style.gridRow = String(Math.floor(cell / room.columns) + 1);
      lying[at].style.gridColumn = `${(cell % room.columns) + 1} / span ${Math.min(item.span, room.columns)}`;
    }
    return rows;
  }

  /** @param {Card} card */
  card(card) {
    const found = make("button", { type: "button", className: "card-button", disabled: card === null }, this.cards.picture(card), unseen(this.cards.words(card)));
    found.addEventListener("click", () => { if (card !== null) this.told.pick([card], found); });
    Object.assign(found.dataset, { in: "table", card: card ?? "" });
    return found;
  }

  /** @param {Build} build */
  build(build) {
    const all = build.groups.flat();
    const whose = build.notes.map(([name, value]) => (name === "owner" ? capital(value) : `${name} ${value}`)).join(", ");
    const words = build.groups.map((group) => group.map((card) => this.cards.words(card)).join(", ")).join("; and ");
    const sums = build.groups.map((group) => group.map((card) => this.cards.rank(card)).join("+")).join(" · ");
    const found = make("button", { type: "button", className: "build" },
      unseen(`a build of ${build.value}: ${words}${whose ? ` (${whose})` : ""}`),
      make("strong", { "aria-hidden": "true" }, String(build.value)),
      make("span", { className: "groups", "aria-hidden": "true" }, ...build.groups.map((group) => make("span", { className: "fan" }, ...group.map((card) => {
        const picture = /** @type {SVGElement} */ (this.cards.picture(card));
        Object.assign(picture.dataset, { in: "table", card });
        return picture;
      })))),
      make("small", { "aria-hidden": "true" }, `${sums}${whose ? ` · ${whose}` : ""}`));
    found.addEventListener("click", () => this.told.pick(all, found));
    found.dataset.cards = all.join(" ");
    found.style.setProperty("--size", String(buildRoom(build.groups.length, all.length)));
    return found;
  }

  /** @param {HTMLElement} place @param {Table} data @param {View} view @param {Seat} seat */
  other(place, data, view, seat) {
    const away = data.persons.includes(seat.seat) && !data.there.includes(seat.seat);
    place.className = seat.decides ? "seat decides" : "seat";
    keep(place, [this.plate(seat, away, view.partners.includes(seat.seat)), [seat.hand, () => this.held(seat)], ...this.pileOf(data, view, seat)]);
  }

  /** The hand of another seat. @param {Seat} seat */
  held(seat) {
    const seen = seat.hand.filter((card) => card !== null);
    const shown = seat.hand.slice(0, Math.max(FAN, seen.length));
    const fan = make("span", { className: "fan", "aria-hidden": "true" }, ...shown.map((card) => {
      const picture = /** @type {HTMLElement} */ (this.cards.picture(card));
      if (card !== null) Object.assign(picture.dataset, { in: `hand ${seat.seat}`, card });
      return picture;
    }));
    fan.dataset.place = `hand ${seat.seat}`;
    return make("span", { className: "holds" }, fan, make("b", { "aria-hidden": "true" }, String(seat.hand.length)),
      unseen(`, ${several(seat.hand.length, "card")} in hand${seen.length ? `: ${seen.map((card) => this.cards.words(card)).join(", ")}` : ""}`));
  }

  /** @param {Seat} seat @param {boolean} away @param {boolean} partner @returns {Part} */
  plate({ name, dealer, leader, decides }, away, partner) {
    return [[name, dealer, leader, decides, away], () => make("span", { className: "plate" }, make("strong", {}, capital(name)),
      partner ? make("em", {}, "partner") : null,
      dealer ? make("span", { className: "dealer", title: "deals", "aria-label": "deals", role: "img" }, "D") : null,
      leader ? unseen(", leads") : null,
      decides ? unseen(", is to play") : null,
      away ? make("em", {}, "not here") : null)];
  }

  /** The pile of a seat's side, where it lies: at its first seat, or at one's own. @param {Table} data @param {View} view @param {Seat} seat @returns {Part[]} */
  pileOf(data, view, seat) {
    const own = view.seat ? view.seats[view.seat - 1] : undefined;
    const first = view.seats.find((one) => one.side === seat.side);
    const here = own?.side === seat.side ? own.seat === seat.seat : first?.seat === seat.seat;
    const [side, turned] = [view.sides[seat.side - 1], data.turned[seat.side - 1] ?? []];
    return here ? [[[side.pile.length, side.pile.at(-1), side.score, turned], () => this.pile(side, turned)]] : [];
  }

  /** @param {Side} side @param {string[]} turned */
  pile(side, turned) {
    const top = side.pile.at(-1) ?? null;
    const stack = make("span", { className: side.pile.length ? "stack" : "stack none", "aria-hidden": "true" },
      ...(side.pile.length ? turned.slice(-TURNED).map((card) => make("span", { className: "turned" }, this.cards.picture(card))) : []),
      side.pile.length ? this.cards.picture(top) : null);
    stack.dataset.place = `pile ${side.side}`;
    const cleared = turned.length ? `, ${turned.length} turned` : "";
    return make("span", { className: "pile" }, stack,
      make("b", { "aria-hidden": "true" }, String(side.pile.length)),
      unseen(`, pile of ${several(side.pile.length, "card")}${top ? `, on top ${this.cards.words(top)}` : ""}${cleared}`),
      make("span", { className: "score" }, unseen(", score "), String(side.score)));
  }

  /** @param {Table} data @param {View} view @param {Seat} seat */
  own(data, view, seat) {
    $("own").classList.toggle("decides", seat.decides);
    return [this.plate(seat, false, false), ...this.pileOf(data, view, seat)];
  }

  /** The stock and the zones of nobody's hand. @param {View} view @returns {Iterable<Part>} */
  *beside(view) {
    yield [[view.stock.length, view.stock[0], view.stock.at(-1)], () => this.stock(view)];
    for (const zone of view.zones) yield [zone, () => this.zone(zone)];
    for (const memory of view.memory) yield [memory, () => make("span", { className: "memory" }, this.cards.text(memory))];
  }

  /** @param {View} view */
  stock(view) {
    const next = view.stock[0] ?? null;
    const stack = make("span", { className: view.stock.length ? "stack" : "stack none", "aria-hidden": "true" },
      view.stock.at(-1) ? make("span", { className: "turned" }, this.cards.picture(view.stock.at(-1) ?? null)) : null,
      view.stock.length ? this.cards.picture(next) : null);
    stack.dataset.place = "stock";
    return make("span", { className: "pile" }, stack, make("b", {}, String(view.stock.length)), make("span", { className: "label" }, "stock"));
  }

  /** @param {Zone} zone */
  zone(zone) {
    const fan = make("span", { className: "fan" }, ...zone.cards.slice(0, 5).map((card) => this.cards.picture(card)));
    fan.dataset.place = zoneName(zone);
    const words = zone.cards.some((card) => card !== null) ? zone.cards.map((card) => this.cards.words(card)).join(", ") : "face down";
    return make("span", { className: "zone", title: words }, fan, make("b", {}, String(zone.cards.length)),
      make("span", { className: "label" }, `${zone.name}${zone.owner ? ` of ${zone.owner}` : ""}`), unseen(`: ${words}`));
  }

  /** @param {View} view */
  hand(view) {
    const own = view.seat ? view.seats[view.seat - 1].hand : [];
    const able = new Set(view.choices.flatMap((choice) => choice.play));
    const up = [...able].filter((card) => !own.includes(card)); // turned up from the stock
    const some = view.choices.some((choice) => choice.play.length);
    const without = some && view.choices.some((choice) => !choice.play.length);
    /** @type {Part[]} */
    const parts = [
      ...own.map((card) => /** @type {Part} */ ([["held", card], () => this.button(card, `hand ${view.seat}`)])),
      ...up.map((card) => /** @type {Part} */ ([["up", card], () => this.button(card, "stock")])),
    ];
    if (without) parts.push(["without", () => this.button("", "")]);
    keep($("hand"), parts).forEach((button, at) => {
      if (button.tabIndex !== (at ? -1 : 0)) button.tabIndex = at ? -1 : 0; // to say it looks up all styles
      button.classList.toggle("idle", view.choices.length > 0 && at < own.length && !able.has(own[at] ?? ""));
    });
  }

  /** A card that can be chosen, or that none is, which lies nowhere. @param {Card} card @param {string} place */
  button(card, place) {
    const found = make("button", { type: "button", className: !place ? "without" : place === "stock" ? "card-button up" : "card-button", "aria-pressed": "false" },
      ...(place ? [this.cards.picture(card), unseen(this.cards.words(card))] : ["without a card"]));
    Object.assign(found.dataset, place ? { in: place, card: card ?? "" } : { card: "" });
    found.addEventListener("click", () => this.told.choose(card ?? "", found));
    return found;
  }

  /**
   * Light up what can be tapped next, and what is picked; and the table itself where the card can be laid there.
   * @param {Map<string, number>} targets @param {string[]} picked @param {boolean} place
   */
  light(targets, picked, place) {
    this.lights = [targets, picked, place];
    const [can, is] = [new Map(targets), counted(picked)];
    const take = (/** @type {Map<string, number>} */ from, /** @type {string[]} */ cards) => {
      const wanted = counted(cards);
      const all = [...wanted].every(([card, number]) => (from.get(card) ?? 0) >= number);
      if (all) for (const [card, number] of wanted) from.set(card, (from.get(card) ?? 0) - number);
      return all;
    };
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#lying > button"))) {
      const cards = one.dataset.cards?.split(" ") ?? [one.dataset.card ?? ""];
      const taken = take(is, cards);
      one.classList.toggle("taken", taken);
      const lit = take(can, cards) && !taken;
      one.classList.toggle("lit", lit);
      one.setAttribute("aria-description", lit ? "can be taken" : "");
      one.setAttribute("aria-pressed", String(taken));
    }
    $("middle").classList.toggle("here", place);
  }

  /** Mark the card of the hand that is chosen. @param {string | null} card @param {HTMLElement | null} from */
  mark(card, from) {
    const all = /** @type {HTMLElement[]} */ ([...$("hand").children]);
    const is = card === null ? undefined : all.find((one) => one === from) ?? all.find((one) => one.dataset.card === card);
    for (const one of all) one.setAttribute("aria-pressed", String(one === is));
  }
}

/** @param {View} view */
function turnText(view) {
  const to = view.target === null ? "" : ` · to ${view.target}`;
  const own = view.asked ? "your turn to decide" : "your turn"
  const whose = view.decides === null ? (view.over ? " · the match is over" : "") : ` · ${view.decides === view.seat ? own : `${view.seats[view.decides - 1].name} ${view.asked ? "decides" : "plays"}`}`;
  return `Round ${view.round}${to}${whose}`;
}

/** The counts, and the piles that lie open. @param {Cards} cards @param {View} view */
function counts(cards, view) {
  const short = (/** @type {string} */ name) => (view.sides.length > 2 ? name.replace("seat ", "s") : name).replace("your side", "you");
  /** @type {[string, (string | number | null)[]][]} */
  const rows = view.counts.map((count) => [count.name, count.numbers]);
  rows.push(["score", view.sides.map((side) => side.score)]);
  const sides = view.sides.map((side) => short(side.name));
  for (const table of keep($("counts"), [[[sides, rows], () => grid(sides, rows, "Counts")]])) table.querySelector("tbody tr:last-child")?.classList.add("total");
  const open = view.sides.filter((side) => side.pile.length > 1 && side.pile.every((card) => card !== null));
  $("piles").replaceChildren(...open.map((side) => make("p", {}, `${capital(short(side.name))}: ${side.pile.map((card) => cards.text(card ?? "")).join(", ")}`)));
}
