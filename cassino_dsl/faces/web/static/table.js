// One seat at one table: what is chosen and asked goes out, what the server tells is shown, one thing after the other.
import { $, capital, field, make, withNames } from "./dom.js";
import { Board } from "./board.js";
import { Cards } from "./cards.js";
import { Chooser } from "./chooser.js";
import { fits } from "./choosing.js";
import { close, dress, isOpen, lettersAreKeys, show, showHelp, showRules, showScores } from "./dialog.js";
import { ease, fly, hurry, reach, remember, wait } from "./flight.js";
import { about as whatItIs, Lesson } from "./lesson.js";
import { asItLay, deal, moves } from "./moving.js";
import { course, decided, result, sheet } from "./sheet.js";
import { source } from "./sources.js";

/** @import { Choice, Happened, Message, Move, RoundEnd, Table, View } from "../editor/told" */

const REACH = 260; // milliseconds of a card that is played
const FLIGHT = 380; // of those that it takes
const READ = 350; // until the next play, so that a caption can be read
const LONG = 32; // letters of a caption from which on it is written smaller where there is little room
const BROKEN = "The line is broken: try again in a moment.";

const { about, room, record, listen } = await source();
const cards = new Cards(about.pack);
document.title = about.title;
document.body.classList.toggle("onlooker", !about.seat);
$("worths").textContent = about.worths.length ? `Cards count what they show, but: ${about.worths.map((one) => cards.text(one)).join(" · ")}` : "";
dress();

const guide = `guide ${location.pathname}`;
const lesson = new Lesson(sessionStorage.getItem(guide) !== null);
/** @type {Table | null} */
let table = null; // what is shown
/** @type {Promise<void>} */
let showing = Promise.resolve();
let waiting = 0; // what is still to be shown
/** @type {string[]} */
let refused = []; // the parts of the rules that speak of what was refused last

const mine = () => table !== null && table.view.decides !== null && table.view.decides === table.view.seat;
const chooser = new Chooser(cards, { mine, say, play, ask, chose: (does) => lesson.say(does ? "take" : "lay", does) });
const board = new Board(cards, {
  choose: (card, from) => chooser.choose(card, from), pick: (those, from) => chooser.pick(those, from), lay: () => chooser.lay(),
});
chooser.board = board;

/** @type {Record<string, string>} */
let names = {};
const line = listen((message) => {
  if (message.kind === "table") names = message.names;
  hear(withNames(message, names));
});

// ---- what is told

/** @param {Message} message */
function hear(message) {
  if (message.kind === "table") after(() => showTable(message));
  else if (message.kind === "said") after(() => { say(message.text); refused = message.parts ?? []; });
  else if (message.kind === "hint") after(() => hint(message));
  else if (message.kind === "which") after(() => { chooser.offer(table?.view.choices.filter((choice) => message.plays.includes(choice.text)) ?? []); say("Which of these?"); });
  else if (message.kind === "scores" && table?.view.over) void showEnd(table, null);
  else if (message.kind === "scores") void showScores(message.scores, $("counts").cloneNode(true), $("piles").cloneNode(true), ...remembered(), rulesAbout("Rules of scoring", /scor|points|count/i));
}

/** Do something once all that was told before is seen. @param {() => Promise<void> | void} what */
function after(what) {
  waiting += 1;
  showing = showing.then(what).catch(reportError).finally(() => {
    waiting -= 1;
    if (!waiting) ease();
  });
}

/** What the variant remembers, where it does. */
function remembered() {
  const lines = table?.view.remembered.map((memory) => make("li", {}, cards.text(memory))) ?? [];
  return lines.length ? [make("ul", {}, ...lines)] : [];
}

/** @param {Table} data */
async function showTable(data) {
  if (data.game !== about.game) return location.reload(); // another game: its cards, its rules
  const was = table;
  const same = was !== null && data.match === was.match && data.at === was.at; // told again, as after a broken line
  const next = was !== null && data.match === was.match && data.at === was.at + 1;
  const told = same && was.view.over;
  if (!same) refused = [];
  if (!next) showLog(data, was);
  if (next && data.happened) await happens(was, data, data.happened);
  else await arrives(data, data.at === 0 && !same ? deal(data.view) : []);
  const before = data.at === 0 && !same ? data.log.lines.slice(0, Math.max(0, data.log.lines.findLastIndex((one) => one.kind === "round"))) : [];
  if (before.length) await show("Before the first play", [make("ul", {}, ...before.map((one) => make("li", {}, ...cards.said(one.text))))]); // what was dealt has ended a round
  table = data;
  document.body.classList.toggle("over", data.view.over);
  $("ended").hidden = !data.view.over;
  chooser.begin(data.view.choices, same);
  showAsked(data);
  const heard = data.fault || (data.practice ? "This match counts as practice: a play was taken back." : data.view.asks.map(capital).join(" "));
  if (heard) say(heard);
  lesson.see(was?.view ?? null, data.view, next ? data.happened : null);
  if (data.view.over && !data.asked.what && !told && !(was === null && isOpen())) void showEnd(data, next ? data.happened?.ends.at(-1) ?? null : null);
}

