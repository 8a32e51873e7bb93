// A card of the hand, what it is to take, and the play that is meant: by taps, drags and keys.
import { $, capital, make } from "./dom.js";
import { UNSEEN, among } from "./cards.js";
import { exact, fits, named, settled, targets } from "./choosing.js";
import { drags } from "./drag.js";

/** @import { Board } from "./board.js" */
/** @import { Cards } from "./cards.js" */
/** @import { Choice } from "../editor/told" */

const FEW = 5; // plays that are offered side by side; of more one says first what is taken
/** What a card does with what is tapped. @param {Choice[]} choices */
const tapped = (choices) => [["capture", "takes"], ["build", "builds with"]].flatMap(([kind, does]) => (choices.some((choice) => choice.kind === kind) ? does : [])).join(" or ") || "goes with";

export class Chooser {
  /**
   * @param {Cards} cards
   * @param {{mine(): boolean, say(text: string): void, play(choice: Choice): void, ask(play: string): void, chose(does: string): void}} told `ask`: why a play can't be made; `chose`: a card was chosen, and what it does with what is tapped, if anything
   */
  constructor(cards, told) {
    this.cards = cards;
    this.told = told;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Choice[]} */
    this.listed = [];
    $("words-part").addEventListener("toggle", () => this.list(this.listed));
    /** @type {string | null} */
    this.card = null; // chosen from the hand; "" for plays without a card
    /** @type {HTMLElement | null} */
    this.from = null;
    /** @type {string[]} */
    this.picked = []; // on the table, what the play has to take
    this.laid = false; // whether it is to take nothing
    addEventListener("resize", () => { if (!$("spot").hidden) this.update(); }); // what lay beside the spot is offered below
    drags($("hand"), {
      able: () => told.mine(),
      lifts: (card) => { if (this.from !== card) this.choose(card.dataset.card ?? "", card); },
      drops: (_, on) => this.drop(on),
    });
  }

  forget() {
    Object.assign(this, { card: null, from: null, picked: [], laid: false });
  }

  /** What can be done now; what is chosen stays where nothing has happened. @param {Choice[]} choices @param {boolean} same */
  begin(choices, same) {
    this.choices = choices;
    this.from = null;
    if (!same) this.forget();
    const able = /** @type {HTMLElement[]} */ ([...$("hand").querySelectorAll("button:not(.idle)")]);
    if (able.length === 1 && able[0].matches(".up") && this.told.mine()) this.card = able[0].dataset.card ?? null; // turned up from the stock: there is no other
    this.update();
    if (this.free && document.activeElement?.closest("#hand")) this.leads();
  }

  /** Let the keyboard be at what comes next. */
  leads() {
    /** @type {HTMLElement | null} */ (document.querySelector("#offer button, #lying .lit"))?.focus({ preventScroll: true });
  }

  get possible() {
    return this.laid ? this.choices.filter((choice) => !choice.take.length) : this.choices;
  }

  /** Whether all that can be done is done without a card. */
  get free() {
    return this.possible.length > 0 && this.possible.every((choice) => !choice.play.length);
  }

  /** @param {HTMLElement | null} spot */
  update(spot = null) {
    const [all, free] = [this.possible, this.free];
    const begun = this.card !== null || this.picked.length > 0 || free;
    const found = begun ? fits(all, this.card, this.picked) : [];
    const one = settled(all, this.card, this.picked);
    if (one && found.length === 1) this.picked = [...one.take];
    const next = targets(all, this.card, this.picked);
    this.board?.mark(this.card, this.from);
    this.board?.light(begun && !this.laid ? next : new Map(), this.picked, begun && !this.picked.length && found.some((choice) => choice.play.length > 0 && !choice.take.length));
    const just = this.picked.length ? exact(all, this.card, this.picked) : [];
    this.offer(one ? [one, ...just.filter((choice) => choice !== one)] : just.length > 1 ? just : found.length <= FEW || free ? found : found.filter((choice) => !choice.take.length), one);
    this.atSpot(just.length > 1 && spot ? just : [], spot);
    this.list(begun ? found : this.choices);
    if (this.card !== null && !found.length && this.choices.length) this.told.say(`The ${this.cards.words(this.card)} can do nothing now. Type a play with it, then Why not? tells the reason.`);
    else if (begun && !one) this.told.say(free || found.every((choice) => !choice.take.length) ? "Choose what is done." : this.card === null ? "Choose the card that takes it." : just.length > 1 ? "Which is meant?" : `Tap what ${this.picked.length ? "else " : ""}it ${tapped(found)}.`);
    else this.told.say("");
  }

  /** @param {Choice[]} choices @param {Choice | null} [best] */
  buttons(choices, best) {
    return named(choices).map(([choice, words]) => {
      const found = make("button", { type: "button", className: choice === best ? "strong" : "" }, ...this.cards.said(capital(words)));
      found.addEventListener("click", () => this.told.play(choice));
      const show = () => this.board?.light(new Map(), choice.take, false);
      found.addEventListener("focus", () => { if (found.matches(":focus-visible")) show(); });
      return found;
    });
  }

  /** @param {Choice[]} choices @param {Choice | null} [best] */
  offer(choices, best) {
    $("offer").replaceChildren(...this.buttons(choices, best));
  }

  /** A small choice beside what was tapped. @param {Choice[]} choices @param {HTMLElement | null} spot */
  atSpot(choices, spot) {
    $("spot").hidden = !choices.length || !spot;
    $("spot").replaceChildren(...this.buttons(choices));
    if (!choices.length || !spot) return;
    $("offer").replaceChildren();
    const [room, at] = [$("middle").getBoundingClientRect(), spot.getBoundingClientRect()];
    const { offsetWidth, offsetHeight } = $("spot");
    $("spot").style.left = `${Math.max(4, Math.min(room.width - offsetWidth - 4, at.x - room.x + (at.width - offsetWidth) / 2))}px`;
    $("spot").style.top = `${Math.max(4, Math.min(room.height - offsetHeight - 4, at.bottom - room.y - 20))}px`;
  }

  /** All in words, for who would rather read: made once somebody does. @param {Choice[]} choices */
  list(choices) {
    this.listed = choices;
    $("can-title").textContent = choices.length ? `Plays in words (${choices.length})` : "Plays in words";
    $("plays").replaceChildren(.../** @type {HTMLDetailsElement} */ ($("words-part")).open ? choices.map((choice) => {
      const found = make("button", { type: "button", className: "play" }, ...this.cards.said(choice.said));
      found.addEventListener("click", () => this.told.play(choice));
      found.addEventListener("focus", () => this.board?.light(new Map(), choice.take, false));
      return found;
    }) : []);
  }

  // ---- what is tapped

  /** @param {string} card @param {HTMLElement | null} from */
  choose(card, from) {
    if (!this.told.mine()) return this.told.say("It is not your turn.");
    const keys = from?.matches(":focus-visible") ?? false;
    if (this.free && card) return keys ? this.leads() : undefined; // no card can do anything
    const one = settled(this.possible, this.card, this.picked);
    if (this.from === from && from !== null && one) return this.told.play(one);
    if (this.from === from && from !== null && this.card !== null) return this.clear();
    const kept = this.card === null ? this.picked : []; // what was tapped before any card is what this one is to take
    Object.assign(this, { card, from, laid: false, picked: fits(this.choices, card, kept).length ? kept : [] });
    this.update();
    const takes = fits(this.choices, card, this.picked).filter((choice) => choice.take.length);
    this.told.chose(takes.length ? tapped(takes) : "");
    if (keys) this.leads();
  }

  /** @param {string[]} cards @param {HTMLElement} from */
  pick(cards, from) {
    if (!this.told.mine()) return;
    this.laid = false;
    const left = [...this.picked];
    const out = cards.every((one) => left.includes(one) && left.splice(left.indexOf(one), 1));
    const more = out ? left : [...this.picked, ...cards];
    // what does not go with what was picked begins anew
    if (out || fits(this.choices, this.card, more).length) this.picked = more;
    else if (fits(this.choices, this.card, cards).length) this.picked = [...cards];
    else if (this.card && this.card !== UNSEEN) return this.told.ask(`${this.card} takes ${cards.join(" ")}`);
    else return this.told.say("Nothing can be done with that now.");
    this.update(from);
    if (from.matches(":focus-visible")) /** @type {HTMLElement | null} */ (document.querySelector("#spot:not([hidden]) button, #offer .strong") ?? document.querySelector("#lying .lit"))?.focus({ preventScroll: true });
  }

  /** The felt was tapped. */
  lay() {
    if (!this.told.mine() || this.card === null) return;
    const plays = fits(this.choices, this.card, []).filter((choice) => !choice.take.length);
    if (!plays.length) return this.told.ask(`${this.card} trails`);
    if (this.laid && plays.length === 1) return this.told.play(plays[0]);
    this.laid = true;
    this.picked = [];
    this.update();
  }

  /** The chosen card was dropped there: what is clear then is played. @param {Element | null} on */
  drop(on) {
    const item = /** @type {HTMLElement | null} */ (on?.closest("#lying > button") ?? null);
    if (item) {
      const cards = item.dataset.cards?.split(" ") ?? [item.dataset.card ?? ""];
      if (!among(cards, this.picked)) this.pick(cards, item);
    } else if (on?.closest("#middle")) {
      this.lay();
    } else {
      return;
    }
    const one = settled(this.possible, this.card, this.picked);
    if (one) this.told.play(one);
  }

  /** Show a play as if it had been chosen. @param {Choice} choice */
  suggest(choice) {
    Object.assign(this, { card: choice.play[0] ?? "", from: null, picked: [...choice.take], laid: !choice.take.length });
    this.update();
    this.offer([choice], choice);
  }

  clear() {
    this.forget();
    this.update();
  }
}
