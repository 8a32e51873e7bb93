// The games, and what is wished for a table.
import { $, ask, forget, make, tables, trouble } from "./dom.js";
import { PERSON, begin, optionLines, seatLines, settingsOf, showGoingOn, sittingOf } from "./sitting.js";

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
  seatLines($("sitting"), Number($("seats").value), 5, withOthers);
  withOthers();
}

function withOthers() {
  $("hints-line").hidden = sittingOf($("sitting")).filter((who) => who === PERSON).length < 2;
}

/** House rules and options as they are chosen; options only where they are not as the game has them. */
function rulesWished() {
  return {
    with_rules: [...document.querySelectorAll("#rules input:checked")].map((one) => one.value),
    settings: settingsOf($("options")),
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
    if (!$("options").childElementCount) optionLines($("options"), about.options, look);
  } catch (fault) {
    if (mine === asked) trouble(fault.message);
  }
}

function showRules(rules) {
  if (!rules.length) return;
  $("rules").replaceChildren(make("h3", {}, "House rules"), ...rules.map((rule) =>
    make("label", { className: "option" },
      make("span", {}, make("input", { type: "checkbox", value: rule.name, onchange: look }), " ",
        make("strong", {}, rule.title), ` ${rule.about}`))));
}

async function open(event) {
  event.preventDefault();
  trouble();
  const button = event.submitter ?? $("wishes").querySelector("[type=submit]");
  button.disabled = true;
  $("opening").textContent = "The cards are being dealt …";
  try {
    const address = await begin(ask, {
      variant: chosen, ...rulesWished(), sitting: sittingOf($("sitting")), hints: $("hints").checked,
    });
    if ($("guided").checked) sessionStorage.setItem(`guide ${address}`, "yes");
    location.assign(address);
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
showGoingOn();
try {
  ({ games } = await ask("/api/games"));
  list();
} catch (fault) {
  trouble(fault.message);
}
