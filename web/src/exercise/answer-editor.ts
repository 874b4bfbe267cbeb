/** Where an answer is given: a program in an editor, or fields. */
import { find, setText } from "../ui/dom";
import type { Editor } from "../ui/editor";
import { sameAnswer, type Answer } from "../work/work";

export const isProgram = (kind: string | undefined): boolean => kind === "write" || kind === "mend";

export interface AnswerFault {
  message: string;
  line?: number | null;
  field?: string | null;
}
export interface AnswerEditor {
  /** What stands there untouched. */
  readonly start: Answer;
  /** Another variant may begin with another program; null: with the page's own. */
  begin(starter: string | null): void;
  answer(): Answer;
  /** Puts an answer there; this is no change by the reader. */
  set(answer: Answer): void;
  /** Mark an error (null: remove the mark); return whether the line is shown there. */
  mark(mark: AnswerFault | null): boolean;
  /** Loads what takes time: the reader is near. */
  open(): Promise<void>;
}
/** Text that was not typed is no answer. */
export const typedIn = (editor: AnswerEditor): Answer | undefined =>
  sameAnswer(editor.answer(), editor.start) ? undefined : editor.answer();
interface EditorEvents {
  changed(): void;
  check(): void;
  /** The parts that take time did not load. */
  lacks(error: Error): void;
}

/** The editor is loaded when it is needed; until then the program is plain text. */
export class ProgramEditor implements AnswerEditor {
  start: string;
  readonly #first: string;
  readonly #root: HTMLElement;
  readonly #events: EditorEvents;
  #text: string;
  #editor: Editor | null = null;
  #opening: Promise<void> | null = null;
  #quiet = false;

  constructor(root: HTMLElement, events: EditorEvents) {
    this.#root = root;
    this.#events = events;
    this.#text = this.start = this.#first = find(root, ".ex-starter").textContent ?? "";
    find(root, ".ex-editor").addEventListener(
      "focusin",
      () => void this.open().catch((error: Error) => events.lacks(error)),
    );
  }
  begin(starter: string | null): void {
    this.start = starter ?? this.#first;
  }
  answer(): string {
    return this.#text;
  }
  set(answer: Answer): void {
    this.#text = typeof answer === "string" ? answer : this.start;
    this.#quiet = true;
    if (this.#editor) this.#editor.set(this.#text);
    else setText(this.#root.querySelector(".ex-starter code"), this.#text);
    this.#quiet = false;
  }
  mark(mark: AnswerFault | null): boolean {
    this.#editor?.mark(mark?.line ?? null);
    return false;
  }
  open(): Promise<void> {
    this.#opening ??= import("../ui/editor").then(({ openEditor }) => {
      const host = find(this.#root, ".ex-editor");
      const isAtIt = host.contains(document.activeElement);
      host.replaceChildren();
      for (const name of ["tabindex", "role", "aria-label"]) host.removeAttribute(name); // the editor has its own
      const editor = (this.#editor = openEditor(host, this.#text, {
        label: `Your answer to ${find(this.#root, ".ex-title").textContent ?? "the exercise"}`,
        onChange: (text) => {
          this.#text = text;
          if (!this.#quiet) this.#events.changed();
        },
        onRun: () => this.#events.check(),
      }));
      if (isAtIt) editor.focus();
    });
    this.#opening.catch(() => (this.#opening = null)); // it may load another time
    return this.#opening;
  }
}

const isSwitch = (input: HTMLInputElement): boolean => input.type === "checkbox";
/** Nothing typed, or nothing chosen. */
const isEmpty = (field: HTMLElement): boolean =>
  [...field.querySelectorAll("input")].every(
    (input) => !input.checked && (input.type === "radio" || !input.value.trim()),
  );

export class FieldsEditor implements AnswerEditor {
  readonly start: Record<string, string | boolean>;
  readonly #fields: HTMLElement[];
  readonly #inputs: HTMLInputElement[];

  constructor(root: HTMLElement, events: EditorEvents) {
    const all = find<HTMLFieldSetElement>(root, ".ex-fields");
    this.#fields = [...all.querySelectorAll<HTMLElement>("[data-field]")];
    this.#inputs = [...all.querySelectorAll("input")];
    this.start = {};
    for (const { name, type, value, defaultChecked } of this.#inputs) {
      if (type === "checkbox") this.start[name] = defaultChecked;
      else if (type !== "radio" || defaultChecked) this.start[name] = value;
      else this.start[name] ??= "";
    }
    this.set(this.start);
    all.disabled = false;
    all.addEventListener("input", ({ target }) => {
      this.#mark((target as Element).closest<HTMLElement>("[data-field]"), "");
      events.changed();
    });
  }
  begin(): void {} // a form is the same in all variants
  answer(): Record<string, string | boolean> {
    const given = { ...this.start };
    for (const input of this.#inputs) {
      if (isSwitch(input)) given[input.name] = input.checked;
      else if (input.type !== "radio") given[input.name] = input.value;
      else if (input.checked) given[input.name] = input.value;
    }
    return given;
  }
  set(answer: Answer): void {
    const given = { ...this.start, ...(typeof answer === "string" ? {} : answer) };
    for (const input of this.#inputs) {
      const value = given[input.name];
      if (isSwitch(input)) input.checked = value === true;
      else if (input.type === "radio") input.checked = value === input.value;
      else input.value = typeof value === "string" ? value : "";
    }
  }
  #mark(field: HTMLElement | null, line: string): void {
    if (!field) return;
    const fault = find(field, ".ex-fault");
    fault.hidden = line === "";
    setText(fault, line);
    const marked = field.matches("[role=radiogroup]") ? field : find(field, "input");
    if (line) marked.setAttribute("aria-invalid", "true");
    else marked.removeAttribute("aria-invalid");
  }
  /** Who left one field empty is shown the others, too. */
  mark(mark: AnswerFault | null): boolean {
    const blamed = mark && this.#fields.find((field) => field.dataset.field === mark.field);
    for (const field of this.#fields) {
      const empty = blamed && isEmpty(blamed) && isEmpty(field);
      const line = field === blamed ? (mark?.message ?? "") : empty ? "This one is empty, too." : "";
      this.#mark(field, line);
    }
    blamed?.querySelector<HTMLInputElement>("input:checked, input")?.focus();
    return blamed != null;
  }
  open(): Promise<void> {
    return Promise.resolve();
  }
}