/** Draw another picture of the table, and let cards fly to where they lie in it. @param {Table} data @param {View} view @param {Move[]} way */
async function arrives(data, way, view = data.view) {
  const before = remember();
  const focused = document.activeElement?.closest("#hand, #offer, #spot, #middle, #plays") ?? null;
  $("offer").replaceChildren();
  $("spot").hidden = true;
  board.draw(data, view);
  // what had the focus is drawn anew: it goes to a card of the hand, or to the table, never to nothing
  if (focused && !document.activeElement?.closest("#lying, #typing")) takeUp();
  await fly(cards, before, way, FLIGHT);
}

/** Let the keyboard be at a card of the hand, or at the table. */
function takeUp() {
  const hand = $("hand");
  (/** @type {HTMLElement | null} */ (hand.querySelector("button:not(.idle)") ?? hand.querySelector("button")) ?? $("middle")).focus({ preventScroll: true });
}
$("dialog").addEventListener("close", () => { if (!isOpen() && (document.activeElement ?? document.body) === document.body) takeUp(); });

/** What was played, as it is seen: the card, what it takes, and at the end of a round what is left and what it counts. @param {Table} was @param {Table} data @param {Happened} last */
async function happens(was, data, last) {
  $("said").replaceChildren();
  caption(last.caption);
  const cleared = last.cleared ? `, a ${last.cleared}` : "";
  const turn = data.view.decides === data.view.seat && !last.ends.length ? ["Your turn."] : [];
  $("news").textContent = [`${cards.spoken(last.caption)}${cleared}.`, ...brought(data).map((text) => cards.spoken(text)), ...turn].join(" ");
  if (last.take.length) await reach(cards, `hand ${last.seat}`, last.cards, last.take, REACH);
  showLog(data, was);
  let shown = was.view;
  for (const [at, end] of last.ends.entries()) {
    const over = data.view.over && at === last.ends.length - 1;
    const played = asItLay(shown, end.played);
    await arrives({ ...data, turned: was.turned }, moves(shown, played, last), played);
    shown = asItLay(shown, end.counted);
    if (cleared) await announces(last.cleared);
    await wait(READ);
    if (played.table.length && !shown.table.length) caption("What is left is taken");
    await arrives({ ...data, turned: was.turned }, moves(played, shown, null), shown);
    await wait(READ);
    if (!over) await showRound(end);
  }
  if (data.view.over) shown = data.view;
  const way = last.ends.length ? deal(data.view) : moves(shown, data.view, last);
  if (last.ends.length && !data.view.over) caption(`Round ${data.view.round}`);
  await arrives(data, data.view.over && last.ends.length ? [] : way);
  if (cleared && !last.ends.length) await announces(last.cleared);
  await wait(READ);
}

/** What the last play brought, up to the points of a round: new cards, who passes, what is counted. @param {Table} data */
function brought({ log: { lines } }) {
  const after = lines.slice(lines.findLastIndex((one) => one.kind === "play") + 1);
  const end = after.findIndex((one) => one.kind === "scores");
  return after.slice(0, end < 0 ? after.length : end).filter((one) => one.kind === "happened").map((one) => one.text);
}

/** @param {string} text */
function caption(text) {
  $("caption").replaceChildren(make("span", { className: cards.text(text).length > LONG ? "long" : "" }, ...cards.said(text)));
}

/** @param {string} what */
async function announces(what) {
  caption(`${capital(what)}!`);
  await wait(READ * 2);
}

/** @param {RoundEnd} end */
function showRound(end) {
  const taught = lesson.at("count");
  return show(end.scores.title, [taught ? make("p", { className: "lesson" }, taught) : null, sheet(end), rulesAbout("What counts", /scor|points|count/i)], { go: "Next deal", kind: "is-sheet" });
}

/** @param {Table} data @param {Table | null} was */
function showLog(data, was) {
  const { from, lines } = data.log;
  const anew = from === 0;
  const items = lines.map((one) => make("li", { className: `is-${one.kind}` }, ...cards.said(one.text)));
  if (anew) $("log").replaceChildren(...items);
  else $("log").append(...items);
  if (anew || was === null) caption(data.happened?.caption ?? `Round ${data.view.round}`);
}

