// Where a table comes from: a room, with a line to it.
import { ask, remember } from "./dom.js";
import { Line } from "./line.js";

/** @import { Source } from "../editor/told" */

/** What does not change at this table while its game is played; its line, once `listen` is told who hears. @returns {Promise<Source>} */
export async function source() {
  const room = location.pathname.split("/").at(-1) ?? "";
  const address = `/api/rooms/${encodeURIComponent(room)}`;
  const about = await ask(address);
  remember({ room, title: about.title });
  return {
    about, room, record: about.replays ? `${address}/record` : null,
    listen: (hear, state) => new Line(`${location.origin}${address}/socket`, hear, state),
  };
}

