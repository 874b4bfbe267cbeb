/** A live figure: its inputs start runs, its runs become pictures and words. */
import { CodePane } from "./codepane";
import { Controls } from "./controls";
import { button, find, setText, tell } from "./dom";
import type { Engine, Outcome } from "./engine";
import { presetOf, presetValues, unusable } from "./params";
import { Picture } from "./picture";
import type { Store } from "./store";
import { compareRows, tableOf } from "./table";
import { addTools } from "./tools";
import type { Figure, Result, Row } from "./types";

export interface Page {
  live: string;
  edition: string;
  store: Store;
  engine: Engine;
}
type State = "static" | "loading" | "running" | "live" | "error" | "stopped";

export class LiveFigure {
  readonly figure: Figure;
  readonly root: HTMLElement;
  readonly page: Page;
  readonly picture: Picture;
  readonly controls: Controls;
  readonly code: CodePane;
  readonly message: HTMLElement;
  /** The rows of the last finished run; null before the first. */
  good: Row[] | null = null;
  #scheduled = false;
  #turn = 0;
  /** Settings that came with a link are not the reader's work until the reader changes something. */
  #guest = false;
  #quiet = false;

  constructor(root: HTMLElement, page: Page) {
    this.root = root;
    this.page = page;
    this.figure = JSON.parse(find(root, ".lf-definition").textContent ?? "") as Figure;
    this.message = find(root, ".lf-message");
    this.picture = new Picture(this.figure, find(root, ".lf-plot"), page.live);
    this.controls = new Controls(this.figure, find<HTMLFormElement>(root, ".lf-controls"), () =>
      this.#changed(),
    );
    this.code = new CodePane(find(root, ".lf-code"), {
      title: this.figure.title,
      original: this.figure.code ?? "",
      onChange: () => this.#mine(),
      onRun: () => this.schedule(),
    });
    for (const node of root.querySelectorAll<HTMLElement>("[data-preset]")) {
      node.addEventListener("click", () => this.usePreset(node.dataset.preset ?? ""));
    }
    this.#recall();
    addTools(this);
    this.#showSettings();
    root.dataset.ready = "true";
  }

  #recall(): void {
    const kept = this.page.store.get("figures", this.figure.id);
    if (!kept) return;
    if (!unusable(this.figure, kept.params, kept.seed)) this.controls.set(kept.params, kept.seed);
    this.#quiet = true;
    if (kept.code !== undefined) this.code.set(kept.code);
    this.#quiet = false;
    if (this.isDefault() && this.code.edited === null) return;
    const what = this.code.edited === null ? "settings are" : "code and settings are";
    tell(
      this.message,
      `Your ${what} back from last time; the picture still shows the book’s.`,
      "note",
      button("Run", () => this.schedule()),
      button("Reset", () => this.reset()),
    );
  }

  isDefault(): boolean {
    const { params, seed } = this.controls;
    return seed === this.figure.seed && this.figure.params.every((p) => params[p.name] === p.default);
  }

  #keep(): void {
    const code = this.code.edited;
    const plain = this.isDefault() && code === null;
    const { params } = this.controls;
    const seed = Number.isInteger(this.controls.seed) ? this.controls.seed : this.figure.seed;
    this.page.store.set(
      "figures",
      this.figure.id,
      plain ? null : { params, seed, ...(code !== null && { code }) },
    );
    this.#showSettings();
  }

  #showSettings(): void {
    const preset = presetOf(this.figure, this.controls.params, this.controls.seed);
    for (const node of this.root.querySelectorAll<HTMLElement>("[data-preset]")) {
      node.setAttribute("aria-pressed", String(node.dataset.preset === preset));
    }
    this.root.toggleAttribute("data-edited", this.code.edited !== null);
  }

  #mine(): void {
    if (this.#quiet) return;
    this.#guest = false;
    this.#keep();
  }

  #changed(): void {
    this.#mine();
    this.schedule();
  }

  /** Takes over settings from a link; the reader's own stay in the browser. */
  visit(params: Record<string, unknown>, seed: unknown, code: string | null): void {
    this.#quiet = true;
    this.controls.set(params, seed);
    this.code.set(code);
    this.#quiet = false;
    this.#guest = true;
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

  #state(state: State, text: string): void {
    this.root.dataset.state = state;
    setText(this.root.querySelector(".lf-state"), text);
    find<HTMLButtonElement>(this.root, "[data-action=stop]").disabled =
      state !== "running" && state !== "loading";
  }

  async run(): Promise<void> {
    const turn = ++this.#turn;
    const { engine } = this.page;
    this.controls.refresh();
    if (this.#guest) this.#showSettings();
    else this.#keep();
    const code = this.code.edited;
    const request = {
      figure: this.figure.id,
      params: { ...this.controls.params },
      seed: this.controls.seed,
      code,
    };
    if (engine.isUp) this.#state("running", "running…");
    else this.#state("loading", "starting the interpreter…");
    void import("./render");
    const rows: Row[] = [];
    const outcome = await engine.run(this, request, code !== null, (progress) => {
      if (turn === this.#turn) this.#state("running", "running…");
      rows.push(...progress.rows);
      if (progress.rows.length) this.picture.draw(rows);
    });
    if (turn !== this.#turn && outcome.kind !== "done") return;
    if (outcome.kind === "done") await this.#done(outcome.result, rows, outcome);
    else if (outcome.kind === "error") this.#failed(outcome, rows.length > 0);
    else this.#state("stopped", "stopped");
    if (turn !== this.#turn) this.#state("running", "running…");
  }

  async #done(result: Result, rows: Row[], { ms, output }: { ms: number; output: string }): Promise<void> {
    this.picture.draw(rows);
    await this.picture.settled();
    this.good = rows;
    tell(this.message, null);
    this.controls.blame(null);
    this.code.fault(null, null);
    this.code.output(output);
    setText(this.root.querySelector(".lf-say"), result.describe);
    find(this.root, ".lf-plot").setAttribute("aria-label", result.describe);
    if (this.figure.table) find(this.root, ".lf-table").replaceChildren(tableOf(this.figure.table, rows));
    const compare = this.root.querySelector<HTMLElement>(".lf-compare");
    if (compare) {
      compare.hidden = result.compare.length === 0;
      compare.querySelector("tbody")?.replaceChildren(...compareRows(result.compare));
    }
    this.root.dataset.runs = String(Number(this.root.dataset.runs ?? 0) + 1);
    this.root.dataset.runMs = ms.toFixed(1);
    this.#state("live", `live · ${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)}\u00a0ms`);
    this.root.dispatchEvent(new CustomEvent("wtg-run", { bubbles: true, detail: result }));
  }

  /** One line says why; what was drawn last stays, and the inputs stay usable. */
  #failed(outcome: Extract<Outcome, { kind: "error" }>, drawn: boolean): void {
    const { message, line, param, kind } = outcome.error;
    if (drawn) this.picture.restore(this.good);
    tell(this.message, line && !message.includes(`line ${line}`) ? `line ${line}: ${message}` : message);
    this.controls.blame(param);
    this.code.output(outcome.output);
    if (kind === "code") this.code.fault(line ? `line ${line}: ${message}` : message, line ?? null);
    this.#state("error", "error");
  }
}
