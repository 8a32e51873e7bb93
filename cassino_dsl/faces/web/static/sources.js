// Where a table comes from: a room, with a line to it.
import { ask, remember } from "./dom.js";
import { Line } from "./line.js";

/** @import { Links, Source } from "../editor/told" */

/** What does not change at this table while its game is played; its line, once `listen` is told who hears. @returns {Promise<Source>} */
export async function source() {
  const room = location.pathname.split("/").at(-1) ?? "";
  const address = `/api/rooms/${encodeURIComponent(room)}`;
  const about = await ask(address);
  remember({ room, title: about.title });
  return {
    about, room, record: about.replays ? `${address}/record` : null,
    links: JSON.parse(sessionStorage.getItem(`links ${room}`) ?? "null"),
    listen: (hear, state) => new Line(`${location.origin}${address}/socket`, hear, state),
  };
}

/**
 * The links of a room, each with the seat that is its now: in another game the persons keep their order.
 * @param {Links} links @param {number[]} persons @returns {Links}
 */
export function linksNow(links, persons) {
  const before = Object.keys(links).filter((seat) => seat !== "0").sort((one, other) => Number(one) - Number(other));
  return { 0: links[0], ...Object.fromEntries(before.map((seat, at) => [persons[at], links[seat]])) };
}
