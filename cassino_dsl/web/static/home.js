// The games, and what is wished for a table.
import { $, ask, forget, make, tables, trouble } from "./dom.js";

const LEVELS = ["1: plays by chance", "2: looks one play ahead", "3: has learned", "4: searches", "5: searches longer"];
const PERSON = "person";
let games = [];
let chosen = null; // the name of the game whose wishes are shown
let asked = 0; // the last look at a game; older answers are let go

function list() {
  const word = $("search").value.trim().toLowerCase();
  const found = games.filter((game) => `${game.name} ${game.title} ${game.about}`.toLowerCase().includes(word));
  $("games").replaceChildren(...found.map((game) => make("li", {},
    make("button", {
      type: "button", onclick: () => choose(game), "aria-pressed": String(game.name === chosen),
    }, make("strong", {}, game.title), make("span", { className: "faint" }, ` ${seatsText(game.seats)}`)))));
  if (!found.length) $("games").replaceChildren(make("li", {}, "There is no such game."));
}

function seatsText(seats) {
  const whole = seats.length > 1 && seats.at(-1) - seats[0] === seats.length - 1;
  return `${whole ? `${seats[0]}–${seats.at(-1)}` : seats.join(", ")} players`;
}

async function choose(game) {
  chosen = game.name;
  list();
  $("wishes").hidden = false;
  $("chosen").textContent = game.title;
  $("about").textContent = game.about;
  $("seats").replaceChildren(...game.seats.map((n) => make("option", { value: String(n) }, String(n))));
  $("how-many").hidden = game.seats.length === 1;
  $("options").replaceChildren();
  $("rules").replaceChildren();
  sit();
  $("chosen").focus({ preventScroll: true });
  $("wishes").scrollIntoView({ block: "start", behavior: "instant" });
  await look();
  const { rules } = await ask(`/api/games/${game.name}/house-rules`).catch(() => ({ rules: [] }));
  if (chosen === game.name) showRules(rules);
}

/** One line for each seat. */
function sit() {
  const number = Number($("seats").value);
  const before = [...document.querySelectorAll("#sitting select")].map((one) => one.value);
  const lines = Array.from({ length: number }, (_, at) => {
    const select = make("select", { name: "seat", onchange: withOthers },
      make("option", { value: PERSON }, at === 0 ? "you" : "a friend, by a link"),
      ...LEVELS.map((text, level) => make("option", { value: String(level + 1) }, `program, level ${text}`)));
    select.value = before[at] ?? (at === 0 ? PERSON : "2");
    if (at === 0) select.replaceChildren(select.firstElementChild);
    return make("label", {}, `Seat ${at + 1} `, select);
  });
  $("sitting").replaceChildren(...lines);
  withOthers();
}

function withOthers() {
  $("hints-line").hidden = sitting().filter((who) => who === PERSON).length < 2;
}

const sitting = () => [...document.querySelectorAll("#sitting select")].map((one) => one.value);

/** House rules and options as they are chosen; options only where they are not as the game has them. */
function rulesWished() {
  const options = [...document.querySelectorAll("#options select, #options input")];
  return {
    with_rules: [...document.querySelectorAll("#rules input:checked")].map((one) => one.value),
    settings: options.filter((one) => one.value !== one.dataset.usual).map((one) => `${one.name}=${one.value}`),
  };
}

/** The rulebook and the options as they come to be. */
async function look() {
  const mine = ++asked;
  trouble();
  try {
    const about = await ask("/api/game", { variant: chosen, ...rulesWished() });
    if (mine !== asked) return;
    $("rulebook").innerHTML = about.rulebook; // made by the server from shipped files; it holds no HTML of theirs
    if (!$("options").childElementCount) showOptions(about.options);
  } catch (fault) {
    if (mine === asked) trouble(fault.message);
  }
}

function showOptions(options) {
  $("options").replaceChildren(...options.map((option) => {
    const select = make("select", { name: option.name, onchange: look },
      ...option.values.map((value) => make("option", { value: String(value) }, shown(value))));
    select.value = String(option.value);
    select.dataset.usual = String(option.value);
    return make("label", { className: "option" }, make("span", {}, sentence(option.about || option.name)), select);
  }));
}

function showRules(rules) {
  if (!rules.length) return;
  $("rules").replaceChildren(make("h3", {}, "House rules"), ...rules.map((rule) =>
    make("label", { className: "option" },
      make("span", {}, make("input", { type: "checkbox", value: rule.name, onchange: look }), " ",
        make("strong", {}, rule.title), ` ${rule.about}`))));
}

const shown = (value) => ({ true: "yes", false: "no" })[value] ?? String(value).replaceAll("_", " ");
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

async function open(event) {
  event.preventDefault();
  trouble();
  const button = event.submitter ?? $("wishes").querySelector("[type=submit]");
  button.disabled = true;
  $("opening").textContent = "The cards are being dealt …";
  try {
    const found = await ask("/api/rooms", {
      variant: chosen, ...rulesWished(), sitting: sitting(), hints: $("hints").checked,
    });
    sessionStorage.setItem(`links ${found.room}`, JSON.stringify(found.links));
    location.assign(`/room/${found.room}`);
  } catch (fault) {
    trouble(fault.message);
    button.disabled = false;
  }
  $("opening").textContent = "";
}

function showTables() {
  const mine = tables();
  $("mine").hidden = !mine.length;
  $("tables").replaceChildren(...mine.map((one) => make("li", {},
    make("a", { href: `/room/${encodeURIComponent(one.room)}` }, one.title), " ",
    make("button", {
      type: "button", className: "small", onclick: () => { forget(one.room); showTables(); },
      "aria-label": `Take ${one.title} off this list`,
    }, "×"))));
}

$("search").addEventListener("input", list);
$("seats").addEventListener("change", sit);
$("wishes").addEventListener("submit", open);
addEventListener("pageshow", () => { for (const one of document.querySelectorAll("button")) one.disabled = false; });
showTables();
try {
  ({ games } = await ask("/api/games"));
  list();
} catch (fault) {
  trouble(fault.message);
}
