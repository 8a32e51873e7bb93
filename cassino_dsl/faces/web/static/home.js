// The games, and what is wished for a table.
import { $, ask, field, forget, make, reachable, tables, trouble, withNames } from "./dom.js";
import { LEVELS, PERSON, begin, optionLines, seatLines, settingsOf, showGoingOn, sittingOf } from "./sitting.js";

/**
 * @typedef {{name: string, title: string, about: string, seats: number[], builds: boolean, minutes: number | null, country: string}} Game
 * @typedef {{name: string, said: string, cards: string[]}} First
 * @typedef {{name: string, title: string, about: string}} Rule
 * @typedef {{scores: {name: string, score: number}[], decides: number | null, over: boolean, seat: number, names: Record<string, string>}} Standing
 */

/** @type {Game[]} */
let games = [];
let levels = LEVELS; // as which the program plays
/** @type {string | null} */
let chosen = null; // the name of the game whose wishes are shown
let asked = 0; // the last look at a game; older answers are let go

// ---- the list

/** @param {Game} game */
function wanted(game) {
  const word = field("search").value.trim().toLowerCase();
  const [least, most] = (field("length").value || "0-9999").split("-").map(Number);
  const { players, builds, country } = { players: field("players").value, builds: field("builds").value, country: field("country").value };
  return `${game.name} ${game.title} ${game.about} ${game.country}`.toLowerCase().includes(word)
    && (!players || game.seats.includes(Number(players)))
    && (field("length").value === "" || (game.minutes !== null && game.minutes >= least && game.minutes <= most))
    && (!builds || game.builds === (builds === "yes"))
    && (!country || game.country === country);
}

function list() {
  const word = field("search").value.trim().toLowerCase();
  const near = (/** @type {Game} */ { title }) => (title.toLowerCase() === word ? 0 : title.toLowerCase().startsWith(word) ? 1 : 2); // by name: what begins so comes first
  const found = games.filter(wanted).sort((one, other) => near(one) - near(other));
  $("games").replaceChildren(...found.map((game) => make("li", {}, make("button", {
    type: "button", onclick: () => choose(game), "aria-pressed": String(game.name === chosen),
  }, make("strong", {}, game.title), make("span", { className: "faint" }, facts(game))))));
  $("found").textContent = found.length === games.length ? `${games.length} games` : `${found.length} of ${games.length} games`;
  $("first-part").hidden = found.length < games.length;
}

/** @param {Game} game */
const facts = (game) => [
  `${seatsText(game.seats)}`, game.minutes === null ? "" : `${game.minutes} min`, game.country, game.builds ? "builds" : "",
].filter(Boolean).join(" · ");

/** @param {number[]} seats */
function seatsText(seats) {
  const whole = seats.length > 1 && Number(seats.at(-1)) - seats[0] === seats.length - 1;
  return `${whole ? `${seats[0]}–${seats.at(-1)}` : seats.join(", ")} players`;
}

/** @param {First[]} first */
function showFirst(first) {
  $("first").replaceChildren(...first.map((one) => {
    const game = /** @type {Game} */ (games.find((other) => other.name === one.name));
    const picture = make("span", { className: "picture", "aria-hidden": "true" });
    picture.innerHTML = one.cards.join(""); // drawn by the server from shipped files
    const button = make("button", { type: "button", className: "pick", onclick: () => choose(game) },
      picture, make("strong", {}, game.title), make("span", {}, one.said), make("span", { className: "faint" }, facts(game)));
    return make("li", {}, button);
  }));
}

function filters() {
  const numbers = [...new Set(games.flatMap((game) => game.seats))].sort((one, other) => one - other);
  $("players").append(...numbers.map((number) => make("option", { value: String(number) }, String(number))));
  const countries = [...new Set(games.map((game) => game.country).filter(Boolean))].sort();
  $("country").append(...countries.map((country) => make("option", { value: country }, country)));
}

// ---- one game

/** @param {Game} game */
async function choose(game) {
  chosen = game.name;
  list();
  $("wishes").hidden = false;
  $("chosen").textContent = game.title;
  $("about").textContent = game.about;
  $("seats").replaceChildren(...game.seats.map((n) => make("option", { value: String(n) }, String(n))));
  $("how-many").hidden = game.seats.length === 1;
  $("options").replaceChildren();
  $("rules").replaceChildren(make("p", { className: "faint" }, "House rules that fit are being looked for …"));
  $("rulebook").replaceChildren(make("p", { className: "faint" }, "The rules are being written …"));
  sit();
  $("chosen").focus({ preventScroll: true });
  $("wishes").scrollIntoView({ block: "start", behavior: "instant" });
  await look();
  const { rules } = await ask(`/api/games/${game.name}/house-rules`).catch(() => ({ rules: [] }));
  if (chosen === game.name) showRules(rules);
}

