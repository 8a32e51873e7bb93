// The workshop: a text, its findings as one types, and what it comes to when asked. Nothing of a text runs before that.
import { $, ask, field, make, save, several, trouble } from "./dom.js";
import { Editor } from "./editor.js";
import { linkOf, textOf } from "./link.js";
import { PANELS } from "./panels.js";
import { optionLines, settingsOf, showGoingOn } from "./sitting.js";

/** @import { Row } from "./panels.js" */
/** @import { Found, Known, TextAbout } from "../editor/told" */

const KEPT = "workshop"; // the text as it was left, in this browser
const PAUSE = 500; // milliseconds after the last key before the text is looked at
const BEGIN = "dsl: 1\nextends: cassino\ntitle: My game\n";

/** @type {Known} */
const known = await ask("/workshop/words").catch((fault) => { trouble(fault.message); throw fault; });
/** @type {import("../editor/editor").Editor} */
const editor = /** @type {any} */ (new Editor($("editor"), {
  text: localStorage.getItem(KEPT) ?? BEGIN, label: "The text of a variant or a house rule", changed,
  ask: async (/** @type {string} */ what, /** @type {string} */ text, /** @type {number} */ at) => (resting ? null : ask(`/workshop/${what}`, { text, at })),
}));
/** @type {TextAbout | null} */
let about = null; // what is known of the text since it was sound last
let sound = true; // whether it has no errors, as far as is known
let number = 0; // the last look at it; older answers are let go
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let looking = false;
let missed = false; // whether the last look at it failed, and says so
let resting = false; // a text that came by a link: nothing of it is looked at before somebody says so

// ---- looking at the text as one types

function changed() {
  $("link-part").hidden = true;
  trouble();
  if (resting) return;
  localStorage.setItem(KEPT, editor.text);
  number += 1;
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
  $("state").textContent = "…";
  for (const panel of panels) panel.old();
}

async function look() {
  if (looking || resting) return; // it is asked again once the answer has come
  const mine = number;
  looking = true;
  try {
    const found = await ask("/workshop/check", { text: editor.text });
    if (mine === number) showFindings(found);
  } catch (fault) {
    if (mine === number) {
      $("state").textContent = "not looked at";
      missed = true;
      trouble(/** @type {Error} */ (fault).message);
    }
  } finally {
    looking = false;
    if (mine !== number) timer = setTimeout(look, PAUSE);
  }
}

/** @param {Found} found */
function showFindings(found) {
  if (missed) trouble();
  missed = false;
  const own = found.diagnostics.filter((one) => one.file === null || one.file === "yours.yaml");
  editor.show(own);
  const errors = found.diagnostics.filter((one) => one.severity === "error").length;
  const warnings = found.diagnostics.length - errors;
  $("state").textContent = errors || warnings ? `${several(errors, "error")}, ${several(warnings, "warning")}` : "no findings";
  if (found.about) {
    about = found.about;
    optionLines($("options"), about.options, chosen);
    $("options-part").hidden = !about.options.length;
    showOver(about);
  }
  sound = found.sound;
  panels[0].tell(found);
  for (const panel of panels) panel.suit(about);
}

// ---- over which game a house rule is laid: its text says so, or the program has taken one that it fits

