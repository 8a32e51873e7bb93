// A first game, taught in a few sentences, each at the moment when it matters.
import { $, make } from "./dom.js";

/** @import { Happened, View } from "../editor/told" */

const SENTENCES = {
  choose: "Choose a card of your hand: what it can take lights up.",
  take: "Tap what it {}, then the button that says so.",
  lay: "It takes nothing: tap the felt to lay it down.",
  pile: "What you took lies on your pile; it is counted when the round ends.",
  deal: "New cards: so it goes on until the stock is used up.",
  count: "Each line is something that counts: how many each side has, then the points for it.",
};
/** @typedef {keyof typeof SENTENCES} Moment */

export class Lesson {
  /** @param {boolean} wanted */
  constructor(wanted) {
    /** @type {Set<Moment>} */
    this.left = new Set(wanted ? /** @type {Moment[]} */ (Object.keys(SENTENCES)) : []);
  }

  /** The sentence of a moment, once. @param {Moment} moment */
  at(moment) {
    return this.left.delete(moment) ? SENTENCES[moment] : null;
  }

  /** Say it beside the table until it is put away or the next one comes. @param {Moment} moment @param {string} [does] */
  say(moment, does = "") {
    const text = this.at(moment)?.replace("{}", does);
    if (!text) return;
    const away = make("button", { type: "button", className: "small", "aria-label": "put away", onclick: () => { $("lesson").hidden = true; } }, "×");
    $("lesson").replaceChildren(make("span", {}, text), away);
    $("lesson").hidden = false;
  }

  /** What is seen of a table for the first time. @param {View | null} before @param {View} view @param {Happened | null} last */
  see(before, view, last) {
    if (last?.seat === view.seat) $("lesson").hidden = true; // it was said of that play
    if (last?.seat === view.seat && last.kind === "capture") this.say("pile");
    else if (before && before.round === view.round && held(view) > held(before)) this.say("deal");
    else if (view.choices.some((choice) => choice.play.length)) this.say("choose");
  }
}

/** @param {View} view */
const held = (view) => view.seats[view.seat - 1]?.hand.length ?? 0;

/** What a game is about: the rulebook up to its first heading. @param {string} book */
export function about(book) {
  const place = make("article", { className: "rulebook" });
  place.innerHTML = book; // made by the server, of files that were read
  const first = [...place.children].findIndex((one) => one.tagName === "H2");
  place.replaceChildren(...[...place.children].slice(0, first === -1 ? 3 : first).filter((one) => one.tagName !== "H1"));
  return place;
}
