// A link is followed: its words leave the address at once, and go into a cookie.
import { $, ask } from "./dom.js";

const words = location.hash.slice(1);
history.replaceState(null, "", "/join");
addEventListener("hashchange", () => { location.reload(); }); // another link, followed where this one was

if (!words) {
  $("said").textContent = "This link is not whole: its end is missing.";
} else {
  try {
    const { room } = await ask("/api/join", { words });
    location.replace(room ? `/room/${room}` : "/");
  } catch (fault) {
    $("said").textContent = /** @type {Error} */ (fault).message;
  }
}
