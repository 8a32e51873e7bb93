// What lies keeps its place; nothing lies on anything else; cards are as large as there is room for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildRoom, handRoom, roomFor, seated } from "../static/places.js";

const cards = (...keys) => keys.map((key) => ({ key, span: 1 }));

test("cards grow with the room, to a bound, and never below the least", () => {
  assert.equal(roomFor(1800, 900, 4, 96, 136).width, 136);
  assert.ok(roomFor(960, 400, 4, 96, 136).width >= 96);
  assert.equal(roomFor(370, 300, 30, 64, 100).width, 64);
  const { columns, rows } = roomFor(370, 300, 30, 64, 100);
  assert.ok(columns * rows >= 30, "there is a cell for each, also where one has to scroll");
});

test("what lies stays where it lies, whatever comes and goes", () => {
  const room = roomFor(700, 320, 8, 96, 136);
  let cells = seated(new Map(), cards("a", "b", "c", "d"), room);
  const before = new Map(cells);
  cells = seated(cells, [...cards("b", "d", "e"), { key: "build", span: 2 }], room);
  assert.deepEqual([cells.get("b"), cells.get("d")], [before.get("b"), before.get("d")]);
});

test("no two lie on each other, and a build stays within its row", () => {
  for (let number = 0; number <= 40; number += 1) {
    const room = roomFor(380, 280, number, 64, 100);
    const items = Array.from({ length: number }, (_, at) => ({ key: String(at), span: at % 3 === 0 ? 2 : 1 }));
    const cells = seated(new Map(), items, room);
    const taken = items.flatMap(({ key, span }) => Array.from({ length: span }, (_, at) => cells.get(key) + at));
    assert.equal(new Set(taken).size, taken.length);
    for (const { key, span } of items) assert.ok((cells.get(key) % room.columns) + span <= room.columns);
  }
});

test("a hand of many overlaps", () => {
  assert.equal(handRoom(500, 3, 90).step, 100);
  assert.ok(handRoom(370, 12, 76).step * 11 + 76 <= 370);
});

test("a build of any groups lies within its two cells", () => {
  for (const [groups, cards] of [[1, 2], [1, 6], [2, 7], [3, 9], [5, 12]]) {
    const size = buildRoom(groups, cards);
    assert.ok(size <= 0.76 && size * (groups + 0.36 * (cards - groups)) <= 1.86);
  }
});
