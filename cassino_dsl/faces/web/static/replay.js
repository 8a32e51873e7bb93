// A finished match, step by step, with all cards open; what a search would have played is looked for when it is asked.
import { $, ask, field, make, save, trouble, withNames } from "./dom.js";
import { Cards } from "./cards.js";
import { PERSON } from "./sitting.js";

/** @import { Pack } from "../editor/told" */
/**
 * @typedef {{seats: number, hands: Record<string, string>, table: string, piles: Record<string, string>, scores: Record<string, number>,
 *   stock: number, builds?: {value: number, groups: string[]}[]}} Position
 * @typedef {{seat: number | null, play: string, lines: string[], position: Position}} Step
 * @typedef {{title: string, players: string[], pack: Pack, steps: Step[], broken: string}} Match
 */

const room = location.pathname.match(/^\/replay\/(.+)$/)?.[1];
const address = room ? `/api/rooms/${room}/replay` : "/api/replay";
/** @type {string[]} */
let records = []; // as texts: seeds have more digits than numbers hold here
let record = ""; // the one that is shown
/** @type {Match | null} */
let match = null;
/** @type {Cards | null} */
let pack = null; // its cards
/** @type {Map<number, string>} */
let told = new Map(); // what was said of plays, by their numbers
/** Who sat where, if it was at a table here. @type {{seat: number, names: Record<string, string>}} */
let sat = { seat: 0, names: {} };

// ---- where a match comes from

/** @param {string} chosen */
async function open(chosen) {
  trouble();
  $("said").textContent = "The match is being played again …";
  $("shown").hidden = false;
  try {
    match = /** @type {Match} */ (await ask(address, { record: chosen }));
    match.steps = withNames(match.steps, sat.names);
  } catch (fault) {
    $("shown").hidden = true;
    trouble(/** @type {Error} */ (fault).message);
    return;
  }
  [record, told, pack] = [chosen, new Map(), new Cards(match.pack)];
  document.title = $("title").textContent = match.title;
  field("at").max = String(match.steps.length - 1);
  field("at").value = "0";
  $("all").replaceChildren(...match.steps.slice(1).map((step, number) => make("li", {},
    make("button", { type: "button", className: "plain", onclick: () => go(number + 1) }, inPrint(step.lines[0] ?? step.play)))));
  if (match.broken) trouble(`${match.broken}.`);
  show();
}

/** @param {string} text */
function take(text) {
  records = [text];
  try {
    JSON.parse(text); // one record, in as many lines as it has
  } catch {
    records = text.split("\n").filter((line) => line.trim());
  }
  if (!records.length) return;
  $("which").replaceChildren(...records.slice(0, 500).map((_, number) => make("option", { value: String(number) }, String(number + 1))));
  $("which-part").hidden = records.length < 2;
  open(records[0]);
}

$("file").addEventListener("change", async () => {
  const file = field("file").files?.[0];
  if (file && file.size > 20_000_000) trouble("This file is too large: cut some of its lines out.");
  else if (file) take(await file.text());
  field("file").value = "";
});
$("which").addEventListener("change", () => open(records[Number(field("which").value)]));

// ---- what is shown

/** @param {string} text */
const inPrint = (text) => pack?.text(text) ?? text;

/** Cards as a record names them. @param {string} texts */
const listed = (texts) => texts.split(" ").filter(Boolean);

/** @param {string} texts @param {Set<string>} [lit] */
function cards(texts, lit) {
  const place = make("span", { className: "cards" });
  for (const card of listed(texts)) {
    const one = make("span", { className: lit?.has(card) ? "lit" : "" });
    one.innerHTML = match?.pack.cards[card]?.svg ?? ""; // drawn by the server
    place.append(one);
  }
  return place;
}

/** A player, as people say it. @param {number} seat */
function who(seat) {
  const player = match?.players[seat - 1] ?? "";
  return seat === sat.seat ? "you" : player === PERSON ? "a person" : player;
}

/** @param {number} to */
function go(to) {
  field("at").value = String(to);
  show();
}

function show() {
  if (match === null) return;
  const at = Number(field("at").value);
  const { position, lines } = match.steps[at];
  const next = match.steps[at + 1];
  $("said").textContent = lines.map(inPrint).join(" ");
  $("number").textContent = `${at} of ${match.steps.length - 1}`;
  field("at").setAttribute("aria-valuetext", at ? `play ${at}: ${inPrint(match.steps[at].play)}` : "the deal");
  const played = new Set(next ? next.play.split(/[^0-9A-Za-z]+/) : []);
  $("hands").replaceChildren(...Object.entries(position.hands).map(([seat, hand]) => make("li", { className: next?.seat === Number(seat) ? "decides" : "" },
    make("strong", {}, sat.names[seat] ?? `Seat ${seat}`), make("span", { className: "faint" }, ` ${who(Number(seat))}`),
    cards(hand, next?.seat === Number(seat) ? played : undefined))));
  const builds = (position.builds ?? []).map((build) => make("span", { className: "build" }, make("strong", {}, String(build.value)), ...build.groups.map((group) => cards(group, played))));
  $("lying").replaceChildren(cards(position.table, played), ...builds);
  const sides = Object.keys(position.scores);
  $("beside").textContent = [...sides.map((side) => `Side ${side}: ${listed(position.piles[side] ?? "").length} cards, ${position.scores[side]} points`), `${position.stock ?? 0} in the stock`].join(" · ");
  $("hint").hidden = !next;
  $("instead").textContent = told.get(at) ?? "";
  for (const [number, line] of [...$("all").children].entries()) line.classList.toggle("now", number + 1 === at);
  /** @type {HTMLButtonElement} */ ($("before")).disabled = at === 0;
  /** @type {HTMLButtonElement} */ ($("after")).disabled = !next;
}

$("at").addEventListener("input", show);
$("before").addEventListener("click", () => go(Number(field("at").value) - 1));
$("after").addEventListener("click", () => go(Number(field("at").value) + 1));

// ---- what might have been played instead of the next play

$("hint").addEventListener("click", async () => {
  const [at, whose] = [Number(field("at").value), record];
  $("instead").textContent = "Looking …";
  /** @type {string} */
  let said;
  try {
    const { made, best, cost } = await ask(`${address}/hint`, { record, number: at + 1 });
    const played = `The next play is ${inPrint(made)}.`;
    const more = cost === null ? "looking one play ahead alone" : cost ? `that brings ${cost} points more on average` : "that brings no more";
    said = `${played} The search would ${best ? `rather ${inPrint(best)}: ${more}` : "have played the same"}.`;
    if (whose === record) told.set(at, said);
  } catch (fault) {
    said = /** @type {Error} */ (fault).message;
  }
  if (whose === record && Number(field("at").value) === at) $("instead").textContent = said;
});

// ---- as a file

const file = () => new File([`${record}\n`], "match.jsonl", { type: "application/x-ndjson" });
$("save").addEventListener("click", () => save(file(), "match.jsonl"));
$("share").hidden = !("canShare" in navigator) || !navigator.canShare({ files: [new File([""], "match.jsonl", { type: "application/x-ndjson" })] });
$("share").addEventListener("click", () => { navigator.share({ files: [file()], title: document.title }).catch(() => undefined); });

if (room) {
  const answer = await fetch(`/api/rooms/${room}/record`, { credentials: "same-origin" });
  const text = await answer.text();
  if (answer.ok) {
    sat = await ask(`/api/rooms/${room}/standing`).catch(() => sat);
    await open(text);
  }
  else trouble(JSON.parse(text).error);
}
