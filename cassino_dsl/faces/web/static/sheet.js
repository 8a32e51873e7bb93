// The end of a round and of a match: what counted, what it brought, how the match went.
import { capital, make, several } from "./dom.js";

/** @import { RoundEnd, ScoreTable, Table } from "../editor/told" */

const ROUNDS = 12; // the last ones of a match that are listed

const number = (/** @type {string | number | null} */ value, /** @type {boolean} */ total) => make("td", {}, value === null ? "?" : !total && value === 0 ? "–" : String(value));

/**
 * The sheet of a round: each award with what was counted, `cards 31 : 21`, and the points of each side.
 * @param {Pick<RoundEnd, "scores" | "counts">} end
 */
export function sheet({ scores, counts }) {
  const totals = scores.rows.slice(-2);
  const row = (/** @type {[string, (number | null)[]]} */ [name, points]) => {
    const counted = counts[name];
    const total = totals.some((one) => one[0] === name);
    return make("tr", { className: total ? "total" : "" }, make("th", { scope: "row" }, name),
      make("td", { className: "counted" }, counted ? counted.map((one) => one ?? "?").join(" : ") : ""), ...points.map((one) => number(one, total)));
  };
  return make("div", { className: "wide" }, make("table", { className: "figures sheet" },
    make("thead", {}, make("tr", {}, make("td"), make("th", { scope: "col" }, "counted"), ...scores.sides.map((side) => make("th", { scope: "col" }, capital(side))))),
    make("tbody", {}, ...scores.rows.map(row))));
}

/** The score after each round. @param {string[]} sides @param {number[][]} rounds */
export function course(sides, rounds) {
  const from = Math.max(0, rounds.length - ROUNDS);
  const most = Math.max(1, ...rounds.flat());
  const bar = (/** @type {number} */ value) => make("meter", { min: "0", max: String(most), value: String(Math.max(0, value)), "aria-hidden": "true" });
  return make("table", { className: "figures course" }, make("caption", {}, "Score by round"),
    make("thead", {}, make("tr", {}, make("td"), ...sides.map((side) => make("th", { scope: "col" }, capital(side))))),
    make("tbody", {}, ...rounds.slice(from).map((scores, at) => make("tr", {}, make("th", { scope: "row" }, `Round ${from + at + 1}`),
      ...scores.map((one) => make("td", {}, bar(one), " ", String(one)))))));
}

/** What decided a match: the award that brought the winner most more than the best of the others. @param {ScoreTable} summary @param {number} winner */
export function decided(summary, winner) {
  const leads = summary.rows.slice(0, -1).map(([name, points]) => {
    const others = points.filter((_, at) => at !== winner - 1).map((one) => one ?? 0);
    return /** @type {[string, number]} */ ([name, (points[winner - 1] ?? 0) - Math.max(...others)]);
  });
  const [name, lead] = leads.sort((one, other) => other[1] - one[1])[0] ?? ["", 0];
  return lead > 0 ? `What decided it: ${name}, ${several(lead, "point")} more.` : null;
}

/** How a match ended, in two words. @param {Table} table */
export function result({ view }) {
  if (view.winner === null) return "nobody wins";
  const { name } = view.sides[view.winner - 1];
  return name === "you" ? "you win" : `${name} wins`;
}
