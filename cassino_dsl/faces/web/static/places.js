// Where things lie on the felt, and how large: pure reckoning. What lies keeps its place as long as it lies there.

export const GAP = 10; // pixels between two cards
const SHOWN = 0.36; // of a card in a build that another lies on: its width for that of the card
const TALL = 1.5; // of a card: its height for its width

/** @typedef {{key: string, span: number}} Item something that lies in one cell, or in several beside each other */
/** @typedef {{width: number, columns: number, rows: number}} Room */

/**
 * The largest cards with which so many cells find room; more come by fours, so that cards seldom shrink.
 * @param {number} width @param {number} height @param {number} cells @param {number} least @param {number} most @returns {Room}
 */
export function roomFor(width, height, cells, least, most) {
  const wanted = Math.max(8, 4 * Math.ceil(cells / 4));
  for (let card = most; ; card -= 2) {
    const columns = Math.max(1, Math.floor((width + GAP) / (card + GAP)));
    const rows = Math.max(1, Math.floor((height + GAP) / (card * TALL + GAP)));
    if (columns * rows >= wanted) return { width: card, columns, rows };
    if (card <= least) return { width: least, columns, rows: Math.max(rows, Math.ceil(cells / columns)) };
  }
}

/**
 * A cell for each item: where it was, or the free one nearest to the middle.
 * @param {Map<string, number>} before @param {Item[]} items @param {Room} room @returns {Map<string, number>}
 */
export function seated(before, items, room) {
  const { columns } = room;
  const rows = Math.max(room.rows, Math.ceil(items.reduce((sum, one) => sum + one.span, 0) / columns) + 1);
  const [middle, centre] = [(Math.min(rows, room.rows) - 1) / 2, (columns - 1) / 2];
  const taken = new Set();
  /** @type {Map<string, number>} */
  const found = new Map();
  const free = (/** @type {number} */ cell, /** @type {number} */ span) =>
    cell % columns + Math.min(span, columns) <= columns && Array.from({ length: span }, (_, at) => cell + at).every((one) => !taken.has(one));
  const put = (/** @type {Item} */ item, /** @type {number} */ cell) => {
    found.set(item.key, cell);
    for (let at = 0; at < item.span; at += 1) taken.add(cell + at);
  };
  for (const item of items) {
    const cell = before.get(item.key);
    if (cell !== undefined && cell < rows * columns && free(cell, item.span)) put(item, cell);
  }
  for (const item of items.filter((one) => !found.has(one.key))) {
    let best = -1;
    let least = Infinity;
    for (let cell = 0; cell < rows * columns; cell += 1) {
      const [row, column] = [Math.floor(cell / columns), cell % columns + (item.span - 1) / 2];
      const far = ((row - middle) * TALL * 1.4) ** 2 + (column - centre) ** 2 + (row >= room.rows ? 1000 : 0);
      if (far < least - 1e-9 && free(cell, item.span)) [best, least] = [cell, far];
    }
    put(item, best);
  }
  return found;
}

/**
 * How wide the cards of a build are, for the width of one that lies alone: the groups lie side by side in two cells.
 * @param {number} groups @param {number} cards
 */
export const buildRoom = (groups, cards) => Math.min(0.76, 1.85 / (groups + SHOWN * (cards - groups)));

/**
 * How wide the cards of a hand are, and how far each lies from the one before.
 * @param {number} width @param {number} cards @param {number} most
 */
export function handRoom(width, cards, most) {
  const step = cards > 1 ? Math.min(most + GAP, Math.floor((width - most) / (cards - 1))) : most;
  return { width: most, step: Math.max(12, step) };
}
