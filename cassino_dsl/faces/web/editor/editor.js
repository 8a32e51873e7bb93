// The editor of the workshop: CodeMirror for texts of variants, with findings, completion and hover.
// It stands in a shadow tree: its style sheets are objects there, which the page's strict policy allows.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
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
  ".told .kind": { color: "var(--faint)" },
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

/** The text as it changes, and what is shown in it. `words`: what the language knows, from the server. */
export class Editor {
  /** `changed` is told after each change; `label` is its name for screen readers. */
  constructor(place, { text, label, words, changed }) {
    this.words = words;
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

  // ---- what the language knows

  complete(context) {
    const { doc } = context.state;
    const line = doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const word = context.matchBefore(/[\w-]*/);
    if (!context.explicit && !word.text) return null;
    const key = /^(\s*(?:- )*)[\w -]*$/.exec(before);
    if (key) {
      const options = this.keys(this.pathAt(line.number, key[1].length));
      if (options.length) return { from: word.from, options: options.map((one) => told(one, `${one.name}: `)), validFor: /^[\w-]*$/ };
    }
    return { from: word.from, options: this.values(before), validFor: /^[\w-]*$/ };
  }

  /** What may stand where a value stands: names of what is shipped, where a text names it, else words of expressions. */
  values(before) {
    const key = /([\w ]+):[^:]*$/.exec(before)?.[1]?.trim();
    if (key === "extends" || key === "over") return this.words.variants.map((one) => ({ label: one.name, detail: one.title }));
    if (key === "with") return this.words.rules.map((one) => ({ label: one.name, detail: one.title }));
    const kinds = { on: ["event"], do: ["effect", "function"], play: ["form", "function"], take: ["form", "function"] }[key] ?? ["function", "quantifier", "operator", "form", "effect"];
    const known = this.words.words.filter((one) => kinds.includes(one.kind) && /^\w/.test(one.name));
    return [...new Map(known.map((one) => [one.name, told(one)])).values(), ...this.own()];
  }

  /** Names that the text declares itself. */
  own() {
    const found = [];
    let section = "";
    for (const text of this.text.split("\n")) {
      const top = /^(\w+):/.exec(text);
      if (top) section = top[1];
      const name = /^ {1,4}([A-Za-z_]\w*)(?:\([\w, ]*\))?:/.exec(text);
      if (name && ["terms", "memory", "options", "zones", "effects"].includes(section)) found.push({ label: name[1], detail: section });
    }
    return [...new Map(found.map((one) => [one.label, one])).values()];
  }

  keys(path) {
    return this.words.words.filter((one) => one.path && one.path.length === path.length + 1
      && path.every((name, at) => one.path[at] === "NAME" || one.path[at] === name));
  }

  /** The keys above a line that is so far indented, from the outermost. */
  pathAt(number, indent) {
    const { doc } = this.view.state;
    const path = [];
    let least = indent;
    for (let n = number - 1; n >= 1 && least > 0; n -= 1) {
      const found = /^(\s*(?:- )*)([^\s#:][^:]*):/.exec(doc.line(n).text);
      if (found && found[1].length < least) {
        least = found[1].length;
        path.unshift(found[2].trim());
      }
    }
    return path;
  }

  explain(at) {
    const { doc } = this.view.state;
    const line = doc.lineAt(at);
    const within = [...line.text.matchAll(/[A-Za-z_][\w-]*/g)].find((one) => line.from + one.index <= at && at <= line.from + one.index + one[0].length);
    if (!within) return null;
    const isKey = /^\s*(?:- )*$/.test(line.text.slice(0, within.index)) && line.text[within.index + within[0].length] === ":";
    const here = isKey ? this.keys(this.pathAt(line.number, within.index)).filter((one) => one.name === within[0]) : [];
    const all = this.words.words.filter((one) => one.name === within[0] && (isKey ? false : one.kind !== "key"));
    const found = here.length ? here : all;
    if (!found.length) return null;
    return { pos: line.from + within.index, end: line.from + within.index + within[0].length, above: true, create: () => ({ dom: meaning(found) }) };
  }
}

function told(one, apply) {
  return { label: one.name, detail: one.kind, apply, type: one.kind, info: () => meaning([one]) };
}

/** What words mean, as elements. */
function meaning(found) {
  const place = document.createElement("div");
  place.className = "told";
  for (const one of found.slice(0, 4)) {
    const form = document.createElement("p");
    const code = form.appendChild(document.createElement("code"));
    code.textContent = one.form;
    const kind = form.appendChild(document.createElement("span"));
    kind.className = "kind";
    kind.textContent = ` ${one.kind}`;
    const about = document.createElement("p");
    about.textContent = [one.about, one.where].filter(Boolean).join(" · ");
    place.append(form, about);
  }
  return place;
}
