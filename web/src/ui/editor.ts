/** The code editor; loaded when a reader opens one. */
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export interface Editor {
  text(): string;
  set(text: string): void;
  /** Mark the line of an error; null, or a line that is not there, takes the mark away. */
  mark(line: number | null): void;
  focus(): void;
}

const setLine = StateEffect.define<number | null>();
const lineMark = Decoration.line({ class: "cm-fault" });
const fault = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setLine)) continue;
      const { doc } = transaction.state;
      const line = effect.value;
      return line === null ? Decoration.none : Decoration.set([lineMark.range(doc.line(line).from)]);
    }
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword], color: "var(--wtg-code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--wtg-code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--wtg-code-number)" },
  { tag: [tags.lineComment, tags.docString], color: "var(--wtg-mute)", fontStyle: "italic" },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)],
    color: "var(--wtg-code-name)",
  },
]);

/** Escape leaves the editor, so that Tab can indent without trapping the keyboard. */
const leave = {
  key: "Escape",
  run: (view: EditorView): boolean => {
    view.contentDOM.blur();
    const next = view.dom.closest("figure, section")?.querySelector<HTMLElement>("[data-leave], [data-action=check]");
    next?.focus();
    return true;
  },
};

export function openEditor(
  host: HTMLElement,
  text: string,
  options: { label: string; onChange(text: string): void; onRun(): void },
): Editor {
  // Tab moves on until the reader has begun to edit; then it indents.
  let working = false;
  const begin = (event: Event): void => {
    const key = event instanceof KeyboardEvent ? event.key : "";
    if (!["Tab", "Shift", "Control", "Alt", "Meta"].includes(key)) working = true;
  };
  const tab = {
    key: "Tab",
    run: (view: EditorView): boolean => working && indentMore(view),
    shift: (view: EditorView): boolean => working && indentLess(view),
  };
  const run = { key: "Mod-Enter", preventDefault: true, run: () => (options.onRun(), true) };
  const label = `${options.label}. Escape leaves the editor; Control and Enter run it.`;
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        history(),
        indentOnInput(),
        indentUnit.of("    "),
        bracketMatching(),
        highlightActiveLine(),
        syntaxHighlighting(colours),
        python(),
        fault,
        EditorView.domEventHandlers({ blur: () => void (working = false), mousedown: begin, keydown: begin }),
        keymap.of([run, leave, tab, ...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    set: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    mark: (line) => {
      const isThere = line !== null && Number.isInteger(line) && line >= 1 && line <= view.state.doc.lines;
      view.dispatch({ effects: setLine.of(isThere ? line : null) });
      if (isThere)
        view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "nearest" }) });
    },
    focus: () => view.focus(),
  };
}
