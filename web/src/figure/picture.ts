/** The drawn panels of a figure: the static ones until a run or a small screen needs new ones. */
import { Scrubber } from "../interact/scrubber";
import { defaults, viewOf } from "../data/params";
import { STATIC_WIDTH } from "../motion/plan";
import { Painter, type Drawing } from "./painter";
import { Panels } from "./panels";
import type { Tabs } from "./tabs";
import type { Figure, Row, Value } from "../data/types";
import { viewParams, type Params } from "../data/where";

export type { Drawing };

/** Below this width pictures are drawn again. */
const NARROW = 600;
const CALM = 500;

/** What a picture reads, and what it calls. */
export interface PictureLinks {
  /** The rows at the defaults, as they were when the book was built. */
  book: () => Promise<Row[] | null>;
  set: (name: string, value: Value) => void;
}

export class Picture {
  readonly tabs: Tabs;
  readonly #figure: Figure;
  readonly root: HTMLElement;
  readonly #book: () => Promise<Row[] | null>;
  readonly #panels: Panels;
  readonly #painter: Painter;
  readonly #scrubber: Scrubber | null;
  readonly #views: Set<string>;
  /** Whether something moves in it, for which there must be rows. */
  readonly #moves: boolean;
  /** The parameters of the last complete picture, and since when a change of view is incomplete. */
  #whole: Params;
  #since = 0;
  /** The view that the reader wants, whichever rows are drawn. */
  #view: Params = {};

  constructor(figure: Figure, root: HTMLElement, { book, set }: PictureLinks) {
    this.#figure = figure;
    this.root = root;
    this.#book = book;
    this.#whole = defaults(figure);
    this.#views = viewParams(figure);
    this.#moves = figure.panels.some((panel) => panel.frame || (panel.scene && panel.scene.shows !== "account"));
    this.#panels = new Panels(figure, root, { rows: () => this.rows(), set }, () => this.#opened());
    this.tabs = this.#panels.tabs;
    const frame = figure.panels.find((p) => p.frame)?.frame;
    this.#scrubber = frame ? new Scrubber(frame, figure.title, () => this.#again()) : null;
    if (this.#scrubber) root.after(this.#scrubber.element);
    this.#painter = new Painter(figure, this.#panels, this.#scrubber, () => this.#width());
    this.#opened();
    this.#watch();
    if (!frame) return;
    window.addEventListener("beforeprint", () => this.#painter.drawMoments());
    window.addEventListener("afterprint", () => this.#again());
  }

  async rows(): Promise<Row[]> {
    return this.#painter.drawing?.rows ?? (await this.#book()) ?? [];
  }

  /** The controls have moved. */
  steer(params: Params): void {
    this.#view = viewOf(this.#figure, params);
    this.#panels.steer(params);
  }

  /** Draws the present rows in the view that the controls ask for; false if there are none. */
  async look(): Promise<boolean> {
    if (this.#painter.drawing) this.draw(this.#painter.drawing);
    else await this.#first();
    return this.#painter.any;
  }
  /** Whether the pictures that the page brought are not the ones to show. */
  #elsewhere(): boolean {
    const wanted = defaults(this.#figure);
    return Object.entries(this.#view).some(([name, value]) => wanted[name] !== value);
  }

  /** Another picture of the figure is to be seen. */
  #opened(): void {
    const { open } = this.tabs;
    const framed = this.#figure.panels.some((panel) => panel.frame && panel.tab === open);
    this.#scrubber?.element.toggleAttribute("data-elsewhere", !framed);
    if (!framed) this.#scrubber?.pause();
    if (this.#painter.isOld(open)) this.#again();
  }

  #width(): number {
    const box = this.root.clientWidth;
    return box > 0 && box < NARROW ? box : STATIC_WIDTH;
  }

  /** Frames need rows to move, and a narrow screen needs larger letters: both only when in view. */
  #watch(): void {
    let seen = false;
    const look = (): void => {
      const { drawing, width } = this.#painter;
      if (!seen || (this.#width() === width && (drawing || !this.#elsewhere()))) return;
      if (drawing) this.#again();
      else void this.#first();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        seen = entries.some((e) => e.isIntersecting);
        if (seen && this.#moves && !this.#painter.drawing) void this.#first();
        else look();
      },
      { rootMargin: this.#width() < STATIC_WIDTH ? "1500px" : "150px" }, // a phone shows no shrunk picture
    );
    observer.observe(this.root);
    new ResizeObserver(look).observe(this.root);
  }

  async #first(): Promise<void> {
    const rows = await this.#book();
    if (rows && !this.#painter.drawing) this.draw({ rows, params: defaults(this.#figure) });
  }
  #again(): void {
    if (this.#painter.drawing) this.draw(this.#painter.drawing);
  }

  /** Whether only the view changes: then the old picture stays, for a while, until the new one is complete. */
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
    this.#painter.paint(drawing, final);
  }

  /** Waits until nothing is left to draw; says why the last rows could not be drawn, or null. */
  settled(): Promise<Error | null> {
    return this.#painter.settled();
  }

  /** All pictures of the rows shown now, those in other tabs too. */
  async all(): Promise<void> {
    await this.settled();
    await this.#painter.rest();
  }

  /** Restore the picture from before a failed run. */
  restore(drawing: Drawing | null): void {
    if (drawing) return this.draw(drawing);
    this.#painter.forget();
    this.#whole = defaults(this.#figure);
    this.#panels.reset();
    if (this.#moves || this.#width() !== STATIC_WIDTH || this.#elsewhere()) void this.#first();
  }
}
