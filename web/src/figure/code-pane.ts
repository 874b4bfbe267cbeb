/** The figure's program, open to change. */
import { button, el, setText } from "../ui/dom";
import type { Editor } from "../ui/editor";

export interface CodeOptions {
  title: string;
  /** The book's program; null where it cannot be had. */
  original(): Promise<string | null>;
  /** What the program may use though it does not define it. */
  names: string[];
  onChange(code: string | null): void;
  onRun(): void;
}

export class CodePane {
  readonly #host: HTMLElement;
  readonly #options: CodeOptions;
  #code: string | null = null;
  #original = "";
  #editor: Editor | null = null;
  #output = el("pre", {
    class: "lf-output",
    tabindex: "0",
    hidden: true,
    "aria-label": "What the program printed",
  });
  #notice = el("p", { class: "lf-notice", hidden: true });
  #fault = el("p", { class: "lf-fault", role: "alert", hidden: true });
  #opening: Promise<void> | null = null;

  constructor(host: HTMLElement, options: CodeOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** The reader's code, or null while it is the book's. */
  get edited(): string | null {
    return this.#code;
  }

  open(): Promise<void> {
    return (this.#opening ??= this.#build().catch((error) => {
      this.#opening = null;
      throw error;
    }));
  }

  async #build(): Promise<void> {
    const box = el("div", { class: "lf-editor" });
    const tools = el(
      "div",
      { class: "lf-code-tools" },
      button("Run this code", () => this.#options.onRun(), { "data-action": "run-code", "data-leave": true }),
      button("Back to the book’s code", () => this.#back(), { "data-action": "reset-code" }),
      el("span", { class: "lf-hint" }, "Esc leaves the editor. Ctrl+Enter runs."),
    );
    const { names } = this.#options;
    const known = el("p", { class: "lf-known", hidden: names.length === 0 }, "Also known here: ");
    names.forEach((name, i) => known.append(i ? ", " : "", el("code", {}, name)));
    known.append(".");
    this.#host.replaceChildren(this.#notice, known, box, this.#fault, tools, this.#output);
    const [{ openEditor }, original] = await Promise.all([import("../ui/editor"), this.#options.original()]);
    if (original === null) throw new Error("the program was not fetched");
    this.#original = original;
    this.#editor = openEditor(box, this.#code ?? original, {
      label: `Program of ${this.#options.title}`,
      onChange: (text) => {
        this.#code = text === original ? null : text;
        this.#options.onChange(this.edited);
      },
      onRun: () => this.#options.onRun(),
    });
  }

  /** Takes over a program; null is the book's own. */
  set(code: string | null): void {
    this.#code = code;
    this.fault(null, null);
    this.notice(null);
    if (this.#editor) this.#editor.set(code ?? this.#original);
    else this.#options.onChange(this.edited);
  }

  /** The book's own program again, and what it draws. */
  #back(): void {
    this.set(null);
    this.#options.onRun();
  }

  notice(text: string | null): void {
    this.#notice.hidden = text === null;
    setText(this.#notice, text ?? "");
  }
  /** Show an error of the program; return false if the editor is closed. */
  fault(message: string | null, line: number | null): boolean {
    this.#fault.hidden = message === null;
    setText(this.#fault, message ?? "");
    this.#editor?.mark(line);
    return this.#editor !== null && this.#host.hasAttribute("data-open");
  }
  output(text: string): void {
    this.#output.hidden = text.trim() === "";
    setText(this.#output, text.length > 20_000 ? `${text.slice(0, 20_000)}\n…` : text);
  }
}
