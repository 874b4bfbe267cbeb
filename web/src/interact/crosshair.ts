/** A cross-hair over a heat map, for pointers and for keys; what it points at is written below the panel. */
import { place, reach, valueAt, type Layout } from "../plot/axes";
import { el, setText } from "../ui/dom";
import { reading, type Found, type Grid } from "./grid";
import type { Panel, Probe, Row } from "../data/types";

const SVG = "http://www.w3.org/2000/svg";
const MOVES: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export interface Sight {
  /** The cells of the rows that are drawn; null until they are there. */
  grid(): Grid | null;
  /** What a pick would do with this row, in words; empty if nothing. */
  offer(row: Row | null): string;
  pick(row: Row | null): void;
  say(text: string): void;
}

export class CrossHair {
  /** Takes the focus; lies over the plot without being in the way of the pointer. */
  readonly element: HTMLElement;
  readonly lines: SVGSVGElement;
  readonly live = el("span", { class: "lf-hidden", role: "status", "aria-live": "polite" });
  readonly #panel: Panel;
  readonly #probe: Probe;
  readonly #sight: Sight;
  readonly #shapes: SVGElement[];
  #layout: Layout | null = null;
  #found: Found | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the cross-hair is (SI), and whether keys hold it there. */
  #point: { x: number; y: number } | null = null;
  #keys = false;

  constructor(panel: Panel, probe: Probe, name: string, sight: Sight) {
    this.#panel = panel;
    this.#probe = probe;
    this.#sight = sight;
    this.lines = document.createElementNS(SVG, "svg");
    this.lines.setAttribute("class", "lf-over");
    this.lines.setAttribute("aria-hidden", "true");
    this.#shapes = ["line", "line", "rect"].map((tag) => document.createElementNS(SVG, tag));
    const picks = panel.pick ? ", Enter picks the cell" : "";
    this.element = el("div", {
      class: "lf-cross",
      role: "application",
      tabindex: "0",
      "aria-label": `Cross-hair, ${name}: arrow keys move it by a cell, with Shift by ten; Page Up and Page Down go to the next cell with something in it${picks}; Escape leaves`,
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focus", () => this.#focus());
    this.element.addEventListener("blur", () => this.#leave());
  }

  drawn(layout: Layout, viewBox: string): void {
    this.#layout = layout;
    this.lines.setAttribute("viewBox", viewBox);
    const [x, y, width, height] = viewBox.split(" ").map(Number) as [number, number, number, number];
    const { style } = this.element;
    style.left = `${((layout.left - x) / width) * 100}%`;
    style.width = `${((layout.right - layout.left) / width) * 100}%`;
    style.top = `${((layout.top - y) / height) * 100}%`;
    style.height = `${((layout.bottom - layout.top) / height) * 100}%`;
    this.again();
  }

  get found(): Found | null {
    return this.#found;
  }

  /** A pointer is at a place of the picture; false outside the axes. */
  aim(x: number, y: number): boolean {
    const l = this.#layout;
    const inside = l && x >= l.left && x <= l.right && y >= l.top && y <= l.bottom;
    const [vx, vy] = inside ? [valueAt(l.x, x), valueAt(l.y, y)] : [null, null];
    if (vx === null || vy === null) {
      this.hide();
      return false;
    }
    this.#keys = false;
    this.#point = { x: vx, y: vy };
    this.again();
    return true;
  }

  /** The rows have come for which the cross-hair waited. */
  arrived(): void {
    if (this.#keys) this.#focus();
    else this.again();
  }

  hide(): void {
    if (this.#keys || !this.#point) return;
    this.#point = null;
    this.again();
  }

  /** Read the cell again, because rows or axes may have changed. */
  again(): void {
    const grid = this.#point && this.#sight.grid();
    this.#found = grid && this.#point ? grid.at(this.#point.x, this.#point.y) : null;
    this.#draw();
    this.#sight.say(this.#found ? this.#words(this.#found) : "");
  }

  #words(found: Found): string {
    const offer = this.#sight.offer(found.row);
    const text = reading(found, this.#panel.axes, this.#probe);
    return offer ? `${text} · ${this.#keys ? "Enter" : "click"}: ${offer}` : text;
  }

  #draw(): void {
    const [l, f] = [this.#layout, this.#found];
    const xs = f ? f.x.map((v) => place(l?.x, v)?.[0]) : [];
    const ys = f ? f.y.map((v) => place(l?.y, v)?.[0]) : [];
    if (!l || [...xs, ...ys].length < 4 || [...xs, ...ys].includes(undefined)) return this.lines.replaceChildren();
    const [a, b, c, d] = [...xs, ...ys] as [number, number, number, number];
    const [x, y] = [(a + b) / 2, (c + d) / 2];
    const ends: Record<string, number>[] = [
      { x1: x, x2: x, y1: l.top, y2: l.bottom },
      { x1: l.left, x2: l.right, y1: y, y2: y },
      { x: Math.min(a, b), y: Math.min(c, d), width: Math.abs(b - a), height: Math.abs(d - c) },
    ];
    this.#shapes.forEach((shape, i) => {
      for (const [key, v] of Object.entries(ends[i] ?? {})) shape.setAttribute(key, v.toFixed(2));
    });
    if (!this.lines.firstChild) this.lines.replaceChildren(...this.#shapes);
  }

  #focus(): void {
    this.#keys = true;
    this.#point ??= this.#sight.grid()?.fullest() ?? null;
    this.again();
    this.#tell();
  }
  #leave(): void {
    clearTimeout(this.#timer);
    setText(this.live, "");
    this.#keys = false;
    this.hide();
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") return this.element.blur();
    const grid = this.#sight.grid();
    const move = MOVES[event.key];
    const page = event.key === "PageUp" || event.key === "PageDown";
    if (!move && !page && event.key !== "Enter") return;
    event.preventDefault();
    if (!this.#keys || !this.#found) this.#focus();
    const found = this.#found;
    if (!grid || !found || !this.#point) return;
    if (event.key === "Enter") return this.#sight.pick(found.row);
    const many = event.shiftKey ? 10 : 1;
    const to = { x: grid.x.middle(found.x), y: grid.y.middle(found.y) };
    if (move?.[0]) to.x = grid.x.beyond(found.x, move[0] * many);
    if (move?.[1]) to.y = grid.y.beyond(found.y, move[1] * many);
    if (page) to.y = grid.next(found, event.key === "PageUp") ?? to.y;
    this.#go(to, grid);
  }

  /** Moves within the axes. */
  #go(to: { x: number; y: number }, grid: Grid): void {
    for (const key of ["x", "y"] as const) {
      const [low, high] = reach(this.#layout?.[key]) ?? [-Infinity, Infinity];
      const hair = (high - low) * 1e-9;
      const edge = to[key] > high ? high - hair : to[key] < low ? low + hair : to[key];
      const cell = grid[key].around(edge);
      if (cell && this.#point) this.#point[key] = grid[key].middle(cell);
    }
    this.again();
    this.#tell();
  }

  /** Tells who cannot see, once the keys rest. */
  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#found && setText(this.live, this.#words(this.#found)), 300);
  }
}
