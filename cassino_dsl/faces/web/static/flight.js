// Cards that fly over the page from where they lay to where they lie now. Only pictures fly, over everything else; what they
// stand for is hidden as long. Transforms and opacity alone are moved.
import { $, make } from "./dom.js";

/** @import { Cards } from "./cards.js" */
/** @import { Card, Move } from "../editor/told" */
/** @typedef {Map<string, DOMRect[]>} Before where everything was */

const EASE = "cubic-bezier(.3, .1, .2, 1)";
const STAGGER = 45; // milliseconds between two cards that set out together
const MOST = 60; // cards that fly at once
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<Animation>} */
const running = new Set();
/** @type {Set<() => void>} */
const waits = new Set();
let hurried = false;

/** Whether nothing flies: nobody looks, or wants it. */
const calm = () => hurried || still.matches || document.hidden;

/** What flies arrives at once, and so does what sets out until `ease` is called. */
export function hurry() {
  hurried = true;
  for (const one of [...running]) one.finish();
  for (const done of [...waits]) done();
}

export const ease = () => { hurried = false; };

/** @param {number} milliseconds @returns {Promise<void>} */
export function wait(milliseconds) {
  if (calm()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => { waits.delete(done); clearTimeout(timer); resolve(); };
    const timer = setTimeout(done, milliseconds);
    waits.add(done);
  });
}

/** @param {Before} rects @param {string} key @param {Element} element */
const note = (rects, key, element) => { rects.set(key, [...(rects.get(key) ?? []), element.getBoundingClientRect()]); };

/** Where all cards and places are now. @returns {Before} */
export function remember() {
  /** @type {Before} */
  const rects = new Map();
  if (calm()) return rects;
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-in]"))) note(rects, `${one.dataset.in} ${one.dataset.card}`, one);
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-place]"))) note(rects, `at ${one.dataset.place}`, one);
  return rects;
}

/** A card in the middle of a place. @param {DOMRect} rect */
function cardIn(rect) {
  const width = Math.min(rect.width, rect.height / 1.5) || 40;
  return new DOMRect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - width * 1.5) / 2, width, width * 1.5);
}

/** The last of the same cards at a place that is not among those `but`. @param {string} place @param {string} card @param {Set<Element>} but */
const lies = (place, card, but = new Set()) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-in="${CSS.escape(place)}"][data-card="${CSS.escape(card)}"]`))].findLast((one) => !but.has(one));
/** @param {string} place */
const placed = (place) => document.querySelector(`[data-place="${CSS.escape(place)}"]`);

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function animate(element, frames, timing) {
  const found = element.animate(frames, { easing: EASE, fill: "backwards", ...timing });
  running.add(found);
  return found.finished.catch(() => undefined).finally(() => running.delete(found));
}

/** A card that flies, and lies where it came to until all that fly are taken away. @param {Cards} cards @param {Card} card @param {DOMRect} from @param {DOMRect} to @param {KeyframeAnimationOptions} timing */
function ghost(cards, card, from, to, timing) {
  const flying = make("span", { className: "flying" }, cards.picture(card));
  Object.assign(flying.style, { left: `${to.x}px`, top: `${to.y}px`, width: `${to.width}px`, height: `${to.height}px` });
  $("air").append(flying);
  const size = from.width / (to.width || 1);
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  return { flying, done: animate(flying, [{ transform: `translate(${x}px, ${y}px) scale(${size})` }, { transform: "none" }], timing) };
}

/**
 * A hand reaches out: its cards fly onto what they take, and stay there until the next picture.
 * @param {Cards} cards @param {string} hand @param {Card[]} played @param {string[]} take @param {number} duration
 */
export async function reach(cards, hand, played, take, duration) {
  if (calm()) return;
  const goal = take.map((card) => lies("table", card)).find((one) => one !== undefined);
  if (!goal) return;
  const to = goal.getBoundingClientRect();
  const before = remember();
  await Promise.all(played.slice(0, 4).map((card, at) => {
    const own = card === null ? undefined : lies(hand, card);
    const from = own?.getBoundingClientRect() ?? (before.get(`at ${hand}`) ?? []).map(cardIn)[0];
    if (!from) return undefined;
    if (own) own.classList.add("gone");
    const { flying, done } = ghost(cards, card, from, new DOMRect(to.x + 14 + at * 10, to.y - 12, to.width, to.height), { duration });
    Object.assign(flying.dataset, { in: "reached", card: card ?? "" });
    return done;
  }));
}

/**
 * Let cards fly to where they lie now, from where they were before; what has only made room slides.
 * @param {Cards} cards @param {Before} before @param {Move[]} moves @param {number} duration
 */
export async function fly(cards, before, moves, duration) {
  $("air").replaceChildren();
  if (calm()) return;
  const left = new Map([...before].map(([key, rects]) => [key, [...rects]]));
  const from = (/** @type {Move} */ move) => left.get(`reached ${move.card ?? ""}`)?.shift() ?? left.get(`${move.from} ${move.card ?? ""}`)?.shift()
    ?? [left.get(`at ${move.from}`)?.[0] ?? placed(move.from)?.getBoundingClientRect()].map((rect) => rect && cardIn(rect))[0];
  const some = moves.slice(0, MOST);
  const pause = some.length > 1 ? Math.min(STAGGER, 400 / some.length) : 0;
  const flown = new Set();
  // all places are looked up before anything is changed: each look at a changed page would lay it out anew
  const flights = some.map((move) => {
    const start = from(move);
    const goal = move.card === null ? undefined : lies(move.to, move.card, flown);
    if (goal) flown.add(goal);
    const place = goal ?? placed(move.to);
    const there = place?.getBoundingClientRect();
    return { card: move.card, goal, start, end: there && (goal ? there : cardIn(there)) };
  });
  const slides = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#hand [data-in], #lying > [data-in]"))].map((one) => {
    const was = flown.has(one) ? undefined : left.get(`${one.dataset.in} ${one.dataset.card}`)?.shift();
    const now = one.getBoundingClientRect();
    return { one, x: was ? was.x - now.x : 0, y: was ? was.y - now.y : 0 };
  });
  const done = flights.map(({ card, goal, start, end }, at) => {
    if (!start || !end) return undefined;
    goal?.classList.add("gone");
    return ghost(cards, card, start, end, { duration, delay: at * pause }).done;
  });
  for (const { one, x, y } of slides) {
    if (Math.abs(x) > 1 || Math.abs(y) > 1) done.push(animate(one, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: duration / 2 }));
  }
  await Promise.all(done);
  // all at once, and none by an animation of its own: a browser draws for each
  for (const { goal } of flights) goal?.classList.remove("gone");
  $("air").replaceChildren();
}
