/** The drawn panels of a figure: the static ones until a run or a small screen needs new ones. */
import { Scrubber } from "../interact/scrubber";
import { defaults, viewOf } from "../data/params";
import { Panels } from "./panels";
import type { Figure, Result, Row, Scalar, Value } from "../data/types";
import { shownPanels, viewParams, type Params } from "../data/where";

const STATIC_WIDTH = 720;
const NARROW = 620;
const CALM = 500;

/** Rows, and the parameters that they are of. */
export interface Drawing {
  rows: Row[];
  params: Params;
}

export class Picture {
  readonly #figure: Figure;
  readonly #root: HTMLElement;
  readonly #live: string;
  readonly #panels: Panels;
  readonly #scrubber: Scrubber | null;
  readonly #views: Set<string>;
  #drawing: Drawing | null = null;
  #drawnWidth = STATIC_WIDTH;
  #waiting: Drawing | null = null;
  /** The parameters of the last whole picture, and since when a change of view waits to be whole. */
  #whole: Params;
  #since = 0;
  #fault: Error | null = null;
  /** The view that the reader wants, whichever rows are drawn. */
  #view: Params = {};
  #busy = false;
  #over = false;
  #wake: () => void = () => undefined;
  #loading: Promise<Result | null> | null = null;

  constructor(figure: Figure, root: HTMLElement, live: string, set: (name: string, value: Value) => void) {
    this.#figure = figure;
    this.#root = root;
    this.#live = live;
    this.#whole = defaults(figure);
    this.#views = viewParams(figure);
    this.#panels = new Panels(figure, root, { rows: () => this.rows(), set });
    const frame = figure.panels.find((p) => p.frame)?.frame;
    this.#scrubber = frame ? new Scrubber(frame, figure.title, () => this.#again()) : null;
    if (this.#scrubber) root.after(this.#scrubber.element);
    this.#watch();
  }

  /** The rows at the defaults, as they were when the book was built. */
  async defaults(): Promise<Result | null> {
    this.#loading ??= fetch(new URL(`figures/${this.#figure.id}.json`, this.#live))
      .then(async (r) => (r.ok ? ((await r.json()) as Result) : null))
      .catch(() => null);
    return this.#loading;
  }
  async rows(): Promise<Row[]> {
    return this.#drawing?.rows ?? (await this.defaults())?.rows ?? [];
  }

  /** The controls have moved. */
  steer(params: Params): void {
    this.#view = viewOf(this.#figure, params);
    this.#panels.steer(params);
  }

  /** Draws the rows that are there in the view that the controls now ask for; false if there are none. */
  async look(): Promise<boolean> {
    if (this.#drawing) this.draw(this.#drawing);
    else await this.#first();
    return this.#drawing !== null || this.#waiting !== null;
  }
  /** Whether the pictures that the page brought are not the ones to show. */
  #elsewhere(): boolean {
    const wanted = defaults(this.#figure);
    return Object.entries(this.#view).some(([name, value]) => wanted[name] !== value);
  }

  #width(): number {
    const box = this.#root.clientWidth;
    return box > 0 && box < NARROW ? box : STATIC_WIDTH;
  }

  /** Frames need rows to move, and a narrow screen needs larger letters: both only when in view. */
  #watch(): void {
    let seen = false;
    const look = (): void => {
      if (!seen || (this.#width() === this.#drawnWidth && (this.#drawing || !this.#elsewhere()))) return;
      if (this.#drawing) this.#again();
      else void this.#first();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        seen = entries.some((e) => e.isIntersecting);
        if (seen && this.#scrubber && !this.#drawing) void this.#first();
        else look();
      },
      { rootMargin: this.#width() < STATIC_WIDTH ? "1500px" : "150px" }, // a phone shows no shrunk picture
    );
    observer.observe(this.#root);
    new ResizeObserver(look).observe(this.#root);
  }

  async #first(): Promise<void> {
    const rows = (await this.defaults())?.rows;
    if (rows && !this.#drawing) this.draw({ rows, params: defaults(this.#figure) });
  }
  #again(): void {
    if (this.#drawing) this.draw(this.#drawing);
  }

  /** Whether only the view changes: then the old picture stays until the new one is whole, for a while at least. */
  #calm(params: Params): boolean {
    const changed = this.#figure.params.map((p) => p.name).filter((name) => params[name] !== this.#whole[name]);
    const calm = changed.length > 0 && changed.every((name) => this.#views.has(name));
    this.#since = calm ? this.#since || performance.now() : 0;
    return calm && performance.now() - this.#since < CALM;
  }

  /** Draws when the browser next paints; of several requests in between only the last is drawn. */
  draw(drawn: Drawing, final = true): void {
    const drawing = { rows: drawn.rows, params: { ...drawn.params, ...this.#view } };
    if (!final && this.#calm(drawing.params)) return;
    if (final) [this.#whole, this.#since] = [drawing.params, 0];
    this.#waiting = drawing;
    this.#over = final;
    this.#fault = null;
    if (final) this.#wake();
    if (this.#busy) return;
    this.#busy = true;
    void this.#loop();
  }

  async #loop(): Promise<void> {
    try {
      const { render, frameValues } = await import("../plot/render");
      while (this.#waiting) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const start = performance.now();
        const drawing: Drawing = this.#waiting;
        const { rows, params } = drawing;
        this.#waiting = null;
        this.#drawing = drawing;
        this.#drawnWidth = this.#width();
        let frame: Scalar | undefined;
        if (this.#scrubber) frame = this.#scrubber.take(frameValues(this.#scrubber.field, rows));
        const svgs = render(this.#figure, rows, { document, width: this.#drawnWidth, frame, params });
        this.#panels.show(shownPanels(this.#figure, params), svgs, rows);
        this.#root.closest("[data-stale]")?.removeAttribute("data-stale");
        await this.#rest(performance.now() - start);
      }
    } catch (error) {
      this.#fault = error as Error;
    } finally {
      this.#busy = false;
    }
  }

  /** A costly picture leaves the run twice its own time before it is drawn again, unless the run is over. */
  async #rest(cost: number): Promise<void> {
    if (cost < 30 || this.#over) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, Math.min(500, 2 * cost));
    });
  }

  /** Waits until nothing is left to draw; says why the last rows could not be drawn, or null. */
  async settled(): Promise<Error | null> {
    while (this.#busy) await new Promise((resolve) => setTimeout(resolve, 8));
    return this.#fault;
  }

  /** Back to what was there before a run that failed. */
  restore(drawing: Drawing | null): void {
    if (drawing) return this.draw(drawing);
    this.#waiting = null;
    this.#drawing = null;
    this.#whole = defaults(this.#figure);
    this.#drawnWidth = STATIC_WIDTH;
    this.#panels.reset();
    if (this.#scrubber || this.#width() !== STATIC_WIDTH || this.#elsewhere()) void this.#first();
  }
}
