// Small helpers: elements made without HTML texts, words, requests, files, what this browser remembers.

/** @typedef {[unknown, () => HTMLElement]} Part what is shown, and how it is made */

/** @param {string} id */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
export const field = (id) => /** @type {HTMLInputElement} */ ($(id));

export const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
export const several = (/** @type {number} */ number, /** @type {string} */ one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/**
 * An element with properties and children; texts stay texts.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, unknown>} properties @param {(Node | string | null | undefined)[]} children
 */
export function make(tag, properties = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in found && name !== "role") Object.assign(found, { [name]: value });
    else found.setAttribute(name, String(value));
  }
  found.append(...children.filter((child) => child !== null && child !== undefined));
  return found;
}

/** @type {WeakMap<Element, Map<string, HTMLElement>>} */
const kept = new WeakMap();

/**
 * What stands in a place, each by what it shows: what shows the same stays as it is, with the focus, and is not laid out anew.
 * @param {Element} place @param {Iterable<Part>} parts
 */
export function keep(place, parts) {
  const before = kept.get(place) ?? new Map();
  /** @type {Map<string, HTMLElement>} */
  const now = new Map();
  for (const [shown, made] of parts) {
    let key = JSON.stringify(shown);
    while (now.has(key)) key += " too";
    now.set(key, before.get(key) ?? made());
  }
  for (const [key, one] of before) if (!now.has(key)) one.remove();
  let next = place.firstElementChild;
  for (const one of now.values()) {
    if (one === next) next = next.nextElementSibling;
    else place.insertBefore(one, next);
  }
  kept.set(place, now);
  return [...now.values()];
}

/**
 * Ask the server; what it refuses is an Error with its words.
 * @param {string} address @param {unknown} [data] @returns {Promise<any>}
 */
export async function ask(address, data) {
  /** @type {RequestInit} */
  const sent = data === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
  };
  let answer;
  try {
    answer = await fetch(address, { credentials: "same-origin", ...sent });
  } catch {
    throw new Error("The server can't be reached.");
  }
  const told = await answer.json().catch(() => ({ error: "The server's answer can't be read." }));
  if (!answer.ok) throw new Error(capital(told.error ?? "The server refused."));
  return told;
}

const PLAYS = ["choices", "plays", "play"]; // what is sent back as it was told

/**
 * What was told, with the names of who sits there in place of their seats.
 * @template Told @param {Told} told @param {Record<string, string>} names @returns {Told}
 */
export function withNames(told, names) {
  const sides = (/** @type {string} */ text) => text.replace(/\bside \d \(seats ([\d, ]+)\)/gi, (_, seats) => seats.split(", ").map((/** @type {string} */ one) => `seat ${one}`).join(" & "));
  /** @param {any} value @returns {any} */
  const said = (value) => {
    if (typeof value === "string") return sides(value).replace(/\bseat (\d)\b/gi, (seat, number) => names[number] ?? seat);
    if (Array.isArray(value)) return value.map(said);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, PLAYS.includes(key) ? one : said(one)]));
  };
  return said(told);
}

/** Show what went wrong; nothing takes it away. @param {string} [text] */
export function trouble(text) {
  const place = $("trouble");
  place.hidden = !text;
  place.textContent = capital(text ?? "");
}

/** Give a file to who looks at the page. @param {Blob} content @param {string} name */
export function save(content, name) {
  const address = URL.createObjectURL(content);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const KEPT = "tables";

/** The tables at which this browser has sat: names and titles, never a credential. @returns {{room: string, title: string}[]} */
export function tables() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.room === "string") : [];
  } catch {
    return [];
  }
}

/** @param {{room: string, title: string}} table */
export function remember(table) {
  const others = tables().filter((one) => one.room !== table.room);
  localStorage.setItem(KEPT, JSON.stringify([table, ...others].slice(0, 12)));
}

/** @param {string} room */
export function forget(room) {
  localStorage.setItem(KEPT, JSON.stringify(tables().filter((one) => one.room !== room)));
}

/**
 * A table of numbers, the sides at its head.
 * @param {string[]} sides @param {[string, (string | number | null)[]][]} rows @param {string} [caption]
 */
export function grid(sides, rows, caption) {
  const cell = (/** @type {string | number | null} */ value) => make("td", {}, value === null ? "?" : String(value));
  return make("table", { className: "figures" },
    caption ? make("caption", {}, caption) : null,
    make("thead", {}, make("tr", {}, make("td"), ...sides.map((side) => make("th", { scope: "col" }, side)))),
    make("tbody", {}, ...rows.map(([name, numbers]) =>
      make("tr", {}, make("th", { scope: "row" }, name), ...numbers.map(cell)))));
}

/** What is wider than its place is scrolled by keys, too. @param {Element} place */
export function reachable(place) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("table, .wide"))) {
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
  }
}
