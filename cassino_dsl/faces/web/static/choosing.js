// What is meant by a card of the hand and cards on the table, among the plays that the server lists. No rule is known here.
import { UNSEEN, among, counted } from "./cards.js";

/** @import { Choice } from "../editor/told" */

/**
 * The plays that may be meant; `card` "" means without a card, null that none is chosen yet.
 * @param {Choice[]} choices @param {string | null} card @param {string[]} picked
 */
export function fits(choices, card, picked) {
  return choices.filter((choice) =>
    (card === null || (choice.play.length ? choice.play.includes(card) : card === "")) && among(picked, choice.take));
}

/**
 * Those of them that take what is picked and nothing else: several where one has to say which is meant.
 * @param {Choice[]} choices @param {string | null} card @param {string[]} picked
 */
export const exact = (choices, card, picked) => fits(choices, card, picked).filter((choice) => choice.take.length === picked.length);

/**
 * The one play that is meant, if it is clear: the only one that fits, or the only one that takes just what is picked.
 * @param {Choice[]} choices @param {string | null} card @param {string[]} picked
 */
export function settled(choices, card, picked) {
  const found = fits(choices, card, picked);
  if (found.length === 1 && (card !== null || picked.length)) return found[0];
  const just = picked.length ? exact(choices, card, picked) : [];
  return just.length === 1 ? just[0] : null;
}

/**
 * The cards that can be picked next, each as often as a play takes it beside what is picked.
 * @param {Choice[]} choices @param {string | null} card @param {string[]} picked
 */
export function targets(choices, card, picked) {
  /** @type {Map<string, number>} */
  const most = new Map();
  for (const choice of fits(choices, card, picked)) {
    for (const [one, number] of counted(choice.take)) most.set(one, Math.max(most.get(one) ?? 0, number));
  }
  return most;
}

/**
 * A play in a few words, said to who makes it.
 * @param {Choice} choice
 */
function wordsOf({ kind, play, take, value, said }) {
  const [cards, taken] = [play.join(" ").replace(UNSEEN, "the card of the stock"), take.join(" ")];
  if (kind === "capture") return `take ${taken || "nothing"}${cards ? ` with ${cards}` : ""}`;
  if (kind === "build") return `build ${value}: ${[cards, taken].filter(Boolean).join(" + ")}`;
  if (kind === "trail") return `lay ${cards} down`;
  return said;
}

/**
 * Plays with their words; where two would be called the same, as they are listed.
 * @param {Choice[]} choices @returns {[Choice, string][]}
 */
export function named(choices) {
  const words = choices.map(wordsOf);
  const often = counted(words);
  return choices.map((choice, at) => [choice, often.get(words[at]) === 1 ? words[at] : choice.said]);
}
