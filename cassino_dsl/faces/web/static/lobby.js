// Who sits where in a room: names, a link and its picture for each seat, and whom all wait for.
import { $, ask, make, trouble } from "./dom.js";
import { source } from "./sources.js";

const { about, room, address, listen } = await source();
const own = about.seat;
const hosts = own === about.linked[0]; // who opened the room gives out its links
const kept = `links ${room}`;
/** @type {import("../editor/told").Links} */
const links = JSON.parse(sessionStorage.getItem(kept) ?? "{}");
/** The key of the link that leads to a seat now. @param {number} seat */
const linkOf = (seat) => String(seat && about.linked.indexOf(seat) + 1);
/** @type {Map<number, {name: HTMLInputElement, state: HTMLElement}>} */
const lines = new Map();
/** @type {Record<string, string>} */
let names = {};

$("title").textContent = about.title;
document.title = `Who plays ${about.title}`;
/** @type {HTMLAnchorElement} */ ($("table")).href = `/room/${encodeURIComponent(room)}`;

/** @param {number} seat */
const called = (seat) => names[seat] || `seat ${seat}`;

/** @param {() => Promise<void>} act */
const tried = (act) => act().catch((fault) => trouble(fault.message));

/** @param {number} seat */
function line(seat) {
  const mayName = seat !== 0 && (hosts || seat === own);
  const name = make("input", {
    type: "text", maxLength: 24, autocomplete: "off", placeholder: seat === own ? "Your name" : "Who is to sit here?", disabled: !mayName,
    "aria-label": seat === own ? "Your name" : `Name of seat ${seat}`,
    onchange: () => tried(async () => { trouble(); await ask(`${address}/name`, { seat, name: name.value }); }),
  });
  const state = make("span", { className: "state" });
  const title = seat === 0 ? "Who looks on" : `Seat ${seat}${seat === own ? ", yours" : ""}`;
  lines.set(seat, { name, state });
  return make("li", {}, make("h2", {}, title, " ", state), seat === 0 ? make("p", { className: "faint" }, "sees what all at the table see, and no hand; the link may go to several") : name,
    hosts || seat === own ? linkPart(seat, title) : null);
}

/** The link of a seat, where this browser has it, and what is done with it. @param {number} seat @param {string} title */
function linkPart(seat, title) {
  const part = make("div", { className: "link-part" });
  const show = () => {
    const words = links[linkOf(seat)];
    const link = `${location.origin}/join#${words}`;
    const picture = make("div", { className: "code", hidden: true });
    const field = make("input", { readOnly: true, value: link, onfocus: () => field.select(), "aria-label": `Link of: ${title}` });
    const copy = make("button", { type: "button", onclick: () => tried(async () => {
      field.select();
      await navigator.clipboard?.writeText(link).catch(() => undefined);
      copy.textContent = "Copied";
    }) }, "Copy");
    const share = "share" in navigator ? make("button", { type: "button", onclick: () => {
      navigator.share({ title: about.title, text: `Play ${about.title} with me`, url: link }).catch(() => undefined);
    } }, "Share") : null;
    const code = make("button", { type: "button", "aria-expanded": "false", onclick: () => tried(async () => {
      if (!picture.childElementCount) picture.innerHTML = (await ask(`${address}/code`, { words })).svg; // drawn by the server
      picture.hidden = !picture.hidden;
      code.setAttribute("aria-expanded", String(!picture.hidden));
    }) }, "QR code");
    const anew = make("button", { type: "button", onclick: () => tried(async () => {
      if (words && !confirm(`Whoever came by the link that there is now is sent away (${title}). Make a new one?`)) return;
      links[linkOf(seat)] = (await ask(`${address}/link`, { seat })).words;
      sessionStorage.setItem(kept, JSON.stringify(links));
      show();
    }) }, words ? "New link" : "Make a link");
    if (words) part.replaceChildren(field, ...[share, copy, code, anew].filter((one) => one !== null), picture);
    else part.replaceChildren(make("span", { className: "faint" }, "This browser does not know its link. "), anew);
  };
  show();
  return part;
}

$("seats").replaceChildren(...[...about.persons, ...(hosts ? [0] : [])].map(line));

/** @param {import("../editor/told").Message} message */
function hear(message) {
  if (message.kind !== "table") return;
  if (message.game !== about.game) location.reload();
  names = message.names;
  const missing = message.persons.filter((seat) => !message.there.includes(seat));
  for (const [seat, { name, state }] of lines) {
    if (document.activeElement !== name) name.value = names[seat] ?? "";
    if (seat) state.textContent = message.there.includes(seat) ? "is here" : "not here yet";
    state.classList.toggle("here", message.there.includes(seat));
  }
  $("waiting").textContent = missing.length ? `Waiting for ${missing.map(called).join(" and ")}.` : "All are here.";
}

listen(hear);
