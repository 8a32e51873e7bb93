// What is shown of each answer about a text, and what is wished for it.
import { make, reachable } from "./dom.js";
import { LEVELS, begin, seatLines, sittingOf } from "./sitting.js";

/** @import { Editor } from "../editor/editor" */
/** @import { Finding, Known, TextAbout } from "../editor/told" */
/** @typedef {{name: string, line: number, passed: boolean, expected: string, found: string}} Example */
/**
 * What is shown and wished for in one of the tabs.
 * @typedef {{wishes: HTMLFormElement}} Shown
 */
/**
 * How an answer is asked for. `alone`: as soon as it is looked at; else by its button.
 * @typedef {object} Asks
 * @property {string} [question] @property {string} [waiting] @property {boolean} [alone]
 * @property {(panel: Shown, known: Known) => void} [prepare] @property {(panel: Shown, about: TextAbout | null) => void} [suit]
 * @property {(panel: Shown) => object} [wished] @property {(question: string | undefined, wishes: object) => Promise<any>} [answer]
 */
/** @typedef {{id: string, title: string, fill(place: HTMLElement, found: any, editor: Editor): void, asks: Asks}} Row */

/** @param {string} name @param {number} value @param {number} most */
const number = (name, value, most) => make("input", { type: "number", name, min: "1", max: String(most), value: String(value), required: true });
/** @param {string} text */
const button = (text) => make("button", { type: "submit", className: "strong" }, text);

/** A report or a rulebook that the server has made: it holds no HTML of the text's. Styles of drawn elements are set one by one, as the page's policy wants it. @param {HTMLElement} place @param {string} html @param {string} className */
function shown(place, html, className) {
  const inner = make("div", { className });
  inner.innerHTML = html;
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (inner.querySelectorAll("[data-style]"))) one.style.cssText = one.dataset.style ?? "";
  place.replaceChildren(inner);
  reachable(inner);
}

/** @param {HTMLElement} place @param {{diagnostics: Finding[], more?: number, remark?: string}} found @param {Editor} editor */
function showFindings(place, found, editor) {
  const items = found.diagnostics.map((one) => make("button", {
    type: "button", className: `finding is-${one.severity}`,
    onclick: () => { if (one.line && one.file === "yours.yaml") editor.reveal(one.line, one.column); },
  },
  make("small", {}, [one.severity, one.file === "yours.yaml" ? "" : one.file, one.line ? `line ${one.line}` : "", one.code].filter(Boolean).join(" · ")),
  one.message,
  ...one.notes.map((note) => make("small", {}, note)),
  one.help ? make("span", { className: "help" }, one.help) : null));
  const more = found.more ? make("p", {}, `${found.more} more are not shown.`) : null;
  const none = items.length ? null : make("p", {}, "No findings.");
  place.replaceChildren(...[none, ...items, more, found.remark ? make("p", { className: "faint" }, `${found.remark}.`) : null].filter((one) => one !== null));
}

/** @param {HTMLElement} place @param {{examples: Example[], unread: Finding[]}} found @param {Editor} editor */
function showExamples(place, found, editor) {
  const items = found.examples.map((one) => make("button", {
    type: "button", className: `finding example${one.passed ? "" : " is-failed"}`, onclick: () => editor.reveal(one.line, 1),
  }, make("small", {}, `${one.passed ? "comes out" : "does not come out"} · line ${one.line}`), one.name,
  one.passed ? null : make("span", { className: "pre" }, `expected ${one.expected}\nfound    ${one.found}`)));
  const unread = found.unread.map((one) => make("p", {}, `${one.line ? `Line ${one.line}: ` : ""}${one.message}`));
  const none = items.length || unread.length ? [] : [make("p", {}, "The text has no examples.")];
  place.replaceChildren(...none, ...items, ...unread);
}

