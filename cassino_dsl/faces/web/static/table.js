// One seat at one table: what is chosen and asked goes out, what the server tells is shown.
import { $, make, trouble } from "./dom.js";
import { Cards, among } from "./cards.js";
import { capital, draw, lightUp, mark, turned } from "./board.js";
import { lettersAreKeys, show, showHelp, showLinks, showScores } from "./dialog.js";
import { linksNow, source } from "./sources.js";

const { about, room, links, record, listen } = await source().catch((fault) => { trouble(fault.message); throw fault; });
const cards = new Cards(about.pack);
document.title = about.title;
document.body.classList.toggle("onlooker", !about.seat);
$("worths").textContent = about.worths.length ? `Cards count what they show, but: ${about.worths.map((one) => cards.text(one)).join(" · ")}` : "";

const guided = sessionStorage.getItem(`guide ${location.pathname}`) !== null;
const BROKEN = "The line is broken: try again in a moment.";
let table = null; // what the server showed last
let log = [];
let card = null; // chosen from the hand; "" for plays without a card
let picked = []; // on the table, which plays have to take

const line = listen(hear, (stands, reason) => {
  trouble(stands ? undefined : reason ?? "The line is broken; it is being mended …");
});

// ---- what is told

function hear(message) {
  if (message.kind === "table" && message.game !== about.game) location.reload(); // another game: its cards, its rules
  else if (message.kind === "table") showTable(message);
  else if (message.kind === "said") say(message.text);
  else if (message.kind === "hint") hint(message);
  else if (message.kind === "guide") { if (message.lines.length) say(message.lines.join(" ")); }
  else if (message.kind === "which") offer(table.view.choices.filter((choice) => message.plays.includes(choice.text)), "Which of these?");
  else if (message.kind === "scores" && table.over) showEnd(table, ...remembered());
  else if (message.kind === "scores") showScores(message.scores, ...remembered());
}

/** What the variant remembers, where it does. */
function remembered() {
  const lines = table.view.memory.map((memory) => make("li", {}, cards.text(memory.full)));
  return lines.length ? [make("ul", {}, ...lines)] : [];
}

function showTable(data) {
  const first = table === null;
  const before = first || data.match !== table.match ? null : table.view.table;
  const news = data.log.lines;
  const anew = data.log.from === 0;
  const focused = document.activeElement?.closest("#hand, #plays") !== null;
  if (anew) log = [];
  log.push(...news);
  const same = !first && data.match === table.match && data.at === table.at; // told again, as after a broken line
  const told = !first && data.match === table.match && table.over; // that it is over
  const grew = !first && table.over !== undefined && (!anew || data.match !== table.match);
  table = { ...data, over: data.view.over };
  draw(cards, data, before, pick, choose);
  showLog(news, anew);
  const points = grew ? news.filter((line) => line.scores) : [];
  for (const line of points) showScores(line.scores, line === points.at(-1) ? ending(news) : null);
  document.body.classList.toggle("over", data.view.over);
  $("ended").hidden = !data.view.over;
  if (data.view.over && !data.asked.what && !told && !(first && $("dialog").open)) showEnd(data);
  if (!same) { card = null; picked = []; }
  offerAll();
  showAsked(data);
  say(data.fault || (data.practice ? "This match counts as practice: a play was taken back." : ""));
  if (guided && first && data.at === 0) rules();
  if (guided && mine() && data.view.round === 1) line.say({ do: "guide" });
  // what had the focus is drawn anew: it goes to a card, or to the line in which plays are typed, never to nothing
  if (focused) ($("hand").querySelector("button:not(.idle)") ?? $("hand").querySelector("button") ?? $("typed")).focus();
}

const mine = () => table.view.decides !== null && table.view.decides === table.view.seat;

