// Cards as pictures and in words, from the pack that the server sends.

export class Cards {
  /** `pack`: pictures and words by card; `back`: a card face down. The pictures are the server's own. */
  constructor({ cards, back }) {
    this.all = new Map(Object.entries(cards));
    this.back = picture(back);
    for (const card of this.all.values()) card.picture = picture(card.svg);
  }

  /** A picture of a card; null is one face down. */
  picture(card) {
    const found = (card === null ? this.back : this.all.get(card)?.picture ?? this.back).cloneNode(true);
    found.removeAttribute("role");
    found.setAttribute("aria-hidden", "true");
    return found;
  }

  words(card) {
    return card === null ? "a card face down" : this.all.get(card)?.words ?? card;
  }

  /** A sentence with its cards as they are printed: 7d becomes 7♦. */
  text(sentence) {
    return sentence.replace(/[0-9A-Za-z]+/g, (word) => this.all.get(word)?.short ?? word);
  }
}

function picture(svg) {
  const place = document.createElement("template");
  place.innerHTML = svg; // drawn by the server; no text of anybody's stands in it
  return place.content.firstElementChild;
}

/** How many of each: cards of a pack with two copies are counted, not told apart. */
export function counted(cards) {
  const found = new Map();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

/** Whether the cards of one are all among those of the other. */
export function among(cards, others) {
  const left = counted(others);
  for (const [card, number] of counted(cards)) if ((left.get(card) ?? 0) < number) return false;
  return true;
}

/** Takes cards out of a counted many, if all are there; says whether it did. */
export function takeOut(left, cards) {
  const wanted = counted(cards);
  for (const [card, number] of wanted) if ((left.get(card) ?? 0) < number) return false;
  for (const [card, number] of wanted) left.set(card, left.get(card) - number);
  return true;
}
