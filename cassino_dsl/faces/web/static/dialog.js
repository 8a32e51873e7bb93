// What is laid over the table for a while: points, rules, links, help.
import { $, grid, make } from "./dom.js";

const waiting = []; // what is still to be shown

/** Show something; what is shown already comes first. */
export function show(title, ...body) {
  waiting.push({ title, body });
  if (!$("dialog").open) next();
}

function next() {
  const one = waiting.shift();
  if (!one) return;
  $("dialog-title").textContent = one.title;
  $("dialog-body").replaceChildren(...one.body.filter((part) => part !== null));
  $("dialog").showModal();
  $("dialog").scrollTop = 0;
  $("dialog-close").focus();
}

$("dialog").addEventListener("close", () => { $("dialog-body").replaceChildren(); next(); });

/** Points award by award. */
export function showScores(table, ...more) {
  const none = make("p", {}, "No round is over yet: what counts so far stands beside the table.");
  show(table.title, table.rows.length ? make("div", { className: "wide" }, grid(table.sides, table.rows)) : none, ...more);
}

/** The links of a room; `own` is the seat from which one looks. */
export function showLinks(links, own) {
  const whose = (seat) => {
    if (seat === "0") return ["For who looks on", "sees what all at the table see, and no hand; cannot play. It may go to several."];
    if (Number(seat) === own) return [`Your own seat, ${seat}`, "to go on in another browser. Keep it to yourself: whoever has it sees your cards."];
    return [`Seat ${seat}`, "for the one person who is to sit there: whoever has it sees that hand, and plays."];
  };
  const others = Object.keys(links).filter((seat) => seat !== "0" && Number(seat) !== own);
  const order = [...others, "0", ...Object.keys(links).filter((seat) => Number(seat) === own && seat !== "0")];
  const lines = order.map((seat) => [seat, links[seat]]).map(([seat, words]) => {
    const address = `${location.origin}/join#${words}`;
    const field = make("input", { readOnly: true, value: address, onfocus: () => field.select() });
    const copy = make("button", {
      type: "button",
      onclick: async () => {
        field.select();
        await navigator.clipboard?.writeText(address).catch(() => undefined);
        copy.textContent = "Copied";
      },
    }, "Copy");
    const [who, what] = whose(seat);
    return make("label", { className: "link" }, make("span", {}, make("strong", {}, who), `: ${what}`), make("span", { className: "row" }, field, copy));
  });
  const todo = others.length
    ? `Send each of the others their link; the game waits for ${others.length === 1 ? `seat ${others[0]}` : "them"}. A seat is kept for who has its link.`
    : "Nobody else plays here. A link leads to a seat from any browser.";
  show("Links", make("p", {}, todo), ...lines);
}

const KEYS = [
  ["← →, Enter", "choose a card, then what it does"], ["Esc", "begin anew"],
  ["a digit, A J Q K T", "begins to type a play: 7 takes 3 4, K trails, 2 builds 9"],
  ["h", "a hint, with its reason"], ["w", "why not: then type the play"], ["u", "take back your last play"],
  ["s", "the points so far"], ["l", "what was played"], ["r", "the rules of this table"],
];

const LETTERS = "letters are no keys"; // kept by the browser: who speaks to a computer, or hits keys by chance, needs none

export const lettersAreKeys = () => localStorage.getItem(LETTERS) === null;

export function showHelp() {
  const keys = make("input", { type: "checkbox", checked: lettersAreKeys(), id: "letters" });
  keys.addEventListener("change", () => (keys.checked ? localStorage.removeItem(LETTERS) : localStorage.setItem(LETTERS, "1")));
  show("Help",
    make("p", {}, "Choose a card of your hand, then what it does: the cards that it takes are lit up. Click cards on the table to see only plays that take them. A card that can do one thing alone does it when you click it again."),
    make("p", {}, "Or type a play, as it is listed or shorter. What is not legal is answered with the reason."),
    make("table", {}, make("tbody", {}, ...KEYS.map(([key, does]) =>
      make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, does))))),
    make("p", {}, keys, " ", make("label", { htmlFor: "letters" }, "Single letters and digits are keys")));
}
