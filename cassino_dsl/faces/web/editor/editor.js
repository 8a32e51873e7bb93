// The editor of the workshop: CodeMirror for texts of variants, with findings, completion and hover.
// It stands in a shadow tree: its style sheets are objects there, which the page's strict policy allows.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippetCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, defaultHighlightStyle, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const underline = (colour) => ({ backgroundImage: "none", textDecoration: `underline wavy var(${colour})`, textUnderlineOffset: "3px", paddingBottom: "0" });
const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "14px" },
  "&.cm-focused": { outline: "3px solid var(--b)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 9%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)" },
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
const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.punctuation, tags.separator, tags.bracket], color: "var(--b)" },
]);

/** The text as it changes, and what is shown in it. `ask(what, text, at)`: the server's answer about a place. */
export class Editor {
  /** `changed` is told after each change; `label` is its name for screen readers. */
  constructor(place, { text, label, ask, changed }) {
    this.ask = ask;
    const root = place.attachShadow({ mode: "open" });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), indentOnInput(), indentUnit.of("  "),
          bracketMatching(), closeBrackets(), highlightSelectionMatches(), EditorView.lineWrapping, yaml(), theme,
          syntaxHighlighting(colours), syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          autocompletion({ override: [(context) => this.complete(context)], icons: false }),
          hoverTooltip((view, at) => this.explain(at)),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
          EditorView.contentAttributes.of({ "aria-label": label, autocapitalize: "off", autocorrect: "off" }),
          EditorView.updateListener.of((update) => { if (update.docChanged) changed(); }),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  focus() {
    this.view.focus();
  }

  /** Show findings of the text itself: lines and columns count from 1, columns in characters. */
  show(findings) {
    this.view.dispatch(setDiagnostics(this.view.state, findings.map((one) => {
      const from = this.at(one.line, one.column);
      const to = Math.max(from, this.at(one.end_line, one.end_column));
      return { from, to, severity: one.severity, source: one.code, message: one.help ? `${one.message}\n${one.help}` : one.message };
    })));
  }

  /** Go to a place, and to the finding there. */
  reveal(line, column) {
    const at = this.at(line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  /** Characters are counted as Python does: those beyond the basic plane are one, and two units of the text here. */
  at(line, column) {
    const { doc } = this.view.state;
    const found = doc.line(Math.min(Math.max(1, line ?? 1), doc.lines));
    const before = [...found.text].slice(0, Math.max(0, (column ?? 1) - 1)).join("");
    return Math.min(found.from + before.length, found.to);
  }

  // ---- what the language knows: the server is asked, which counts in characters as Python does

  async complete(context) {
    if (!context.explicit && !context.matchBefore(/\w/)) return null;
    const { proposals } = await this.asked("complete", context.pos) ?? {};
    if (!proposals?.length || context.aborted) return null;
    const [{ start, end }] = proposals;
    const same = proposals.filter((one) => one.start === start && one.end === end);
    return { from: this.units(start), to: this.units(end), options: same.map(proposal), validFor: /^[\w-]*$/ };
  }

  async explain(at) {
    const { told } = await this.asked("hover", at) ?? {};
    return told ? { pos: this.units(told.start), end: this.units(told.end), above: true, create: () => ({ dom: meaning(told.about) }) } : null;
  }

  /** The answer about a place of the text; none where the server has none, or the text is another one meanwhile. */
  async asked(what, at) {
    const { text } = this;
    const found = await this.ask(what, text, [...text.slice(0, at)].length).catch(() => null);
    return text === this.text ? found : null;
  }

  units(characters) {
    return [...this.text].slice(0, characters).join("").length;
  }
}

function proposal(one) {
  const info = one.about ? () => meaning(one.about) : undefined;
  const found = { label: one.label, detail: one.detail || one.kind, type: one.kind, boost: -one.order / 3, info };
  return one.snippet ? snippetCompletion(one.insert, found) : { ...found, apply: one.insert };
}

/** A little Markdown as elements: paragraphs, code between ticks, and lines of code. */
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