/** What can be done once a match is over. */
const goOn = () => [
  make("button", { type: "button", className: "strong", onclick: () => { line.say({ do: "again" }); close(); } }, "Another match"),
  table && table.view.seats.length > 1 ? make("button", { type: "button", onclick: () => { line.say({ do: "swap" }); close(); } }, "Change seats") : null,
  make("a", { className: "button", href: `/replay/${encodeURIComponent(room)}` }, "Replay"),
  make("a", { className: "button", href: `/?room=${encodeURIComponent(room)}&persons=${about.persons.length}` }, "Another game"),
];

/** @param {Table} data @param {RoundEnd | null} end */
function showEnd(data, end) {
  sessionStorage.removeItem(guide);
  const kept = [`The cards came from the seed ${data.seed}`, ...(record ? ["; ", make("a", { href: record, download: "match.json" }, "its record"), " plays the match again with cassino replay."] : ["."])];
  const why = data.summary && data.view.winner ? decided(data.summary, data.view.winner) : null;
  return show(`The match is over: ${result(data)}`, [
    data.view.reason ? make("p", {}, make("strong", {}, capital(`${data.view.reason}.`))) : null,
    why ? make("p", {}, why) : null,
    about.seat ? make("p", { className: "row" }, ...goOn()) : null,
    end ? sheet(end) : null,
    data.summary && data.rounds && data.rounds.length > 1 ? course(data.summary.sides, data.rounds) : null,
    data.summary ? make("details", { open: !end }, make("summary", {}, "Points of the whole match"), make("div", { className: "wide" }, sheet({ scores: data.summary, counts: {} }))) : null,
    make("p", { className: "faint" }, ...kept),
  ], { go: "Look at the table", kind: "is-end" });
}

/** What somebody asks the others for: an undo, or another game. @param {Table} data */
function showAsked({ asked, view, persons, there }) {
  const game = asked.what !== "undo"; // another one, or the same from other seats
  const next = asked.what === "swap" ? "everybody one seat further" : asked.title;
  const agreed = asked.agreed ?? [];
  const others = (game ? there : persons).filter((seat) => !agreed.includes(seat));
  $("asked").hidden = !others.length || !asked.what;
  if ($("asked").hidden) return;
  const answer = (/** @type {boolean} */ yes) => make("button", { type: "button", onclick: () => line.say({ do: "agree", yes }) }, yes ? "Agree" : "No");
  const name = (/** @type {number} */ seat) => view.seats[seat - 1].name;
  const seats = others.map(name).join(" and ");
  if (agreed.includes(view.seat) || !view.seat) {
    $("asked").replaceChildren(game ? `The next game is to be ${next}, if ${seats} agrees.` : `A play is to be taken back, if ${seats} agrees.`);
    return;
  }
  if (game && isOpen()) close();
  const by = capital(name(asked.by ?? 1));
  $("asked").replaceChildren(
    game ? `${by} would like to play ${asked.what === "swap" ? "again, everybody one seat further" : `${next} next`}.` : `${by} would like to take the last play back.`,
    answer(true), answer(false));
}

/** @param {string} text */
function say(text) {
  if (text) $("lesson").hidden = true;
  const todo = !about.seat ? "You look on." : mine() ? "Your turn: choose a card." : "";
  const hear = text ? {} : { "aria-hidden": "true" }; // who hears the table was told with the play
  $("said").replaceChildren(make("span", hear, ...(text ? cards.said(text) : [chooser.card === null ? todo : ""])));
}

/** @param {{play: string, text: string, why: string[]}} told */
function hint({ play: wanted, text, why }) {
  const found = table?.view.choices.find((choice) => choice.text === wanted);
  if (found) chooser.suggest(found);
  say(capital(`${text}.`));
  const reasons = () => show(capital(cards.text(text)), [make("ul", {}, ...why.map((one) => make("li", {}, ...cards.said(capital(one)))))]);
  const more = make("button", { type: "button", onclick: reasons }, "Why?");
  $("offer").append(more);
}

/** @param {Choice} choice */
function play(choice) {
  board.light(new Map(), choice.take, false);
  if (!line.say({ do: "play", play: choice.text, at: table?.at })) say(BROKEN);
}

// ---- asking