/** A field of the wishes. @param {Shown} panel @param {string} name */
const wish = (panel, name) => /** @type {HTMLInputElement & HTMLSelectElement} */ (panel.wishes.elements.namedItem(name));

const players = () => make("select", { name: "players" }, make("option", { value: "random" }, "by chance"), make("option", { value: "greedy" }, "one play ahead"));

/** The numbers of seats that the text allows. @param {Shown} panel @param {TextAbout | null} about */
function seatsFor(panel, about) {
  const seats = wish(panel, "seats");
  const wanted = (about?.seats ?? []).map(String);
  if ([...seats.options].map((one) => one.value).join() !== wanted.join()) seats.replaceChildren(...wanted.map((one) => make("option", { value: one }, one)));
}

/** @type {Row[]} */
export const PANELS = [
  {
    id: "findings", title: "Findings", fill: showFindings,
    asks: {
      question: "check", waiting: "Every choice of options is looked at, and random rounds are played …", wished: () => ({ whole: true }),
      prepare: (panel) => panel.wishes.append(button("Look at all"), make("span", { className: "faint" }, "with every choice of options, and random rounds")),
    },
  },
  { id: "examples", title: "Examples", fill: showExamples, asks: { question: "examples", alone: true } },
  { id: "rules", title: "Rulebook", fill: (place, found) => shown(place, found.html, "rulebook"), asks: { question: "rulebook", alone: true } },
  {
    id: "play", title: "Play", fill: (place, address) => location.assign(address),
    asks: {
      answer: (_, wishes) => begin(wishes), waiting: "The cards are being dealt …",
      prepare: (panel, { levels }) => {
        const sitting = make("div", {});
        const sit = () => seatLines(sitting, Number(wish(panel, "seats").value), LEVELS.slice(0, levels), () => undefined);
        panel.wishes.append(
          make("label", {}, "Seats ", make("select", { name: "seats", onchange: sit })), sitting,
          make("label", {}, make("input", { type: "checkbox", name: "hints" }), " hints are allowed, also with friends"),
          button("Play this"), make("span", { className: "faint" }, "where nothing was learned of a game, level 3 plays as level 2 does"));
      },
      suit: (panel, about) => {
        const before = wish(panel, "seats").value;
        seatsFor(panel, about);
        if (wish(panel, "seats").value !== before) wish(panel, "seats").dispatchEvent(new Event("change"));
      },
      wished: (panel) => ({ sitting: sittingOf(panel.wishes), hints: wish(panel, "hints").checked }),
    },
  },
  {
    id: "simulate", title: "Simulate", fill: (place, found, editor) => {
      if (found.diagnostics.length) return showFindings(place, found, editor);
      shown(place, found.html, "report-here");
      if (found.remark) place.prepend(make("p", { className: "asked" }, found.remark));
    },
    asks: {
      question: "simulate", waiting: "Rounds are played, for 15 seconds at most …",
      prepare: (panel) => panel.wishes.append(
        make("label", {}, "Rounds ", number("rounds", 100, 1000)), make("label", {}, "Seats ", make("select", { name: "seats" })),
        make("label", {}, "Players choose ", players()), button("Simulate")),
      suit: seatsFor,
      wished: (panel) => ({ rounds: Number(wish(panel, "rounds").value), seats: Number(wish(panel, "seats").value), players: wish(panel, "players").value }),
    },
  },
  {
    id: "diff", title: "What it changes", fill: (place, found) => shown(place, found.html, "report-here"),
    asks: {
      question: "diff", waiting: "The two are compared …",
      prepare: (panel) => panel.wishes.append(make("label", {}, make("input", { type: "checkbox", name: "play" }), " play matches of both"), button("Compare")),
      suit: (panel, about) => { if (about && panel.wishes.lastChild) panel.wishes.lastChild.textContent = about.base ? `Compare with ${about.base}` : "Compare"; },
      wished: (panel) => ({ play: wish(panel, "play").checked }),
    },
  },
];
