// The line to the server: opened again whenever it breaks.

const SOONEST = 400; // milliseconds until it is tried again; longer each time
const LATEST = 8000;

export class Line {
  /**
   * `hear` gets each message; `state` whether the line stands, and why it is closed for good.
   * @param {string} address @param {(message: any) => void} hear @param {(stands: boolean, reason?: string) => void} state
   */
  constructor(address, hear, state) {
    this.address = address.replace(/^http/, "ws");
    this.hear = hear;
    this.state = state;
    this.wait = SOONEST;
    this.socket = this.open();
    addEventListener("online", () => { if (this.socket.readyState === WebSocket.CLOSED) this.open(); });
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => { this.wait = SOONEST; this.state(true); });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      const over = event.code === 4404 || event.code === 4409;
      this.state(false, event.reason || undefined);
      if (over) return;
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LATEST, this.wait * 2);
    });
    return socket;
  }

  /** Say something; false where the line is broken. @param {object} message */
  say(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
