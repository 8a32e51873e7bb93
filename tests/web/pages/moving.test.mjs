// Which cards are moved between two pictures of a table, and that a card which is not seen is moved as one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asItLay, deal, moves } from "../static/moving.js";

const view = ({ hands, table = [], piles = [[], []], builds = [], stock = [], zones = [] }) => ({
  seats: hands.map((hand, at) => ({ seat: at + 1, side: at + 1, hand })), sides: piles.map((pile, at) => ({ side: at + 1, pile })),
  table, builds, stock, zones, choices: [], decides: 1,
});
const played = (seat, kind, cards, take) => ({ seat, kind, cards, take, caption: "", cleared: "", ends: [] });
const sorted = (found) => found.map(({ card, from, to }) => `${card ?? "?"}: ${from} > ${to}`).sort();

test("a capture goes onto the pile, seen or not", () => {
  const was = view({ hands: [["7s", "2c"], [null, null]], table: ["3h", "4d", "Kc"] });
  const open = view({ hands: [["2c"], [null, null]], table: ["Kc"], piles: [["3h", "4d", "7s"], []] });
  const shut = view({ hands: [["2c"], [null, null]], table: ["Kc"], piles: [[null, null, null], []] });
  for (const now of [open, shut]) assert.deepEqual(sorted(moves(was, now, played(1, "capture", ["7s"], ["3h", "4d"]))), ["3h: table > pile 1", "4d: table > pile 1", "7s: hand 1 > pile 1"]);
});

test("what another seat plays comes from its hand, and what is dealt then from the stock", () => {
  const was = view({ hands: [[], [null]], table: ["3h"], stock: [null, null, null, null, null] });
  const now = view({ hands: [["5c", "6c"], [null, null]], table: ["3h", "9d"], stock: [null] });
  assert.deepEqual(sorted(moves(was, now, played(2, "trail", ["9d"], []))), ["5c: stock > hand 1", "6c: stock > hand 1", "9d: hand 2 > table", "?: stock > hand 2", "?: stock > hand 2"].sort());
});

test("an unseen capture by another goes from its hand and the table to its pile", () => {
  const was = view({ hands: [["5c"], [null]], table: ["3h", "Kd"] });
  const now = view({ hands: [["5c"], []], table: ["Kd"], piles: [[], [null, null]] });
  assert.deepEqual(sorted(moves(was, now, played(2, "capture", ["3s"], ["3h"]))), ["3h: table > pile 2", "?: hand 2 > pile 2"]);
});

test("a build is on the table, also one that grows; nothing moves where nothing did", () => {
  const was = view({ hands: [["2c"], [null]], table: ["3h"], builds: [{ value: 9, groups: [["9d"]], notes: [] }] });
  const now = view({ hands: [[], [null]], builds: [{ value: 9, groups: [["9d"]], notes: [] }, { value: 5, groups: [["2c", "3h"]], notes: [] }] });
  assert.deepEqual(sorted(moves(was, now, played(1, "build", ["2c"], ["3h"]))), ["2c: hand 1 > table"]);
  assert.deepEqual(moves(now, now, null), []);
});

test("a new round is dealt from the stock; a moment of the old one has nothing that can be done", () => {
  const now = view({ hands: [["2c"], [null]], table: ["3h"], stock: [null] });
  assert.deepEqual(sorted(deal(now)), ["2c: stock > hand 1", "3h: stock > table", "?: stock > hand 2"].sort());
  const end = asItLay({ ...now, choices: [1] }, { hands: [[], []], piles: [[null], ["3h"]], table: [], builds: [], stock: [] });
  assert.deepEqual([end.choices, end.decides, end.table, end.sides[1].pile], [[], null, [], ["3h"]]);
});
