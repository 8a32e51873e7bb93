// What is laid over the table for a while: points, rules, help.
import { $, ask, grid, make, reachable, trouble } from "./dom.js";

/** @import { ScoreTable } from "../editor/told" */
/** @typedef {{go?: string, kind?: string}} Manner the words of its button, and a class of its own */

/** @type {{title: string, body: (Node | string | null)[], manner: Manner, done: () => void}[]} */
const waiting = []; // what is still to be shown
/** @type {(() => void) | null} */
let done = null; // of what is shown, until its closing is heard: that comes later than it is closed
const place = () => /** @type {HTMLDialogElement} */ ($("dialog"));

export const isOpen = () => place().open;
export const close = () => place().close();

/**
 * Show something; what is shown already comes first. Kept once it was put away.
 * @param {string} title @param {(Node | string | null)[]} body @param {Manner} manner @returns {Promise<void>}
 */
export function show(title, body, manner = {}) {
  return new Promise((resolve) => {
    waiting.push({ title, body, manner, done: resolve });
    if (!done) next();
  });
}

function next() {
  const one = waiting.shift();
  if (!one) return;
  done = one.done;
  place().className = one.manner.kind ?? "";
  $("dialog-title").textContent = one.title;
  $("dialog-body").replaceChildren(...one.body.filter((part) => part !== null));
  $("dialog-close").textContent = one.manner.go ?? "Go on";
  place().showModal();
  reachable($("dialog-body"));
  place().scrollTop = 0;
  $("dialog-close").focus();
}

$("dialog").addEventListener("toggle", () => reachable($("dialog-body")), { capture: true }); // what was folded has a width now
$("dialog").addEventListener("close", () => {
  $("dialog-body").replaceChildren();
  done?.();
  done = null;
  next();
});

/** Points award by award. @param {ScoreTable} table @param {(Node | null)[]} more */
export function showScores(table, ...more) {
  const over = table.rows.length > 0;
  return show(over ? table.title : "The first round so far", [over ? make("div", { className: "wide" }, grid(table.sides, table.rows)) : null, ...more]);
}

/** The rules, opened at the first of these headings or beginnings of items that they have. @param {string} book @param {RegExp[]} places */
export function showRules(book, ...places) {
  const article = make("article", { className: "rulebook" });
  article.innerHTML = book; // made by the server, of files that were read
  void show("The rules", [article]);
  const heads = ["h2, h3", "li > strong:first-child, p > strong:first-child"].flatMap((kind) => [...article.querySelectorAll(kind)]);
  const found = places.flatMap((at) => heads.find((one) => at.test(one.textContent ?? "")) ?? []).at(0);
  if (!found) return;
  found.classList.add("sought");
  found.scrollIntoView({ block: "start" });
  found.setAttribute("tabindex", "-1");
  /** @type {HTMLElement} */ (found).focus({ preventScroll: true });
}

const KEYS = [
  ["← →, Enter", "choose a card, then what it does"], ["Esc", "begin anew"],
  ["a digit, A J Q K T", "begins to type a play: 7 takes 3 4, K trails, 2 builds 9"],
  ["h", "a hint, with its reason"], ["w", "why not: then type the play"], ["u", "take back your last play"],
  ["s", "the points so far"], ["l", "what was played, and plays in words"], ["r", "the rules of this table"],
];

const NO_LETTERS = "letters are no keys";
// kept by the browser; of letters that they are no keys: who speaks to a computer, or hits keys by chance, needs none
const WISHES = [
  ["four-colours", "Each suit has a colour of its own"], ["large-index", "Large numbers in the corners of cards"],
  [NO_LETTERS, "Single letters and digits are no keys"],
];
const wished = (/** @type {string} */ wish) => localStorage.getItem(wish) !== null;

export const lettersAreKeys = () => !wished(NO_LETTERS);

/** Show cards as they are wished for. */
export function dress() {
  for (const wish of ["four-colours", "large-index"]) document.body.classList.toggle(wish, wished(wish));
}

/** @param {string} room @param {number} seat @param {string} name */
function naming(room, seat, name) {
  const field = make("input", { type: "text", maxLength: 24, autocomplete: "off", value: name });
  field.addEventListener("change", () => {
    ask(`/api/rooms/${encodeURIComponent(room)}/name`, { seat, name: field.value }).catch((/** @type {Error} */ fault) => trouble(fault.message));
  });
  return make("label", { className: "wish" }, "What you are called ", field);
}

/** How to play by hand and by keys, how cards look, and what one is called. @param {{room: string, seat: number, name: string}} own */
export function showHelp({ room, seat, name }) {
  const boxes = WISHES.map(([wish, words]) => {
    const box = make("input", { type: "checkbox", checked: wished(wish), id: wish.replaceAll(" ", "-") });
    box.addEventListener("change", () => {
      if (box.checked) localStorage.setItem(wish, "1");
      else localStorage.removeItem(wish);
      dress();
    });
    return make("label", { className: "wish" }, box, ` ${words}`);
  });
  const letters = boxes.pop() ?? null;
  void show("Help", [
    make("p", {}, "Choose a card of your hand: what it can take lights up. Tap what it is to take, in any order, then the yellow button. Or drag the card there. A card that takes nothing is laid on the table: tap the felt."),
    ...boxes,
    ...(seat ? [naming(room, seat, name), make("p", {}, make("a", { className: "button", href: `/lobby/${encodeURIComponent(room)}` }, "Links and names of this table"))] : []),
    make("p", {}, "More holds all plays in words, and a line to type one. What is not legal is answered with the reason."),
    make("details", { open: matchMedia("(hover: hover)").matches }, make("summary", {}, "By keyboard"), letters, make("table", {}, make("tbody", {}, ...KEYS.map(([key, does]) =>
      make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, does)))))),
  ]);
}
