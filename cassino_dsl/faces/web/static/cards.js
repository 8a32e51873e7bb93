// Cards as pictures and in words, from the pack that the server sends.

import { make } from "./dom.js";

/** @import { Card, Drawn, Pack } from "../editor/told" */

const SVG = "http://www.w3.org/2000/svg";
export const UNSEEN = "?"; // what the next card of the stock is called, where it is played before anybody sees it

export class Cards {
  /**
   * Pictures and words by card, and a card face down. The pictures are the server's own.
   * @param {Pack} pack
   */
  constructor({ cards, back }) {
    /** @type {Map<string, Drawn & {picture: Element}>} */
    this.all = new Map(Object.entries(cards).map(([name, card]) => [name, { ...card, picture: picture(card.svg) }]));
    this.back = picture(back);
  }

  /**
   * A picture of a card; null is one face down, and one that the pack has not is drawn with its name.
   * @param {Card} card
   */
  picture(card) {
    const hidden = card === null || card === UNSEEN;
    if (!hidden && !this.all.has(card)) return plain(card);
    const found = /** @type {Element} */ ((hidden ? this.back : this.all.get(card)?.picture ?? this.back).cloneNode(true));
    found.removeAttribute("role");
    found.setAttribute("aria-hidden", "true");
    return found;
  }

  /** What stands in the corner of a card. @param {string} card */
  rank(card) {
    return this.all.get(card)?.picture.querySelector(".corner text")?.textContent ?? card;
  }

  /** @param {Card} card */
  words(card) {
    return card === null ? "a card face down" : card === UNSEEN ? "the card of the stock" : this.all.get(card)?.words ?? card;
  }

  /**
   * A sentence with its cards as small signs, which are read as their names.
   * @param {string} sentence @returns {(Node | string)[]}
   */
  said(sentence) {
    const words = sentence.split(/([0-9A-Za-z]+)/);
    return words.map((_, at) => {
      const word = words[at];
      const card = this.all.get(word);
      const corner = card?.picture.querySelector(".corner");
      const index = corner?.querySelector("text")?.textContent;
      if (!card || !index) return word;
      const path = corner.querySelector("path")?.getAttribute("d");
      const suit = path ? shape(path) : corner.querySelector("text + text")?.textContent ?? "";
      const own = card.short.startsWith(card.words); // a name of its own
      const colour = corner.closest("[color]");
      const sign = make("span", { className: "sign", "aria-hidden": "true" }, ...(own ? [card.short] : [index, suit]));
      sign.classList.add(...(colour?.classList ?? []));
      sign.style.color = colour?.getAttribute("color") ?? "";
      const [point] = words[at + 1]?.match(/^[.,:;!?]+/) ?? [""]; // stays on the line of the card
      words[at + 1] = words[at + 1]?.slice(point.length);
      return make("span", { className: "nowrap" }, sign, make("span", { className: "unseen" }, card.words), point);
    });
  }

  /**
   * A sentence with its cards by their names, to be read aloud: 7d becomes the seven of diamonds.
   * @param {string} sentence
   */
  spoken(sentence) {
    return sentence.replace(/([0-9A-Za-z]+)(?= ([0-9A-Za-z]+)|)/g, (word, _, next) => (this.all.has(word) ? `the ${this.words(word)}${this.all.has(next) ? "," : ""}` : word));
  }

  /**
   * A sentence with its cards as they are printed: 7d becomes 7♦.
   * @param {string} sentence
   */
  text(sentence) {
    return sentence.replace(/[0-9A-Za-z]+/g, (word) => this.all.get(word)?.short ?? word);
  }
}

/** @param {string} svg @returns {Element} */
function picture(svg) {
  const place = document.createElement("template");
  place.innerHTML = svg; // drawn by the server; no text of anybody's stands in it
  return place.content.firstElementChild ?? plain(svg);
}

/** The shape of a suit. @param {string} path */
function shape(path) {
  const suit = document.createElementNS(SVG, "svg");
  suit.setAttribute("viewBox", "0 0 24 24");
  const inner = document.createElementNS(SVG, "path");
  inner.setAttribute("d", path);
  suit.append(inner);
  return suit;
}

/** @param {string} name */
const plain = (name) => make("span", { className: "card plain" }, name);

/**
 * How many of each: cards of a pack with two copies are counted, not told apart.
 * @param {Iterable<string>} cards
 */
export function counted(cards) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

/**
 * Whether the cards of one are all among those of the other.
 * @param {string[]} cards @param {string[]} others
 */
export function among(cards, others) {
  const left = counted(others);
  for (const [card, number] of counted(cards)) if ((left.get(card) ?? 0) < number) return false;
  return true;
}
