/** The drawn panels of a figure: the static ones until a run or a small screen needs new ones. */
import { Scrubber } from "./frames";
import type { Figure, Result, Row, Scalar } from "./types";

const STATIC_WIDTH = 720;
const NARROW = 620;

export class Picture {
  readonly #figure: Figure;
  readonly #root: HTMLElement;
  readonly #live: string;
  readonly #static: Node[];
  readonly #scrubber: Scrubber | null;
  #rows: Row[] | null = null;
  #drawnWidth = STATIC_WIDTH;
  #waiting: Row[] | null = null;
  #fault: string | null = null;
  #busy = false;
  #over = false;
  #wake: () => void = () => undefined;
  #loading: Promise<Result | null> | null = null;

  constructor(figure: Figure, root: HTMLElement, live: string) {
    this.#figure = figure;
    this.#root = root;
    this.#live = live;
    this.#static = [...root.childNodes];
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
    return this.#rows ?? (await this.defaults())?.rows ?? [];
  }

  #width(): number {
    const box = this.#root.clientWidth;
    return box > 0 && box < NARROW ? box : STATIC_WIDTH;
  }

  /** Frames need rows to move, and a narrow screen needs larger letters: both only when in view. */
  #watch(): void {
    let seen = false;
    const look = (): void => {
      if (!seen || this.#width() === this.#drawnWidth) return;
      if (this.#rows) this.#again();
      else void this.#first();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        seen = entries.some((e) => e.isIntersecting);
        if (seen && this.#scrubber && !this.#rows) void this.#first();
        else look();
      },
      { rootMargin: "150px" },
    );
    observer.observe(this.#root);
    new ResizeObserver(look).observe(this.#root);
  }

  async #first(): Promise<void> {
    const rows = (await this.defaults())?.rows;
    if (rows && !this.#rows) this.draw(rows);
  }
  #again(): void {
    if (this.#rows) this.draw(this.#rows);
  }

  /** Draws when the browser next paints; of several requests in between only the last is drawn. */
  draw(rows: Row[], final = true): void {
    this.#waiting = rows;
    this.#over = final;
    this.#fault = null;
    if (final) this.#wake();
    if (this.#busy) return;
    this.#busy = true;
    void this.#loop();
  }

  async #loop(): Promise<void> {
    try {
      const { render, frameValues } = await import("./render");
      while (this.#waiting) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const start = performance.now();
        const rows = this.#waiting;
        this.#waiting = null;
        this.#rows = rows;
        this.#drawnWidth = this.#width();
        let frame: Scalar | undefined;
        if (this.#scrubber) frame = this.#scrubber.take(frameValues(this.#scrubber.field, rows));
        const svgs = render(this.#figure, rows, { document, width: this.#drawnWidth, frame });
        const panels = svgs.map((svg) => {
          const panel = document.createElement("div");
          panel.className = "lf-panel";
          panel.append(svg);
          return panel;
        });
        this.#root.replaceChildren(...panels);
        await this.#rest(performance.now() - start);
      }
    } catch (error) {
      this.#fault = (error as Error).message;
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
  async settled(): Promise<string | null> {
    while (this.#busy) await new Promise((resolve) => setTimeout(resolve, 8));
    return this.#fault;
  }

  /** Back to what was there before a run that failed. */
  restore(rows: Row[] | null): void {
    if (rows) return this.draw(rows);
    this.#waiting = null;
    this.#rows = null;
    this.#drawnWidth = STATIC_WIDTH;
    this.#root.replaceChildren(...this.#static);
    if (this.#scrubber || this.#width() !== STATIC_WIDTH) void this.#first();
  }
}
