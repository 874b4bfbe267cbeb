/** What lies over a panel that can be probed, picked from, dragged or moved in; it stays while pictures come and go. */
import { readLayout, type Layout } from "../plot/axes";
import { CrossHair } from "./crosshair";
import { Grid } from "./grid";
import { Grip } from "./handle";
import { LateMover } from "./late-mover";
import { boxes, nearest, nearestStop, stopsOf, wordsOf, type Box } from "../plot/pick";
import { Readout } from "./readout";
import type { Figure, Panel, Param, Row, Value } from "../data/types";
import type { Params } from "../data/where";

const NEAR = 8;
const FINGER = 16;

/** What a panel may do with its figure. */
export interface PanelActions {
  /** The rows that are drawn, or will be as soon as they are here. */
  rows(): Promise<Row[]>;
  set(name: string, value: Value): void;
}

export const isTouchable = (panel: Panel): boolean => Boolean(panel.probe || panel.pick || panel.handle || panel.move);

export class Overlay {
  readonly #panel: Panel;
  readonly #actions: PanelActions;
  readonly #canvas: HTMLElement;
  readonly #readout: Readout | null = null;
  readonly #cross: CrossHair | null = null;
  readonly #grip: Grip | null = null;
  readonly #mover: LateMover | null = null;
  readonly #picked: Param | undefined;
  #svg: SVGSVGElement | null = null;
  #layout: Layout | null = null;
  #rows: Row[] | null = null;
  #loading: Promise<void> | null = null;
  #grid: Grid | null = null;
  #boxes: Box[] | null = null;
  /** Marks that a pointer anywhere above or below means. */
  #stops: Box[] | null = null;
  /** Where the pointer was last, while it is over the panel. */
  #last: PointerEvent | null = null;

