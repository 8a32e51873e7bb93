// Where a table comes from: a room, with a line to it.
import { ask, remember, trouble } from "./dom.js";
import { Line } from "./line.js";

/** @import { Source } from "../editor/told" */

/** What does not change at this table while its game is played; its line, once `listen` is told who hears. Their troubles are shown. @returns {Promise<Source>} */
export async function source() {
  const room = location.pathname.split("/").at(-1) ?? "";
  const address = `/api/rooms/${encodeURIComponent(room)}`;
  const about = await ask(address).catch((fault) => { trouble(fault.message); throw fault; });
  remember({ room, title: about.title });
  return {
    about, room, address, record: about.replays ? `${address}/record` : null,
    listen: (hear) => new Line(`${location.origin}${address}/socket`, hear, (stands, reason) => {
      trouble(stands ? undefined : reason ?? "The line is broken; it is being mended …");
    }),
  };
}

