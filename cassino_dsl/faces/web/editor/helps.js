// What helps while one writes: findings, what may stand at a place, what a word means, search.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippetCompletion } from "@codemirror/autocomplete";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";

/** @import { CompletionContext } from "@codemirror/autocomplete" */
/** @import { Proposal } from "./told" */

const underline = (/** @type {string} */ colour) => ({ backgroundImage: "none", textDecoration: `underline wavy var(${colour})`, textUnderlineOffset: "3px", paddingBottom: "0" });
const theme = EditorView.theme({
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--b) 22%, transparent)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--paper)", border: "1px solid var(--line)", color: "var(--ink)" },
  ".cm-textfield": { backgroundColor: "var(--paper)", border: "1px solid var(--line)", color: "var(--ink)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)", maxWidth: "min(34rem, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--paper)" },
  ".cm-completionInfo, .told": { padding: ".4rem .6rem", fontFamily: "var(--sans)", fontSize: "13px", lineHeight: "1.4" },
  ".told code": { fontFamily: "var(--mono)", fontWeight: "600" },
  ".told p": { margin: ".15rem 0" },
  ".told pre": { margin: ".15rem 0", whiteSpace: "pre-wrap" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "13px", borderLeftColor: "var(--bad)" },
  ".cm-lintRange-error": underline("--bad"),
  ".cm-lintRange-warning": underline("--b"),
  ".cm-lintPoint:after": { borderBottomColor: "var(--bad)" },
});

/**
 * All of it. `asked`: what the server answers about a place, which counts in characters as Python does.
 * @param {(what: string, at: number) => Promise<any>} asked @returns {import("@codemirror/state").Extension}
 */
export const helpOf = (asked) => [
  theme, bracketMatching(), closeBrackets(), highlightSelectionMatches(),
  autocompletion({ override: [(context) => complete(asked, context)], icons: false }),
  hoverTooltip(async (view, at) => {
    const { told } = await asked("hover", at) ?? {};
    return told ? { pos: units(view.state, told.start), end: units(view.state, told.end), above: true, create: () => ({ dom: meaning(told.about) }) } : null;
  }),
  keymap.of([...closeBracketsKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]),
];
export const shown = setDiagnostics;

/** @param {(what: string, at: number) => Promise<any>} asked @param {CompletionContext} context */
async function complete(asked, context) {
  if (!context.explicit && !context.matchBefore(/\w/)) return null;
  /** @type {{proposals?: Proposal[]}} */
  const { proposals } = await asked("complete", context.pos) ?? {};
  if (!proposals?.length || context.aborted) return null;
  const [{ start, end }] = proposals;
  const same = proposals.filter((one) => one.start === start && one.end === end);
  return { from: units(context.state, start), to: units(context.state, end), options: same.map(proposal), validFor: /^[\w-]*$/ };
}

/** @param {import("@codemirror/state").EditorState} state @param {number} characters */
const units = (state, characters) => [...state.doc.toString()].slice(0, characters).join("").length;

/** @param {Proposal} one */
function proposal(one) {
  const info = one.about ? () => meaning(one.about) : undefined;
  const found = { label: one.label, detail: one.detail || one.kind, type: one.kind, boost: -one.order / 3, info };
  return one.snippet ? snippetCompletion(one.insert, found) : { ...found, apply: one.insert };
}

/** A little Markdown as elements: paragraphs, code between ticks, and lines of code. @param {string} markdown */
function meaning(markdown) {
  const place = document.createElement("div");
  place.className = "told";
  for (const part of markdown.split("\n\n")) {
    const code = /^```\w*\n([^]*?)\n```$/.exec(part);
    const about = place.appendChild(document.createElement(code ? "pre" : "p"));
    for (const [n, text] of (code ? ["", code[1]] : part.replaceAll("**", "").split("`")).entries()) {
      if (n % 2) about.appendChild(document.createElement("code")).textContent = text;
      else about.append(text);
    }
  }
  return place;
}
