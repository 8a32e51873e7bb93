// Where a table comes from: a room with a line to it, or a game of the workshop, which is asked for each play.
import { ask, remember } from "./dom.js";
import { Line } from "./line.js";

/** What does not change at this table; its `line`, once `listen` is told who hears. */
export async function source() {
  const parts = location.pathname.split("/");
  const name = encodeURIComponent(parts.at(-1));
  if (parts[1] === "workshop") {
    const address = `/workshop/games/${name}`;
    const about = await ask(address);
    return { about, links: null, record: null, back: "/workshop", listen: (hear, state) => new Asking(address, hear, state) };
  }
  const about = await ask(`/api/rooms/${name}`);
  remember({ room: parts.at(-1), title: about.title });
  return {
    about, record: `/api/rooms/${name}/record`, back: "/", links: JSON.parse(sessionStorage.getItem(`links ${parts.at(-1)}`) ?? "null"),
    listen: (hear, state) => new Line(`${location.origin}/api/rooms/${name}/socket`, hear, state),
  };
}

/** Says things one after the other, and hears what is answered to each. */
class Asking {
  constructor(address, hear, state) {
    this.address = address;
    this.hear = hear;
    this.state = state;
    this.told = 0;
    this.last = this.send({});
  }

  say(message) {
    this.last = this.last.then(() => this.send(message));
    return true;
  }

  async send(message) {
    try {
      const { sent, told } = await ask(this.address, { ...message, told: this.told });
      this.told = told;
      this.state(true);
      this.hear(sent);
    } catch (fault) {
      this.state(false, fault.message);
    }
  }
}
