/** A live figure: its inputs start runs, its runs become pictures and words. */
import { CodePane } from "./code-pane";
import { Controls } from "./controls";
import { find, tell } from "../ui/dom";
import { undrawable } from "../python/failure";
import { Memory } from "./memory";
import { differing, presetOf, presetValues } from "../data/params";
import { showDone, showFailed, showRecalled, showStopped, type Done, type Failed } from "./outcome";
import type { FigureParts } from "./parts";
import type { Page } from "../python/page-parts";
import { drawn, perform } from "./perform";
import { Picture, type Drawing } from "./picture";
import { SetUps } from "./set-ups";
import { Shipped } from "./shipped";
import { addTools } from "./tools";
import type { Figure, Param, Row, Value, Values } from "../data/types";
import { wished, type Wish } from "./wish";

export class LiveFigure implements FigureParts {
  readonly figure: Figure;
  readonly root: HTMLElement;
  readonly page: Page;
  readonly picture: Picture;
  readonly controls: Controls;
  readonly code: CodePane;
  readonly message: HTMLElement;
  /** What the last finished run drew; null before the first. */
  good: (Drawing & { seed: number }) | null = null;
  #scheduled = false;
  #turn = 0;
  /** A program from a link waits until the reader presses Run. */
  #unread = false;
  #here = false;
  /** Whether the picture shows, or will soon show, what the controls say but for the view. */
  #inStep = true;
  #refused: string | null = null; // shown until another value is accepted, even if a run ends meanwhile
  readonly #memory: Memory;
  readonly #setUps: SetUps;
  readonly shipped: Shipped;

  constructor(root: HTMLElement, page: Page) {
    this.root = root;
    this.page = page;
    this.figure = JSON.parse(find(root, ".lf-definition").textContent ?? "") as Figure;
    this.message = find(root, ".lf-message");
    this.shipped = new Shipped(this.figure, page.live);
    this.picture = new Picture(this.figure, find(root, ".lf-plot"), {
      book: () => this.shipped.book(),
      set: (name: string, value: Value) => this.controls.change(name, value),
    });
    this.controls = new Controls(this.figure, find<HTMLFormElement>(root, ".lf-controls"), {
      changed: (params) => this.#changed(params),
      refused: (line) => tell(this.message, (this.#refused = line)),
    });
    this.code = new CodePane(find(root, ".lf-code"), {
      title: this.figure.title,
      original: () => this.shipped.code(),
      names: this.figure.names,
      onChange: () => this.#typed(),
      onRun: () => this.start(),
    });
    this.#memory = new Memory(this.figure, this.controls, this.code, page.store);
    this.#setUps = new SetUps(root, (name) => this.usePreset(name));
    this.#recall();
    addTools(this);
    this.#showSettings();
    root.dataset.ready = "true";
  }

  #recall(): void {
    const what = this.#memory.recall();
    this.#inStep = what === null;
    if (what !== null) showRecalled(this, what, () => this.schedule());
  }

  #showSettings(): void {
    this.picture.steer(this.controls.params);
    this.#setUps.show(presetOf(this.figure, this.controls.params, this.controls.seed));
    this.root.toggleAttribute("data-edited", this.code.edited !== null);
    this.root.toggleAttribute("data-changed", !this.#memory.isDefault() || this.code.edited !== null);
  }

  #typed(): void {
    this.#memory.changed();
    this.#showSettings();
  }

  /** Another view needs no run: draws the present rows again, and lets a run continue. */
  #changed(params: (Param | null)[]): void {
    this.#refused = null;
    this.#typed();
    if (params.length && params.every((p) => p?.view)) void this.#look();
    else this.schedule();
  }

  async #look(): Promise<void> {
    if (!(await this.picture.look())) return this.schedule();
    const fault = await this.picture.settled();
    if (fault !== null) tell(this.message, undrawable(fault).message);
  }

  /** Sets all settings at once; if only the view differs, draws again without a run. */
  #jump(params: Record<string, unknown>, seed: unknown): void {
    const before = { ...this.controls.params };
    const [seedBefore, codeBefore] = [this.controls.seed, this.code.edited];
    this.controls.set(params, seed);
    const changed = differing(this.figure, before, this.controls.params);
    const inStep = this.#inStep && seedBefore === seed && codeBefore === this.code.edited;
    this.#changed(inStep ? changed : [null]);
  }

  /** Sets the settings of a link; the reader's own stay in the browser. */
  visit(params: Record<string, unknown>, seed: unknown, code: string | null): void {
    this.#memory.visit(params, seed, code);
    this.#unread = code !== null;
    this.#inStep = false;
    this.#showSettings();
    void this.picture.look();
  }

  usePreset(name: string): void {
    const values = presetValues(this.figure, name);
    if (values) this.#jump(values.params, values.seed);
  }

  /** Does what prose or a link asks for. */
  grant(wish: Wish): void {
    if ("preset" in wish) this.usePreset(wish.preset);
    if ("tab" in wish && wish.tab) this.picture.tabs.show(wish.tab);
    if ("param" in wish) this.#jump({ ...this.controls.params, ...wished(wish, this.figure) }, this.controls.seed);
  }

  reset(): void {
    const edited = this.code.edited !== null;
    this.code.set(null);
    this.code.output("");
    if (edited) this.#inStep = false;
    this.#jump({}, this.figure.seed);
  }

  /** Runs in Python, even if the book's build has run it. */
  start(): void {
    this.#unread = false;
    this.#here = true;
    this.schedule();
  }

  stop(): void {
    this.page.engine.stop(this);
  }

  /** Schedules a run at the next paint, so that a moving slider asks once a frame. */
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
    const [turn, here] = [++this.#turn, this.#here];
    this.#here = false;
    this.#inStep = true;
    this.controls.refresh();
    this.#memory.keep();
    this.#showSettings();
    const request = {
      figure: this.figure.id,
      params: { ...this.controls.params } as Values,
      seed: this.controls.seed,
      code: this.code.edited,
    };
    const { rows, outcome } = await perform(this, request, here, () => turn === this.#turn);
    if (turn !== this.#turn) return;
    this.#inStep &&= outcome.kind === "done";
    if (outcome.kind === "done") await this.#done(turn, rows, outcome);
    else if (outcome.kind === "error") this.#failed(outcome, rows.length > 0);
    else showStopped(this, rows.length > 0);
  }

  #failed(outcome: Failed, drawn: boolean): void {
    this.#inStep = false;
    if (outcome.error.absent) {
      this.#memory.back(this.good);
      this.#showSettings();
      this.#inStep = this.code.edited === null;
    }
    showFailed(this, outcome, drawn, this.good);
  }

  async #done(turn: number, rows: Row[], outcome: Done): Promise<void> {
    const drawing = { rows, params: outcome.result.params, seed: outcome.result.seed };
    this.picture.draw(drawing);
    const fault = await drawn(this, () => turn === this.#turn);
    if (turn !== this.#turn) return;
    if (fault !== null) return this.#failed({ kind: "error", error: undrawable(fault), output: outcome.output }, true);
    this.good = drawing;
    showDone(this, rows, outcome);
    if (this.#refused !== null) tell(this.message, this.#refused);
  }
}
