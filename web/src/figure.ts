/** A live figure: its inputs start runs, its runs become pictures and words. */
import { CodePane } from "./codepane";
import { Controls } from "./controls";
import { button, find, tell } from "./dom";
import type { Outcome } from "./engine";
import { undrawable } from "./failure";
import { Memory } from "./memory";
import { presetOf, presetValues } from "./params";
import type { Page } from "./page-parts";
import { Picture, type Drawing } from "./picture";
import { showResult } from "./report";
import { showState } from "./state";
import { addTools } from "./tools";
import type { Figure, Result, Row, Value } from "./types";

export class LiveFigure {
  readonly figure: Figure;
  readonly root: HTMLElement;
  readonly page: Page;
  readonly picture: Picture;
  readonly controls: Controls;
  readonly code: CodePane;
  readonly message: HTMLElement;
  /** What the last finished run drew; null before the first. */
  good: Drawing | null = null;
  #scheduled = false;
  #turn = 0;
  /** A program that came with a link waits until the reader presses Run. */
  #unread = false;
  readonly #memory: Memory;

  constructor(root: HTMLElement, page: Page) {
    this.root = root;
    this.page = page;
    this.figure = JSON.parse(find(root, ".lf-definition").textContent ?? "") as Figure;
    this.message = find(root, ".lf-message");
    const set = (name: string, value: Value): void => this.controls.change(name, value);
    this.picture = new Picture(this.figure, find(root, ".lf-plot"), page.live, set);
    this.controls = new Controls(this.figure, find<HTMLFormElement>(root, ".lf-controls"), () => this.#changed());
    this.code = new CodePane(find(root, ".lf-code"), {
      title: this.figure.title,
      original: this.figure.code ?? "",
      onChange: () => this.#typed(),
      onRun: () => this.start(),
    });
    this.#memory = new Memory(this.figure, this.controls, this.code, page.store);
    for (const node of root.querySelectorAll<HTMLElement>("[data-preset]")) {
      node.addEventListener("click", () => this.usePreset(node.dataset.preset ?? ""));
    }
    this.#recall();
    addTools(this);
    this.#showSettings();
    root.dataset.ready = "true";
  }

  #recall(): void {
    const what = this.#memory.recall();
    if (what === null) return;
    const run = button("Run", () => this.schedule());
    const reset = button("Reset", () => this.reset());
    tell(this.message, `Your ${what} back from last time; the picture still shows the book’s.`, "note", run, reset);
  }

  #showSettings(): void {
    const preset = presetOf(this.figure, this.controls.params, this.controls.seed);
    this.picture.steer(this.controls.params);
    for (const node of this.root.querySelectorAll<HTMLElement>("[data-preset]")) {
      node.setAttribute("aria-pressed", String(node.dataset.preset === preset));
    }
    this.root.toggleAttribute("data-edited", this.code.edited !== null);
  }

  #typed(): void {
    this.#memory.changed();
    this.#showSettings();
  }

  #changed(): void {
    this.#typed();
    this.schedule();
  }

  /** Takes over settings from a link; the reader's own stay in the browser. */
  visit(params: Record<string, unknown>, seed: unknown, code: string | null): void {
    this.#memory.visit(params, seed, code);
    this.#unread = code !== null;
    this.#showSettings();
  }

  usePreset(name: string): void {
    const values = presetValues(this.figure, name);
    if (!values) return;
    this.controls.set(values.params, values.seed);
    this.#changed();
  }

  reset(): void {
    this.controls.set({}, this.figure.seed);
    this.code.set(null);
    this.code.output("");
    this.#changed();
  }

  /** Runs because the reader says so. */
  start(): void {
    this.#unread = false;
    this.schedule();
  }

  stop(): void {
    this.page.engine.stop(this);
  }

  /** Runs at the next paint, so that a moving slider asks once a frame. */
  schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame(() => {
      this.#scheduled = false;
      void this.run();
    });
  }

  async run(): Promise<void> {
    if (this.code.edited === null) this.#unread = false;
    if (this.#unread) {
      tell(this.message, "The program from the link has not run. Run starts it, Reset brings back the book’s.", "note");
      return;
    }
    const turn = ++this.#turn;
    const { engine } = this.page;
    this.controls.refresh();
    this.#memory.keep();
    this.#showSettings();
    const code = this.code.edited;
    const request = {
      figure: this.figure.id,
      params: { ...this.controls.params },
      seed: this.controls.seed,
      code,
    };
    if (engine.isUp) showState(this.root, "running", "running…");
    else showState(this.root, "loading", "starting the interpreter…");
    void import("./render");
    const rows: Row[] = [];
    const outcome = await engine.run(this, request, code !== null, (progress) => {
      if (turn === this.#turn) showState(this.root, "running", "running…");
      rows.push(...progress.rows);
      if (progress.rows.length) this.picture.draw({ rows, params: request.params }, false);
    });
    if (turn !== this.#turn) return;
    if (outcome.kind === "done") await this.#done(turn, outcome.result, rows, outcome);
    else if (outcome.kind === "error") this.#failed(outcome, rows.length > 0);
    else this.#stopped(rows.length > 0);
  }

  async #done(
    turn: number,
    result: Result,
    rows: Row[],
    { ms, output }: { ms: number; output: string },
  ): Promise<void> {
    const drawing = { rows, params: result.params };
    this.picture.draw(drawing);
    const fault = await this.picture.settled();
    if (turn !== this.#turn) return;
    if (fault !== null) return this.#failed({ kind: "error", error: undrawable(fault), output }, true);
    this.good = drawing;
    tell(this.message, null);
    this.controls.blame(null);
    this.code.fault(null, null);
    this.code.output(output);
    showResult(this.root, this.figure, result, rows);
    this.root.dataset.runs = String(Number(this.root.dataset.runs ?? 0) + 1);
    this.root.dataset.runMs = ms.toFixed(1);
    showState(this.root, "live", `live · ${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)}\u00a0ms`);
    this.root.dispatchEvent(new CustomEvent("wtg-run", { bubbles: true, detail: result }));
  }

  #stopped(drawn: boolean): void {
    tell(
      this.message,
      `Stopped${drawn ? "; the picture shows what came until then" : ""}. Run starts it again.`,
      "note",
    );
    this.controls.blame(null);
    this.code.fault(null, null);
    showState(this.root, "stopped", "stopped");
  }

  /** One line says why; what was drawn last stays, and the inputs stay usable. */
  #failed(outcome: Extract<Outcome, { kind: "error" }>, drawn: boolean): void {
    const { message, line, param, kind } = outcome.error;
    if (drawn && !outcome.keep) this.picture.restore(this.good);
    tell(this.message, line && !message.includes(`line ${line}`) ? `line ${line}: ${message}` : message);
    this.controls.blame(param);
    this.code.output(outcome.output);
    if (kind === "code") this.code.fault(line ? `line ${line}: ${message}` : message, line ?? null);
    showState(this.root, "error", "error");
  }
}
