// What is meant by taps: from the plays that a server lists, as cassino and mulle have them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exact, fits, named, settled, targets } from "../static/choosing.js";

const play = (kind, cards, take, value = null) => ({
  kind, action: kind, play: cards.split(" ").filter(Boolean), take: take.split(" ").filter(Boolean), value, said: `${kind} ${value ?? ""} ${cards} ${take}`,
});
const PLAYS = [
  play("capture", "7s", "7c"), play("capture", "7s", "3h 4d"), play("capture", "7s", "7c 3h 4d"), play("build", "7s", "2c", 9),
  play("build", "7s", "2c", 5), play("trail", "7s", ""), play("trail", "Kd", ""), play("other", "", ""),
];

test("a card alone leaves open what it does; the only thing that it can do is meant", () => {
  assert.equal(settled(PLAYS, "7s", []), null);
  assert.equal(fits(PLAYS, "7s", []).length, 6);
  assert.equal(settled(PLAYS, "Kd", []), PLAYS[6]);
  assert.equal(settled(PLAYS, "", []), PLAYS[7]);
  assert.equal(settled(PLAYS, null, []), null);
});

test("what is picked in any order completes the play that takes just that, and more can be picked", () => {
  assert.equal(settled(PLAYS, "7s", ["7c"]), PLAYS[0]);
  assert.equal(settled(PLAYS, "7s", ["4d"]), null);
  assert.equal(settled(PLAYS, "7s", ["4d", "3h"]), PLAYS[1]);
  assert.deepEqual([...targets(PLAYS, "7s", ["4d"])].map(([card]) => card).sort(), ["3h", "4d", "7c"]);
  assert.equal(settled(PLAYS, "7s", ["4d", "7c"]), PLAYS[2]);
  assert.equal(settled(PLAYS, null, ["7c", "4d"]), PLAYS[2]);
});

test("the same cards for two plays are a choice, with words that differ", () => {
  assert.equal(settled(PLAYS, "7s", ["2c"]), null);
  const open = exact(PLAYS, "7s", ["2c"]);
  assert.equal(open.length, 2);
  assert.equal(new Set(named(open).map(([, words]) => words)).size, 2);
  const twins = [play("build", "7s", "2c", 9), { ...play("build", "7s", "2c", 9), said: "with its owner" }];
  assert.deepEqual(named(twins).map(([, words]) => words), twins.map((one) => one.said));
});

test("of a card that the pack has twice as many are taken as were picked", () => {
  const twice = [play("capture", "7s", "7c 7c"), play("capture", "7s", "7c")];
  assert.equal(settled(twice, "7s", ["7c"]), twice[1]);
  assert.equal(settled(twice, "7s", ["7c", "7c"]), twice[0]);
  assert.equal(targets(twice, "7s", []).get("7c"), 2);
});

test("a card of the stock that nobody has seen is called so", () => {
  assert.deepEqual(named([play("capture", "?", "7c")]).map(([, words]) => words), ["take 7c with the card of the stock"]);
});
