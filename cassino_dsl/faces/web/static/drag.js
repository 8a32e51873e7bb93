// Cards of the hand are dragged: a tap that moves is no tap. Told are where it began, what it is over, where it ended.

const FAR = 8; // pixels from which on a card is dragged

/**
 * @param {HTMLElement} hand
 * @param {{able(card: HTMLElement): boolean, lifts(card: HTMLElement): void, drops(card: HTMLElement, on: Element | null): void}} told
 */
export function drags(hand, told) {
  /** @type {{card: HTMLElement, x: number, y: number, lifted: boolean} | null} */
  let held = null;
  hand.addEventListener("pointerdown", (event) => {
    const card = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("button[data-in]")) : null;
    if (card && event.isPrimary && event.button === 0 && told.able(card)) held = { card, x: event.clientX, y: event.clientY, lifted: false };
  });
  addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.lifted && Math.hypot(x, y) < FAR) return;
    if (!held.lifted) {
      held.lifted = true;
      held.card.setPointerCapture(event.pointerId);
      told.lifts(held.card);
    }
    held.card.classList.add("dragged");
    held.card.style.translate = `${x}px ${y}px`;
  });
  const ends = (/** @type {PointerEvent} */ event) => {
    if (!held || !event.isPrimary) return;
    const { card, lifted } = held;
    held = null;
    card.classList.remove("dragged");
    card.style.translate = "";
    if (!lifted) return;
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }));
    const on = document.elementsFromPoint(event.clientX, event.clientY).find((one) => !card.contains(one)) ?? null;
    told.drops(card, event.type === "pointerup" ? on : null);
  };
  addEventListener("pointerup", ends);
  addEventListener("pointercancel", ends);
}

/** A drag is no click. @param {Event} event */
function stop(event) {
  event.stopPropagation();
  event.preventDefault();
}
