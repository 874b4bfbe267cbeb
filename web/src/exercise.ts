/** An exercise: the reader's program, what the tests say about it, hints and at last the solution. */
import { button, el, find, setText, tell } from "./dom";
import type { Editor } from "./editor";
import type { Page } from "./figure";
import type { ExerciseWork } from "./store";
import type { Exercise, Verdict } from "./types";
import { results, summary } from "./verdict";

export class ExerciseView {
  readonly #root: HTMLElement;
  readonly #page: Page;
  readonly #id: string;
  readonly #starter: string;
  readonly #message: HTMLElement;
  #work: ExerciseWork;
  #editor: Editor | null = null;
  #opening: Promise<Editor> | null = null;
  #exercise: Promise<Exercise> | null = null;

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
    on("hint", () => this.#hint());
    on("reset", () => this.reset());
    on("solution", () => this.#ask());
    this.#state(this.#work.state);
    if (this.#work.hints > 0) void this.#showHints();
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
        onChange: (code) => this.#keep({ code }),
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

  #state(state: ExerciseWork["state"]): void {
    this.#root.dataset.state = state;
    setText(
      this.#root.querySelector(".ex-state"),
      state === "passed" ? "passed" : state === "tried" ? "tried" : "",
    );
    find<HTMLButtonElement>(this.#root, "[data-action=solution]").disabled = state === "new";
  }

  #busy(busy: boolean): void {
    this.#root.toggleAttribute("data-busy", busy);
    this.#root.setAttribute("aria-busy", String(busy));
    find<HTMLButtonElement>(this.#root, "[data-action=stop]").disabled = !busy;
    find<HTMLButtonElement>(this.#root, "[data-action=check]").disabled = busy;
  }

  #load(): Promise<Exercise> {
    this.#exercise ??= fetch(new URL(`exercises/${this.#id}.json`, this.#page.live)).then((r) => {
      if (!r.ok) throw new Error(`the exercise could not be loaded (${r.status})`);
      return r.json() as Promise<Exercise>;
    });
    this.#exercise.catch(() => (this.#exercise = null));
    return this.#exercise;
  }

  async check(): Promise<void> {
    const editor = await this.#open();
    editor.mark(null);
    tell(this.#message, null);
    this.#busy(true);
    setText(find(this.#root, ".ex-say"), this.#page.engine.isUp ? "Checking…" : "Starting the interpreter…");
    const answer = await this.#page.engine.check(this, this.#id, editor.text());
    this.#busy(false);
    const state = this.#work.state === "passed" ? "passed" : "tried";
    if (!("kind" in answer)) return this.#show(answer);
    setText(find(this.#root, ".ex-say"), answer.kind === "error" ? "" : "Stopped.");
    if (answer.kind !== "error") return;
    this.#keep({ state });
    this.#state(state);
    tell(this.#message, answer.error.message);
    editor.mark(answer.error.line ?? null);
  }

  #show(verdict: Verdict): void {
    const state = verdict.passed || this.#work.state === "passed" ? "passed" : "tried";
    this.#keep({ state });
    this.#state(state);
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

  async #hint(): Promise<void> {
    this.#keep({ hints: this.#work.hints + 1 });
    await this.#showHints();
  }

  async #showHints(): Promise<void> {
    try {
      const { hints } = await this.#load();
      const open = Math.min(this.#work.hints, hints.length);
      if (open !== this.#work.hints) this.#keep({ hints: open });
      const list = find(this.#root, ".ex-hints");
      list.hidden = open === 0;
      list.replaceChildren(
        ...hints.slice(0, open).map((html) => {
          const item = el("li");
          item.innerHTML = html;
          return item;
        }),
      );
      const hint = find<HTMLButtonElement>(this.#root, "[data-action=hint]");
      hint.disabled = open >= hints.length;
      hint.textContent = open >= hints.length ? "No more hints" : open ? "Next hint" : "Hint";
    } catch (error) {
      tell(this.#message, (error as Error).message);
    }
  }

  reset(): void {
    this.#page.engine.stop(this);
    this.#keep({ code: this.#starter });
    this.#editor?.set(this.#starter);
    this.#editor?.mark(null);
    tell(this.#message, null);
    setText(find(this.#root, ".ex-say"), "");
    for (const name of [".ex-results", ".ex-output"]) find(this.#root, name).hidden = true;
  }

  #ask(): void {
    const yes = button("Show the solution", () => this.#solve(), { "data-action": "solution-yes" });
    const no = button("Not yet", () => tell(this.#message, null), { "data-action": "solution-no" });
    tell(this.#message, "Your program stays where it is; the solution opens below it.", "note", yes, no);
    yes.focus();
  }

  async #solve(): Promise<void> {
    try {
      const { solution } = await this.#load();
      tell(this.#message, null);
      const old = this.#root.querySelector(".ex-solution");
      const code = el("pre", { tabindex: "0" }, el("code", {}, solution));
      const block = el(
        "details",
        { class: "ex-solution", open: true },
        el("summary", {}, "A solution"),
        code,
      );
      if (old) old.replaceWith(block);
      else find(this.#root, ".ex-tools").after(block);
    } catch (error) {
      tell(this.#message, (error as Error).message);
    }
  }
}