function showLog(lines, anew) {
  const items = lines.map((line) => make("li", { className: `is-${line.kind}` }, cards.text(line.text)));
  if (anew) $("log").replaceChildren(...items);
  else $("log").append(...items);
  $("log").scrollTop = $("log").scrollHeight;
  const told = lines.filter((line) => line.kind !== "scores").map((line) => cards.text(line.text));
  $("last").textContent = (anew ? told.slice(-2) : told).join(" ");
  if (!anew) $("news").textContent = `${told.join(" ")}${mine() ? " Your turn." : ""}`;
}

/** What can be done once a match is over. */
const goOn = () => [
  make("button", {
    type: "button", className: "strong", onclick: () => { line.say({ do: "again" }); $("dialog").close(); },
  }, "Another match"),
  make("a", { className: "button", href: `/?room=${encodeURIComponent(room)}&persons=${about.persons.length}` }, "Another game"),
];

/** Who has won the match, where these lines tell it. */
function ending(lines) {
  const end = lines.findLast((line) => line.kind === "end");
  return end ? make("p", {}, make("strong", {}, end.text)) : null;
}

function showEnd(data, ...more) {
  const kept = record
    ? [`The cards came from the seed ${data.seed}; `, make("a", { href: record, download: "match.json" }, "its record"), " plays the match again with cassino replay."]
    : [`The cards came from the seed ${data.seed}.`];
  showScores(data.summary, ending(log), ...more, make("p", { className: "faint" }, ...kept),
    about.seat ? make("p", { className: "row" }, ...goOn()) : null);
}

/** What somebody asks the others for: an undo, or another game. */
function showAsked({ asked, view, persons, there }) {
  const game = asked.what === "game";
  const others = (game ? there : persons).filter((seat) => !asked.agreed?.includes(seat));
  $("asked").hidden = !others.length || !asked.what;
  if ($("asked").hidden) return;
  const answer = (yes) => make("button", { type: "button", onclick: () => line.say({ do: "agree", yes }) }, yes ? "Agree" : "No");
  const seats = others.join(" and seat ");
  if (asked.agreed.includes(view.seat) || !view.seat) {
    $("asked").replaceChildren(game ? `The next game is to be ${asked.title}, if seat ${seats} agrees.` : `A play is to be taken back, if seat ${seats} agrees.`);
    return;
  }
  if (game) $("dialog").close();
  $("asked").replaceChildren(
    game ? `Seat ${asked.by} would like to play ${asked.title} next.` : `Seat ${asked.by} would like to take the last play back.`,
    answer(true), answer(false));
}

function say(text) {
  const up = table ? turned(table.view) : [];
  const todo = !about.seat ? "You look on." : !mine() ? "" : up.length ? `Turned up: ${up.map((one) => cards.words(one)).join(", ")}.` : "Your turn: choose a card.";
  $("said").textContent = cards.text(text || todo);
}

function hint({ play, text }) {
  say(text);
  const found = table.view.choices.find((choice) => choice.text === play);
  if (!found) return;
  card = found.play[0] ?? "";
  picked = [];
  offerAll(found);
}

// ---- choosing

/** The plays that may be meant by what is chosen; all, where none needs a card of the hand. */
function offerAll(best) {
  const all = table.view.choices;
  const up = turned(table.view);
  const free = all.length > 0 && all.every((choice) => choice.play.every((one) => up.includes(one)));
  const found = card === null && !picked.length && !free ? [] : all.filter((choice) =>
    (card === null || (choice.play.length ? choice.play.includes(card) : card === "")) && among(picked, choice.take));
  mark(card);
  offer(best ? [best, ...found.filter((choice) => choice !== best)] : found);
  if (picked.length) lightUp(picked);
}

function offer(choices, words) {
  $("can").hidden = !choices.length;
  $("can-title").textContent = words ?? (choices.length > 1 ? `What can be done (${choices.length})` : "What can be done");
  $("plays").replaceChildren(...choices.map((choice) => make("button", {
    type: "button", className: "play", onclick: () => play(choice),
    onfocus: () => lightUp(choice.take), onmouseenter: () => lightUp(choice.take),
  }, cards.text(choice.text))));
  lightUp(choices[0]?.take ?? []);
}