/** One line for each seat. */
function sit() {
  seatLines($("sitting"), Number(field("seats").value), levels, withOthers);
  withOthers();
}

const persons = () => sittingOf($("sitting")).filter((who) => who === PERSON).length;

function withOthers() {
  $("hints-line").hidden = persons() < 2;
}

/** House rules and options as they are chosen; options only where they are not as the game has them. */
function rulesWished() {
  const ticked = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#rules input:checked"));
  return { with_rules: [...ticked].map((one) => one.value), settings: settingsOf($("options")) };
}

/** The rulebook and the options as they come to be. */
async function look() {
  const mine = ++asked;
  trouble();
  $("rulebook").setAttribute("aria-busy", "true");
  try {
    const about = await ask("/api/game", { variant: chosen, ...rulesWished() });
    if (mine !== asked) return;
    $("rulebook").innerHTML = about.rulebook; // made by the server from shipped files; it holds no HTML of theirs
    reachable($("rulebook"));
    if (!$("options").childElementCount) optionLines($("options"), about.options, look);
  } catch (fault) {
    if (mine === asked) trouble(/** @type {Error} */ (fault).message);
  } finally {
    if (mine === asked) $("rulebook").removeAttribute("aria-busy");
  }
}

/** @param {Rule[]} rules */
function showRules(rules) {
  $("rules").replaceChildren(...(rules.length ? [make("h3", {}, "House rules")] : []), ...rules.map((rule) =>
    make("label", { className: "rule" }, make("input", { type: "checkbox", value: rule.name, onchange: look }),
      make("span", {}, make("strong", {}, rule.title), ` ${rule.about}`))));
}

/** @param {SubmitEvent} event */
async function open(event) {
  event.preventDefault();
  trouble();
  const button = /** @type {HTMLButtonElement} */ (event.submitter ?? $("wishes").querySelector("[type=submit]"));
  button.disabled = true;
  $("opening").textContent = "The cards are being dealt …";
  try {
    const address = await begin({
      variant: chosen, ...rulesWished(), sitting: sittingOf($("sitting")), hints: field("hints").checked,
    });
    if (field("guided").checked) sessionStorage.setItem(`guide ${address.replace("/lobby/", "/room/")}`, "yes");
    location.assign(address);
  } catch (fault) {
    trouble(/** @type {Error} */ (fault).message);
    button.disabled = false;
  }
  $("opening").textContent = "";
}

// ---- own tables

function showTables() {
  const mine = tables();
  $("mine").hidden = !mine.length;
  $("tables").replaceChildren(...mine.map((one) => {
    const standing = make("span", { className: "faint" }, "…");
    ask(`/api/rooms/${encodeURIComponent(one.room)}/standing`)
      .then((found) => { standing.textContent = standingText(withNames(found, found.names)); })
      .catch((fault) => { standing.textContent = fault.message; });
    return make("li", {},
      make("a", { className: "button", href: `/room/${encodeURIComponent(one.room)}` }, make("strong", {}, one.title), standing),
      make("button", {
        type: "button", onclick: () => { forget(one.room); showTables(); }, "aria-label": `Take ${one.title} off this list`,
      }, "×"));
  }));
}

/** @param {Standing} found */
function standingText({ scores, decides, over, seat, names }) {
  const points = scores.map(({ name, score }) => `${name}: ${score}`).join(", ");
  const turn = over ? "over" : decides === seat ? "your turn" : decides === null ? "" : `waiting for ${names[decides] ?? `seat ${decides}`}`;
  return [points, turn].filter(Boolean).join(" · ");
}

for (const id of ["search", "players", "length", "builds", "country"]) $(id).addEventListener("input", list);
$("filters").addEventListener("submit", (event) => event.preventDefault());
$("seats").addEventListener("change", sit);
$("wishes").addEventListener("submit", open);
$("back").addEventListener("click", () => {
  const was = chosen;
  chosen = null;
  $("wishes").hidden = true;
  list();
  const at = games.filter(wanted).findIndex((game) => game.name === was);
  ($("games").querySelectorAll("button")[at] ?? $("search")).focus();
});
addEventListener("pageshow", () => { for (const one of document.querySelectorAll("button")) one.disabled = false; });
field("guided").checked = !tables().length; // who has never sat at a table is helped, unless they will not
showTables();
showGoingOn();
try {
  const found = await ask("/api/games");
  games = found.games.sort((/** @type {Game} */ one, /** @type {Game} */ other) => one.title.localeCompare(other.title));
  if (found.against) levels = [`program: ${found.against}`];
  filters();
  showFirst(found.first);
  list();
} catch (fault) {
  $("found").textContent = "";
  $("first-part").hidden = true;
  trouble(/** @type {Error} */ (fault).message);
}
