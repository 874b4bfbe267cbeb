/** Draws rows when the browser next paints: the open tab first, the others when there is time. */
import { STATIC_WIDTH } from "../motion/plan";
import type { Scrubber } from "../interact/scrubber";
import type { render as Render } from "../plot/render";
import type { Panels, Pictures } from "./panels";
import type { Figure, Row, Scalar } from "../data/types";
import { shownPanels, type Params } from "../data/where";

/** Rows, and the parameters that they are of. */
export interface Drawing {
  rows: Row[];
  params: Params;
}
/** Delay before pictures out of sight are drawn (ms). */
const IDLE = 120;

/** Pictures by the places of their panels. */
const placed = (panels: number[], svgs: SVGSVGElement[]): Pictures =>
  new Map(panels.flatMap((index, i) => (svgs[i] ? [[index, svgs[i]]] : [])));

export class Painter {
  /** The last drawing, and its width. */
  drawing: Drawing | null = null;
  width: number;
  readonly #figure: Figure;
  readonly #panels: Panels;
  readonly #scrubber: Scrubber | null;
  readonly #measure: () => number;
  #waiting: Drawing | null = null;
  /** The drawing that each tab shows; none for those that the page brought. */
  readonly #tabs = new Map<string, Drawing>();
  #render: typeof Render | null = null;
  #fault: Error | null = null;
  #busy = false;
  #over = false;
  #wake: () => void = () => undefined;

  constructor(figure: Figure, panels: Panels, scrubber: Scrubber | null, measure: () => number) {
    this.#figure = figure;
    this.#panels = panels;
    this.#scrubber = scrubber;
    this.#measure = measure;
    this.width = STATIC_WIDTH;
  }

  /** Whether something has been drawn, or will be. */
  get any(): boolean {
    return this.drawing !== null || this.#waiting !== null;
  }
  /** Whether a tab differs from the last drawing. */
  isOld(tab: string): boolean {
    return this.drawing !== null && this.#tabs.get(tab) !== this.drawing;
  }
  forget(): void {
    this.#waiting = this.drawing = null;
    this.#tabs.clear();
    this.width = STATIC_WIDTH;
  }

  paint(drawing: Drawing, final: boolean): void {
    this.#waiting = drawing;
    this.#over = final;
    this.#fault = null;
    if (final) this.#wake();
    else this.#hold();
    if (this.#busy) return;
    this.#busy = true;
    void this.#loop();
  }

  /** Until the run is over nothing below moves, though its first rows may have no legend and no frames yet. */
  #hold(part = this.#panels.root.parentElement): void {
    if (part) part.style.minHeight ||= `${part.getBoundingClientRect().height}px`;
  }

  async #loop(): Promise<void> {
    try {
      while (this.#waiting) {
        await import("../plot/render");
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const start = performance.now();
        this.drawing = this.#waiting;
        this.#waiting = null;
        this.width = this.#measure();
        const shown = shownPanels(this.#figure, this.drawing.params);
        await this.#draw(shown, this.#panels.arrange(shown, true), this.drawing);
        await this.#rest(performance.now() - start);
      }
    } catch (error) {
      this.#fault = error as Error;
    } finally {
      this.#busy = false;
    }
    if (this.#over) this.#panels.root.parentElement?.style.removeProperty("min-height");
    if (this.#over && !this.#fault) setTimeout(() => void this.rest(), IDLE);
  }

  async #draw(shown: number[], wanted: number[], { rows, params }: Drawing): Promise<void> {
    const { render, frameValues } = await import("../plot/render");
    this.#render = render;
    let frame: Scalar | undefined;
    if (this.#scrubber) frame = this.#scrubber.take(frameValues(this.#scrubber.field, rows));
    const svgs = render(this.#figure, rows, { document, width: this.width, frame, params, panels: wanted });
    this.#panels.show(shown, placed(wanted, svgs), rows);
    for (const index of wanted) if (this.drawing) this.#tabs.set(this.#panels.tabOf(index), this.drawing);
    this.#panels.root.closest("[data-stale]")?.removeAttribute("data-stale");
  }

  /** Draw the tabs that are not open. */
  async rest(): Promise<void> {
    const { drawing } = this;
    if (!drawing || this.#busy) return;
    const shown = shownPanels(this.#figure, drawing.params);
    const old = shown.filter((index) => this.isOld(this.#panels.tabOf(index)));
    if (old.length) await this.#draw(shown, old, drawing).catch((error: Error) => (this.#fault = error));
  }

  /** Draws the moments of what moves side by side, in the open picture and at once, because a print does not wait. */
  drawMoments(): void {
    const { drawing } = this;
    if (!drawing || !this.#render) return;
    const shown = shownPanels(this.#figure, drawing.params);
    const moving = this.#panels.arrange(shown, true).filter((index) => this.#figure.panels[index]?.frame);
    const options = { document, width: STATIC_WIDTH, still: true, params: drawing.params, panels: moving };
    const svgs = this.#render(this.#figure, drawing.rows, options);
    this.#panels.show(shown, placed(moving, svgs), drawing.rows);
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
}
