// Names in place of seats, in all that is told but what is sent back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withNames } from "../static/dom.js";

test("who has a name is called by it, alone and as one of a side; plays stay as they are", () => {
  const told = { caption: "Seat 2 lays 7d", sides: ["you", "side 2 (seats 2, 4)"], choices: [{ text: "seat 2" }], at: 3, none: null };
  assert.deepEqual(withNames(told, { 2: "Bruno" }), { caption: "Bruno lays 7d", sides: ["you", "Bruno & seat 4"], choices: [{ text: "seat 2" }], at: 3, none: null });
});
