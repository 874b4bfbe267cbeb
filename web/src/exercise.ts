/** An exercise: the reader's program, what the tests say about it, hints and at last the solution. */
import { find, setText, tell } from "./dom";
import type { Editor } from "./editor";
import type { Page } from "./page-parts";
import { addHelp } from "./help";
import type { ExerciseWork } from "./store";
import type { Verdict } from "./types";
import { results, summary } from "./verdict";

export class ExerciseView {
  readonly #root: HTMLElement;
  readonly #page: Page;
  readonly #id: string;
  readonly #starter: string;
  readonly #message: HTMLElement;
  #work: ExerciseWork;
  /** What the last check said of the program as it stands; null once it was changed, or when nothing was checked. */
  #now: "passed" | "failing" | null = null;
  #editor: Editor | null = null;
  #opening: Promise<Editor> | null = null;

  constructor(root: HTMLElement, page: Page) {
    this.#root = root;
    this.#page = page;
    this.#id = root.dataset.exercise ?? "";
    this.#starter = find(root, ".ex-starter").textContent ?? "";
    this.#message = find(root, ".ex-message");
    this.#work = page.store.get("exercises", this.#id) ?? { code: this.#starter, state: "new", hints: 0 };
    const on = (action: string, work: () => unknown): void =>
      find(root, `[data-action=${action}]`).addEventListener("click", () => void work());
    on("check", () => this.check());
    on("stop", () => page.engine.stop(this));
    on("reset", () => this.reset());
    this.#state(this.#work.state);
    addHelp(root, page.live, { open: this.#work.hints, onOpen: (hints) => this.#keep({ hints }) });
    this.#watch();
  }

  /** The editor comes when the exercise is in view; until then the starter is plain text. */
  #watch(): void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((e) => e.isIntersecting)) return;
        observer.disconnect();
        void this.#open();
      },
      { rootMargin: "200px" },
    );
    observer.observe(this.#root);
    this.#root.addEventListener("focusin", () => void this.#page.engine.warm(), { once: true });
  }

  #open(): Promise<Editor> {
    return (this.#opening ??= import("./editor").then(({ openEditor }) => {
      const host = find(this.#root, ".ex-editor");
      host.replaceChildren();
      this.#editor = openEditor(host, this.#work.code, {
        label: `Your answer to ${find(this.#root, ".ex-title").textContent ?? "the exercise"}`,
        onChange: (code) => {
          this.#keep({ code });
          this.#state(this.#work.state, null);
        },
        onRun: () => void this.check(),
      });
      return this.#editor;
    }));
  }

  #keep(change: Partial<ExerciseWork>): void {
    this.#work = { ...this.#work, ...change };
    const fresh = this.#work.state === "new" && this.#work.hints === 0 && this.#work.code === this.#starter;
    this.#page.store.set("exercises", this.#id, fresh ? null : this.#work);
  }

  /** Who has passed once has passed; what is said beside it is true of the program that is there now. */
  #state(state: ExerciseWork["state"], now = this.#now): void {
    this.#now = now;
    this.#root.dataset.state = state;
    if (now) this.#root.dataset.now = now;
    else delete this.#root.dataset.now;
    const before = now === "failing" ? "passed before, failing now" : "passed before";
    const passed = now === "passed" ? "passed" : before;
    setText(this.#root.querySelector(".ex-state"), state === "passed" ? passed : state === "tried" ? "tried" : "");
    find<HTMLButtonElement>(this.#root, "[data-action=solution]").disabled = state === "new";
  }

  #busy(busy: boolean): void {
    this.#root.toggleAttribute("data-busy", busy);
    this.#root.setAttribute("aria-busy", String(busy));
    find<HTMLButtonElement>(this.#root, "[data-action=stop]").disabled = !busy;
    find<HTMLButtonElement>(this.#root, "[data-action=check]").disabled = busy;
  }

  async check(): Promise<void> {
    const editor = await this.#open();
    editor.mark(null);
    tell(this.#message, null);
    for (const name of [".ex-results", ".ex-output"]) find(this.#root, name).hidden = true;
    this.#busy(true);
    setText(find(this.#root, ".ex-say"), this.#page.engine.isUp ? "Checking…" : "Starting the interpreter…");
    const answer = await this.#page.engine.check(this, this.#id, editor.text());
    this.#busy(false);
    const state = this.#work.state === "passed" ? "passed" : "tried";
    if (!("kind" in answer)) return this.#show(answer);
    setText(find(this.#root, ".ex-say"), answer.kind === "error" ? "" : "Stopped.");
    if (answer.kind !== "error") return;
    this.#keep({ state });
    this.#state(state, "failing");
    tell(this.#message, answer.error.message);
    editor.mark(answer.error.line ?? null);
  }

  #show(verdict: Verdict): void {
    const state = verdict.passed || this.#work.state === "passed" ? "passed" : "tried";
    this.#keep({ state });
    this.#state(state, verdict.passed ? "passed" : "failing");
    setText(find(this.#root, ".ex-say"), summary(verdict));
    const list = find(this.#root, ".ex-results");
    list.replaceChildren(...results(verdict));
    list.hidden = verdict.tests.length === 0;
    const output = find(this.#root, ".ex-output");
    output.hidden = !verdict.output?.trim();
    setText(output, verdict.output ?? "");
    const error = verdict.error;
    tell(this.#message, error ? `${error.line ? `line ${error.line}: ` : ""}${error.message}` : null);
    this.#editor?.mark(error?.line ?? null);
  }

  reset(): void {
    this.#page.engine.stop(this);
    this.#keep({ code: this.#starter });
    this.#editor?.set(this.#starter);
    this.#state(this.#work.state, null);
    this.#editor?.mark(null);
    tell(this.#message, null);
    setText(find(this.#root, ".ex-say"), "");
    for (const name of [".ex-results", ".ex-output"]) find(this.#root, name).hidden = true;
  }
}
