// Who sits where: one line for each seat.
import { $, ask, capital, make } from "./dom.js";

export const PERSON = "person";
export const LEVELS = ["1: plays by chance", "2: looks one play ahead", "3: has learned", "4: searches", "5: searches longer"].map((level) => `program, level ${level}`);

/** The table that is to go on to another game, where the address names one: its room, and how many persons sit there. */
function tableToGoOn() {
  const asked = new URLSearchParams(location.search);
  const room = asked.get("room");
  return room !== null ? { room, persons: Number(asked.get("persons")) || 1 } : null;
}

/**
 * Lines for so many seats in a place; what was chosen there stays. `levels`: as which the program plays.
 * @param {Element} place @param {number} number @param {string[]} levels @param {() => void} changed
 */
export function seatLines(place, number, levels, changed) {
  const before = sittingOf(place);
  const going = tableToGoOn();
  const first = Array.from({ length: number }, (_, at) => (at < (going?.persons ?? 1) ? PERSON : String(Math.min(2, levels.length))));
  place.replaceChildren(...first.map((usual, at) => {
    const select = make("select", { name: "seat", onchange: changed },
      make("option", { value: PERSON }, going ? "a person of this table" : at === 0 ? "you" : "a friend, by a link"),
      ...levels.map((text, level) => make("option", { value: String(level + 1) }, text)));
    select.value = before[at] ?? usual;
    if (at === 0 && !going) select.replaceChildren(select.options[0]);
    return make("label", {}, `Seat ${at + 1} `, select);
  }));
}

/** @typedef {{name: string, about: string, value: string | number | boolean, values: (string | number | boolean)[], least?: number, most?: number}} Option */

/** @param {Element} place */
export const sittingOf = (place) => [.../** @type {NodeListOf<HTMLSelectElement>} */ (place.querySelectorAll("select[name=seat]"))].map((one) => one.value);

/**
 * Options with their values, in a place; `changed` hears of a choice.
 * @param {Element} place @param {Option[]} options @param {() => void} changed
 */
export function optionLines(place, options, changed) {
  /** @type {Record<string, string>} */
  const before = Object.fromEntries(otherThanUsual(place).map((one) => [one.name, one.value]));
  place.replaceChildren(...options.map((option) => {
    const field = option.values.length ? list(option, changed) : numberField(option, changed);
    field.value = before[option.name] ?? String(option.value);
    if (field.value !== before[option.name] || !field.checkValidity()) field.value = String(option.value);
    field.dataset.usual = String(option.value);
    return make("label", { className: "option" }, make("span", {}, capital(option.about || option.name)), field);
  }));
}

/** @param {Option} option @param {() => void} changed */
const list = (option, changed) => make("select", { name: option.name, onchange: changed },
  ...option.values.map(String).map((value) => make("option", { value }, shown(value))));

/**
 * For an option of very many numbers. What is no number that can be chosen is not taken.
 * @param {Option} option @param {() => void} changed
 */
function numberField({ name, least, most }, changed) {
  const field = make("input", { type: "number", name, min: String(least), max: String(most), step: "1", required: true });
  field.addEventListener("change", () => { if (field.reportValidity()) changed(); });
  return field;
}

/** @param {Element} place */
const otherThanUsual = (place) => [.../** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("[data-usual]"))].filter((one) => one.value !== one.dataset.usual);

/** Options that are not as the game has them. @param {Element} place */
export const settingsOf = (place) => otherThanUsual(place).map((one) => `${one.name}=${one.value}`);

/** @param {string} value */
const shown = (value) => /** @type {Record<string, string>} */ ({ true: "yes", false: "no" })[value] ?? value.replaceAll("_", " ");

/**
 * Open a table with these wishes, or ask those at the table for the game; where to go then.
 * @param {object} wishes
 */
export async function begin(wishes) {
  const going = tableToGoOn();
  const found = await ask(going ? `/api/rooms/${encodeURIComponent(going.room)}/next` : "/api/rooms", wishes);
  if (going) return `/room/${found.room}`;
  const persons = Object.keys(found.links).map(Number).filter(Boolean).sort((one, other) => one - other);
  sessionStorage.setItem(`links ${found.room}`, JSON.stringify(Object.fromEntries([0, ...persons].map((seat, at) => [at, found.links[seat]]))));
  return `/${persons.length > 1 ? "lobby" : "room"}/${found.room}`;
}

/** Say that the choice is for a table that goes on. */
export function showGoingOn() {
  const going = tableToGoOn();
  if (!going) return;
  $("going-on").hidden = false;
  /** @type {HTMLAnchorElement} */ ($("going-on").querySelector("a")).href = `/room/${encodeURIComponent(going.room)}`;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[href='/workshop'], a.back[href='/']"))) link.href += location.search;
}