function choose(chosen) {
  if (!mine()) return say("It is not your turn.");
  const alone = [...$("plays").children];
  if (card === chosen && alone.length === 1) return alone[0].click();
  card = card === chosen && !picked.length ? null : chosen;
  offerAll();
  if (card !== null && !$("plays").children.length) say(`The ${cards.words(chosen)} can do nothing now. Type a play with it, then Why not? tells the reason.`);
  if (card !== null && $("plays").children.length) {
    say(`${chosen ? capital(cards.words(chosen)) : "Without a card"}: choose what it does.`);
    $("plays").firstElementChild.focus({ preventScroll: true });
  }
}

function pick(those) {
  if (!mine()) return;
  const left = [...picked];
  const out = those.every((one) => left.includes(one) && left.splice(left.indexOf(one), 1));
  picked = out ? left : [...picked, ...those];
  offerAll();
}

function play(choice) {
  if (!line.say({ do: "play", play: choice.text, at: table.at })) say(BROKEN);
}

function clear() {
  card = null;
  picked = [];
  offerAll();
  say("");
  $("hand").querySelector("button")?.focus();
}

// ---- asking

const rules = () => {
  const book = make("article", { className: "rulebook" });
  book.innerHTML = about.rulebook; // made by the server from shipped files
  show("The rules", book);
};
const type = (text) => { $("typed").value = text; $("typed").focus(); };
const why = () => {
  const text = $("typed").value.replace(/^w(hy)? /, "").trim();
  if (text) line.say({ do: "why", play: text });
  else { type(""); say("Type the play of which you wonder, then Why not?"); }
};
const COMMANDS = {
  h: () => say(line.say({ do: "hint" }) ? "Looking …" : BROKEN),
  u: () => line.say({ do: "undo" }),
  s: () => line.say({ do: "scores" }),
  l: () => { $("log-part").open = true; $("log").focus(); },
  r: rules,
  w: () => type("w "),
  "?": showHelp,
};

$("do-hint").addEventListener("click", COMMANDS.h);
$("do-undo").addEventListener("click", COMMANDS.u);
$("do-scores").addEventListener("click", COMMANDS.s);
$("do-rules").addEventListener("click", rules);
$("do-help").addEventListener("click", showHelp);
$("do-why").addEventListener("click", why);
$("do-links").addEventListener("click", () => showLinks(linksNow(links, about.persons), about.seat));
$("do-links").hidden = links === null;
$("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("typed").value.trim();
  if (/^w(hy)? /.test(text)) why();
  else if (COMMANDS[text]) COMMANDS[text]();
  else if (text) line.say({ do: "type", play: text, at: table.at });
  else clear();
  $("typed").value = "";
});

document.addEventListener("keydown", (event) => {
  if ($("dialog").open || event.ctrlKey || event.metaKey || event.altKey || table === null) return;
  if (event.key === "Escape") return clear();
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") move(event, event.key === "ArrowRight" ? 1 : -1);
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") move(event, event.key === "ArrowDown" ? 1 : -1, "plays");
  else if (!lettersAreKeys() || (table.over && !"slr?".includes(event.key))) return;
  else if (COMMANDS[event.key]) { event.preventDefault(); COMMANDS[event.key](); }
  else if (/^[0-9AJQKTX:]$/.test(event.key)) { event.preventDefault(); type(event.key === ":" ? "" : event.key); }
});

/** Go to another card of the hand, or to another play. */
function move(event, by, where = "hand") {
  const buttons = [...$(where).querySelectorAll("button")];
  if (!buttons.length) return;
  event.preventDefault();
  const at = buttons.indexOf(document.activeElement);
  const next = buttons[(at === -1 ? (by > 0 ? 0 : buttons.length - 1) : at + by + buttons.length) % buttons.length];
  for (const button of where === "hand" ? buttons : []) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

$("ended").append(...goOn());
const seen = `shown ${location.pathname}`;
if (links && Object.keys(links).length > 2 && !sessionStorage.getItem(seen)) {
  sessionStorage.setItem(seen, "yes");
  showLinks(linksNow(links, about.persons), about.seat);
}
