// The editor of the workshop: CodeMirror for texts of variants. What helps while one writes comes when somebody goes there.
// It stands in a shadow tree: its style sheets are objects there, which the page's strict policy allows.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { indentService, indentUnit } from "@codemirror/language";
import { EditorState, StateEffect } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, MatchDecorator, ViewPlugin } from "@codemirror/view";

/** @import { Finding } from "./told" */

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "14px" },
  "&.cm-focused": { outline: "3px solid var(--b)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 9%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)" },
  ".of-key": { color: "var(--accent)", fontWeight: "600" },
  ".of-comment": { color: "var(--faint)", fontStyle: "italic" },
  ".of-bracket": { color: "var(--b)" },
});

// a line of YAML as it is coloured: what is quoted is left alone, and no more is known of its grammar here
const WORDS = /(?<![^\s[{,:])(?:"(?:[^"\\]|\\.)*"|'[^']*')|(?<comment>(?<!\S)#.*)|(?<key>(?:(?<=^\s*(?:-\s+)*)|(?<=[{,]\s*))[\w-]+(?=:(?:\s|$)))|(?<bracket>[[\]{}]|(?<=^\s*)-(?=\s))/g;
const marks = { comment: Decoration.mark({ class: "of-comment" }), key: Decoration.mark({ class: "of-key" }), bracket: Decoration.mark({ class: "of-bracket" }) };
const words = new MatchDecorator({
  regexp: WORDS,
  decorate: (add, from, to, { groups = {} }) => {
    for (const [kind, mark] of Object.entries(marks)) if (groups[kind]) add(from, to, mark);
  },
});
const colours = ViewPlugin.define((view) => ({
  shown: words.createDeco(view),
  /** @param {import("@codemirror/view").ViewUpdate} update */
  update(update) { this.shown = words.updateDeco(update, this.shown); },
}), { decorations: (plugin) => plugin.shown });

/** A line is indented as the one before, and more where that opens something. */
const indents = indentService.of((context, at) => {
  const line = context.lineAt(at, -1);
  const text = line.from === at && at > 0 ? context.state.doc.lineAt(at - 1).text : line.text;
  return (/^\s*/.exec(text)?.[0].length ?? 0) + (/:(?:\s+[|>]-?)?\s*$/.test(text) ? context.unit : 0);
});

/** The text as it changes, and what is shown in it. */
export class Editor {
  /**
   * @param {HTMLElement} place
   * @param {{text: string, label: string, ask(what: string, text: string, at: number): Promise<any>, changed(): void}} wishes `ask`: the
   *   server's answer about a place; `changed`: told after each change; `label`: its name for screen readers
   */
  constructor(place, { text, label, ask, changed }) {
    this.ask = ask;
    /** @type {Promise<typeof import("./helps.js")> | undefined} */
    this.help = undefined;
    const root = place.attachShadow({ mode: "open" });
    /** @type {EditorView} */
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), indents, indentUnit.of("  "),
          EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]), EditorView.lineWrapping, theme, colours,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ "aria-label": label, autocapitalize: "off", autocorrect: "off" }),
          EditorView.updateListener.of((update) => { if (update.docChanged) changed(); }),
        ],
      }),
    });
    for (const comes of ["focusin", "pointerenter"]) place.addEventListener(comes, () => { void this.helped(); }, { once: true });
  }

  /** What helps while one writes, once it is there. */
  helped() {
    this.help ??= import("./helps.js").then((helps) => {
      this.view.dispatch({ effects: StateEffect.appendConfig.of(helps.helpOf((what, at) => this.asked(what, at))) });
      return helps;
    });
    return this.help;
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

  /** Show findings of the text itself: lines and columns count from 1, columns in characters. @param {Finding[]} findings */
  async show(findings) {
    if (!findings.length && !this.help) return;
    const { text } = this;
    const { shown } = await this.helped();
    if (text !== this.text) return;
    this.view.dispatch(shown(this.view.state, findings.map((one) => {
      const from = this.at(one.line, one.column);
      const to = Math.max(from, this.at(one.end_line, one.end_column));
      return { from, to, severity: one.severity, source: one.code, message: one.help ? `${one.message}\n${one.help}` : one.message };
    })));
  }

  /** Go to a place, and to the finding there. @param {number} line @param {number | null} column */
  reveal(line, column) {
    const at = this.at(line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  /** Characters are counted as Python does: those beyond the basic plane are one, and two units of the text here. @param {number | null} line @param {number | null} column */
  at(line, column) {
    const { doc } = this.view.state;
    const found = doc.line(Math.min(Math.max(1, line ?? 1), doc.lines));
    const before = [...found.text].slice(0, Math.max(0, (column ?? 1) - 1)).join("");
    return Math.min(found.from + before.length, found.to);
  }

  /**
   * The answer about a place of the text; none where the server has none, or the text is another one meanwhile.
   * @param {string} what @param {number} at @returns {Promise<any>}
   */
  async asked(what, at) {
    const { text } = this;
    const found = await this.ask(what, text, [...text.slice(0, at)].length).catch(() => null);
    return text === this.text ? found : null;
  }
}