/** @param {string} words @param {RegExp} at */
const rulesAbout = (words, at) => make("button", { type: "button", className: "link-like", onclick: () => { close(); showRules(about.rulebook, at); } }, words);
/** A heading, or what an item of a list begins with. @param {string} words */
const begins = (words) => new RegExp(`^${words.replace(/[^a-z0-9 ]/gi, ".")}\\b`, "i");
/** The rules, opened at what was refused, at what can be done with the chosen card, or at the turn. */
const rules = () => {
  if (refused.length) return showRules(about.rulebook, ...refused.map(begins), /^a turn/i);
  const kinds = new Set(fits(table?.view.choices ?? [], chooser.free ? "" : chooser.card, []).map((choice) => choice.action.replaceAll("_", " ")));
  showRules(about.rulebook, ...(table?.view.over ? [/scor|points/i] : kinds.size === 1 ? [begins([...kinds][0])] : []), /^a turn/i);
};
const help = () => showHelp({ room, seat: about.seat, name: table?.names[about.seat] ?? "" });
/** @param {boolean} open */
const panel = (open) => {
  document.body.classList.toggle("more", open);
  $("do-more").setAttribute("aria-expanded", String(open));
};
/** @param {string} text */
const type = (text) => {
  panel(true);
  /** @type {HTMLDetailsElement} */ ($("words-part")).open = true;
  field("typed").value = text;
  field("typed").focus();
};
/** Why a play can't be made. @param {string} play */
function ask(play) {
  if (!line.say({ do: "why", play })) say(BROKEN);
}
const why = () => {
  const text = field("typed").value.replace(/^w(hy)? /, "").trim();
  if (text) ask(text);
  else { type(""); say("Type the play of which you wonder, then Why not?"); }
};
/** @type {Record<string, () => void>} */
const COMMANDS = {
  h: () => say(line.say({ do: "hint" }) ? "Looking …" : BROKEN),
  u: () => { line.say({ do: "undo" }); },
  s: () => { line.say({ do: "scores" }); },
  l: () => { panel(true); /** @type {HTMLDetailsElement} */ ($("log-part")).open = true; $("log").focus(); },
  r: rules,
  w: () => type("w "),
  "?": help,
};

$("do-hint").addEventListener("click", COMMANDS.h);
$("do-undo").addEventListener("click", COMMANDS.u);
$("do-scores").addEventListener("click", COMMANDS.s);
$("do-rules").addEventListener("click", rules);
$("do-help").addEventListener("click", help);
$("do-why").addEventListener("click", why);
$("do-more").addEventListener("click", () => { panel(!document.body.classList.contains("more")); });
$("panel-close").addEventListener("click", () => { panel(false); $("do-more").focus(); });
/** @type {HTMLAnchorElement} */ ($("do-links")).href = `/lobby/${encodeURIComponent(room)}`;
$("do-links").hidden = about.persons.length < 2 || !about.seat;
$("middle").tabIndex = -1;
$("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = field("typed").value.trim();
  if (/^w(hy)? /.test(text)) why();
  else if (COMMANDS[text]) COMMANDS[text]();
  else if (text) line.say({ do: "type", play: text, at: table?.at });
  else chooser.clear();
  field("typed").value = "";
});
addEventListener("pointerdown", () => { if (waiting) hurry(); });

document.addEventListener("keydown", (event) => {
  if (waiting) hurry();
  if (isOpen() || event.ctrlKey || event.metaKey || event.altKey || table === null || !(event.target instanceof Element)) return;
  if (event.key === "Escape") {
    panel(false);
    chooser.clear();
    return /** @type {HTMLElement | null} */ ($("hand").querySelector("button"))?.focus();
  }
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") move(event, event.key === "ArrowRight" ? 1 : -1);
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") move(event, event.key === "ArrowDown" ? 1 : -1, "#lying > button:enabled, #spot:not([hidden]) button, #offer button");
  else if (!lettersAreKeys() || (table.view.over && !"slr?".includes(event.key))) return;
  else if (COMMANDS[event.key]) { event.preventDefault(); COMMANDS[event.key](); }
  else if (/^[0-9AJQKTX:]$/.test(event.key)) { event.preventDefault(); type(event.key === ":" ? "" : event.key); }
});

/** Go to another card of the hand, or to another one of what lies and is offered. @param {KeyboardEvent} event @param {number} by @param {string} where */
function move(event, by, where = "#hand button") {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(where)]);
  if (!buttons.length) return;
  event.preventDefault();
  const at = buttons.findIndex((one) => one === document.activeElement);
  const next = buttons[(at === -1 ? (by > 0 ? 0 : buttons.length - 1) : at + by + buttons.length) % buttons.length];
  for (const button of where === "#hand button" ? buttons : []) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

after(() => $("ended").append(...goOn().filter((one) => one !== null)));
if (lesson.left.size) void show(about.title, [whatItIs(about.rulebook), make("p", {}, $("worths").textContent ?? "")], { go: "Begin" });