  constructor(figure: Figure, panel: Panel, element: HTMLElement, canvas: HTMLElement, actions: PanelActions) {
    this.#panel = panel;
    this.#actions = actions;
    this.#canvas = canvas;
    const param = (name: string | undefined): Param | undefined => figure.params.find((p) => p.name === name);
    this.#picked = param(panel.pick?.param);
    const dragged = param(panel.handle?.param);
    if (panel.probe) {
      this.#cross = new CrossHair(panel, panel.probe, figure.title, {
        grid: () => this.#cells(),
        offer: (row) => this.#offer(row),
        pick: (row) => this.#pick(row),
        say: (text) => this.#say(text),
      });
      canvas.append(this.#cross.lines, this.#cross.element);
      element.append(this.#cross.live);
    }
    if (panel.probe || panel.pick || panel.move) {
      this.#readout = new Readout(panel, this.#picked);
      element.append(this.#readout.element);
      if (panel.probe || panel.pick) this.#listen();
    }
    if (panel.move) {
      this.#mover = new LateMover(figure, panel.move, canvas, element, {
        toPicture: (event) => this.#toPicture(event),
        set: (name, value) => actions.set(name, value),
        say: (text) => this.#say(text),
      });
    }
    if (dragged?.kind === "number") {
      this.#grip = new Grip(
        dragged,
        (event) => this.#toPicture(event),
        (value) => actions.set(dragged.name, value),
      );
      canvas.append(this.#grip.element);
    }
  }

  /** A new picture; rows are null while it is the static one. */
  drawn(svg: SVGSVGElement, rows: Row[] | null): void {
    this.#svg = svg;
    this.#layout = readLayout(svg);
    this.#rows = rows;
    this.#grid = null;
    this.#boxes = this.#stops = null;
    if (!this.#layout) return;
    const box = this.#viewBox();
    this.#cross?.drawn(this.#layout, `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.#grip?.drawn(this.#layout, box, svg.querySelector(".wtg-handle"));
    this.#mover?.drawn(svg, box);
  }

  steer(params: Params): void {
    if (this.#panel.handle) this.#grip?.steer(params[this.#panel.handle.param]);
    this.#mover?.steer(params);
  }

  /** Takes the focus over from a panel that goes. */
  takeFocus(): boolean {
    const place = this.#cross?.element ?? this.#grip?.element;
    place?.focus({ preventScroll: true });
    return place !== undefined || (this.#mover?.focus() ?? false);
  }

  #viewBox(): { x: number; y: number; width: number; height: number } {
    const [x = 0, y = 0, width = 1, height = 1] = (this.#svg?.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
    return { x, y, width, height };
  }

  #toPicture(event: MouseEvent): { x: number; y: number } {
    const box = this.#viewBox();
    const on = this.#svg?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return {
      x: box.x + ((event.clientX - on.left) / on.width) * box.width,
      y: box.y + ((event.clientY - on.top) / on.height) * box.height,
    };
  }

  /** Whether the rows are here; if not, they are sent for. */
  #ready(): boolean {
    if (this.#rows) return true;
    this.#loading ??= this.#actions.rows().then((rows) => {
      this.#loading = null;
      this.#rows ??= rows;
      this.#cross?.arrived();
      if (this.#last) this.#look(this.#last);
    });
    return false;
  }

  #cells(): Grid | null {
    if (!this.#ready() || !this.#panel.probe) return null;
    return (this.#grid ??= new Grid(this.#rows ?? [], this.#panel.probe));
  }

  #say(text: string): void {
    this.#readout?.say(text);
  }

  /** The value that a row sets the parameter to; null if it sets none. */
  #valueOf(row: Row | null): Value | null {
    const param = this.#picked;
    const field = row?.[this.#panel.pick?.field ?? ""];
    if (!param || field === null || field === undefined) return null;
    if (param.kind === "choice") return param.options.some((o) => o.value === String(field)) ? String(field) : null;
    return param.kind === "number" && typeof field === "number" ? field : null;
  }

  #offer(row: Row | null): string {
    const value = this.#valueOf(row);
    const param = this.#picked;
    if (value === null || !param) return "";
    const text = wordsOf(param, value);
    return `${param.label} ${text}`;
  }

  #pick(row: Row | null): void {
    const value = this.#valueOf(row);
    if (!this.#picked || !this.#rows) return;
    if (value === null) this.#say("Nothing is drawn here that could be chosen.");
    else this.#actions.set(this.#picked.name, value);
  }

  /** The row that a pointer means: the cell it is in, else the nearest mark, else the stop above or below it. */
  #under(event: PointerEvent | MouseEvent): Row | null {
    const { pick } = this.#panel;
    if (!pick || !this.#ready() || !this.#layout) return null;
    const cell = this.#cross?.found?.row;
    if (cell && this.#valueOf(cell) !== null) return cell;
    const { x, y } = this.#toPicture(event);
    const l = this.#layout;
    if (x < l.left - NEAR || x > l.right + NEAR || y < l.top - NEAR || y > l.bottom + NEAR) return null;
    this.#boxes ??= boxes(this.#panel, pick, this.#rows ?? [], l);
    const near = nearest(this.#boxes, x, y, (event as PointerEvent).pointerType === "touch" ? FINGER : NEAR);
    return near ?? (this.#cross ? null : nearestStop((this.#stops ??= stopsOf(this.#boxes, pick.field)), x));
  }

  #look(event: PointerEvent): void {
    this.#last = event;
    const { x, y } = this.#toPicture(event);
    const inside = this.#cross?.aim(x, y) ?? false;
    const offer = this.#offer(this.#under(event));
    this.#canvas.style.cursor = offer ? "pointer" : inside ? "crosshair" : "";
    if (!this.#cross) this.#say(offer ? `click: ${offer}` : "");
  }

  #leave(): void {
    this.#last = null;
    this.#cross?.hide();
    if (!this.#cross) this.#say("");
  }

  #listen(): void {
    const canvas = this.#canvas;
    for (const type of ["pointermove", "pointerdown"] as const) {
      canvas.addEventListener(type, (event) => this.#look(event));
    }
    canvas.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.#leave());
    // the finger scrolls the page
    canvas.addEventListener("pointercancel", () => this.#leave());
    canvas.addEventListener("click", (event) => this.#pick(this.#under(event)));
  }
}