const OVER = /^over:[ \t]*["']?([\w-]+)["']?.*$/m;

/** @param {TextAbout} about */
function showOver(about) {
  const said = editor.text.match(OVER)?.[1];
  $("over-part").hidden = !about.house;
  field("over").value = said ?? about.base ?? "";
  $("over-unsaid").textContent = said ? "" : "The text names no game: choose one to write it there.";
}

$("over").append(...known.variants.map(({ name, title }) => make("option", { value: name }, title)));
$("over").addEventListener("change", () => {
  const line = `over: ${field("over").value}`;
  const { text } = editor;
  editor.text = OVER.test(text) ? text.replace(OVER, line) : text.replace(/^house:.*$/m, (/** @type {string} */ house) => `${house}\n${line}`);
});

/** Another value of an option: what is shown is of another game. */
function chosen() {
  for (const panel of panels) {
    panel.old();
    if (!panel.body.hidden) panel.runAlone();
  }
}

// ---- panels

/** One of the tabs: what it shows is asked for once it is looked at, or by its own button. */
class Panel {
  /** @param {Row} row @param {number} at */
  constructor({ id, title, fill, asks }, at) {
    this.fill = fill;
    this.asks = asks;
    this.tab = make("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "aria-selected": "false", tabIndex: at ? -1 : 0, onclick: () => open(this) }, title);
    this.wishes = make("form", { className: "wishes", onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); this.run(); } });
    this.place = make("div", { className: "told-here" });
    this.note = make("p", { className: "faint", role: "status" });
    this.body = make("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, className: "panel", tabIndex: 0, hidden: true }, this.wishes, this.note, this.place);
    this.fresh = false;
    this.asks.prepare?.(this, known);
  }

  /** @param {TextAbout | null} found */
  suit(found) {
    this.asks.suit?.(this, found);
    if (!this.body.hidden) this.runAlone();
  }

  /** The text has changed: what is shown is of another one. */
  old() {
    this.fresh = false;
    if (this.place.childElementCount) this.note.textContent = "The text has changed since.";
  }

  /** @param {any} found */
  tell(found) {
    this.fresh = true;
    this.note.textContent = "";
    this.fill(this.place, found, editor);
  }

  /** Ask by itself, where that is what the panel does and there is something to ask. */
  runAlone() {
    if (!this.asks.alone || this.fresh || resting) return;
    if (sound) this.run();
    else this.note.textContent = "The text has errors, which come first.";
  }

  async run() {
    const mine = number;
    const button = /** @type {HTMLButtonElement | null} */ (this.wishes.querySelector("[type=submit]"));
    this.fresh = true;
    this.note.textContent = this.asks.waiting ?? "…";
    if (button) button.disabled = true;
    try {
      const wishes = { text: editor.text, settings: settingsOf($("options")), ...this.asks.wished?.(this) };
      const found = await (this.asks.answer ?? asked)(this.asks.question, wishes);
      this.tell(found);
      if (mine !== number) this.old();
    } catch (fault) {
      this.note.textContent = /** @type {Error} */ (fault).message;
      this.place.replaceChildren();
    } finally {
      if (button) button.disabled = false;
    }
  }
}

/** @param {string | undefined} question @param {object} wishes */
const asked = (question, wishes) => ask(`/workshop/${question}`, wishes);
const panels = PANELS.map((one, at) => new Panel(one, at));
$("tabs").append(...panels.map((panel) => panel.tab));
$("panels").append(...panels.map((panel) => panel.body));

/** @param {Panel} chosen */
function open(chosen) {
  for (const panel of panels) {
    const is = panel === chosen;
    panel.tab.setAttribute("aria-selected", String(is));
    panel.tab.tabIndex = is ? 0 : -1;
    panel.body.hidden = !is;
  }
  chosen.runAlone();
}

$("tabs").addEventListener("keydown", (event) => {
  const by = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })[event.key];
  if (!by) return;
  event.preventDefault();
  const next = panels[(panels.findIndex((panel) => panel.tab === document.activeElement) + by + panels.length) % panels.length];
  next.tab.focus();
  open(next);
});

// ---- where a text comes from, and where it goes

/** @param {string} text */
function begin(text) {
  rest(false);
  editor.text = text;
  editor.focus();
}

/** @param {string} label @param {{name: string, title: string}[]} rows @param {string} kind */
const group = (label, rows, kind) => make("optgroup", { label }, ...rows.map((one) => make("option", { value: `${kind}/${one.name}` }, one.title)));
$("shipped").append(group("a game", known.variants, "variants"), group("a house rule", known.rules, "rules"));
$("shipped").addEventListener("change", async () => {
  const wanted = field("shipped").value;
  field("shipped").value = "";
  if (!wanted) return;
  try {
    begin((await ask(`/workshop/texts/${wanted}`)).text);
  } catch (fault) {
    trouble(/** @type {Error} */ (fault).message);
  }
});

$("file").addEventListener("change", async () => {
  const file = field("file").files?.[0];
  if (file && file.size > known.most) trouble(`A text here has at most ${known.most / 1024} KiB.`);
  else if (file) begin(await file.text());
  field("file").value = "";
});

$("save").addEventListener("click", () => save(new Blob([editor.text], { type: "application/yaml" }), "my-game.yaml"));

// ---- links

/** Let a text lie as it came, or go on with the one that is shown. @param {boolean} is */
function rest(is) {
  if (is === resting) return;
  resting = is;
  $("resting").hidden = !is;
  $("answers").hidden = is;
  if (is) $("state").textContent = "not looked at";
  else history.replaceState(null, "", "/workshop");
}

/** What a link holds is shown, and waits. */
async function arrive() {
  try {
    const text = await textOf(location.hash);
    if (text === null) return;
    rest(true);
    number += 1; // answers about another text are let go
    editor.show([]);
    editor.text = text;
  } catch (fault) {
    history.replaceState(null, "", "/workshop");
    trouble(/** @type {Error} */ (fault).message);
  }
}

$("take").addEventListener("click", () => { rest(false); changed(); editor.focus(); });
$("own").addEventListener("click", () => begin(localStorage.getItem(KEPT) ?? BEGIN));
$("share").addEventListener("click", async () => {
  try {
    field("link").value = await linkOf(editor.text);
    $("link-part").hidden = false;
    field("link").select();
    await navigator.clipboard?.writeText(field("link").value).then(() => { $("copied").textContent = "Copied."; }, () => undefined);
  } catch (fault) {
    trouble(/** @type {Error} */ (fault).message);
  }
});
addEventListener("hashchange", arrive);

showGoingOn();
open(panels[0]);
await arrive();
look();
