/** Many rectangles as one path a colour: a heat map of ten thousand cells is eight nodes. */
import type * as Plot from "@observablehq/plot";

export const MANY = 150;
const SVG = "http://www.w3.org/2000/svg";

/** In tenths of a pixel: integers, so that cells that touch still do wherever a path begins. */
export interface Cell {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Edges lie often on a half, where their last digits would decide; so halves are not where it turns. */
const round = (x: number): number => Math.round(x * 10 + 0.0137);

export function cell(x1: number, y1: number, x2: number, y2: number): Cell {
  const x = round(Math.min(x1, x2));
  const y = round(Math.min(y1, y2));
  return { x, y, w: round(Math.max(x1, x2)) - x, h: round(Math.max(y1, y2)) - y };
}

/** Cells of one colour that touch in a row become one; a heat map shrinks to a tenth. */
function outline(cells: Cell[]): string {
  cells.sort((a, b) => a.y - b.y || a.h - b.h || a.x - b.x);
  const merged: Cell[] = [];
  for (const cell of cells) {
    const last = merged.at(-1);
    const joins = last && last.y === cell.y && last.h === cell.h && last.x + last.w === cell.x;
    if (joins) last.w += cell.w;
    else merged.push({ ...cell });
  }
  return merged.map((c) => `M${c.x},${c.y}h${c.w}v${c.h}h${-c.w}z`).join("");
}

export function pathOf(document: Document, cells: Cell[]): SVGPathElement {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("shape-rendering", "crispEdges");
  path.setAttribute("transform", "scale(.1)");
  path.setAttribute("d", outline(cells));
  return path;
}

const PLAIN = new Set(["x1", "x2", "y1", "y2", "fill", "channels"]);
const INSETS = ["insetTop", "insetRight", "insetBottom", "insetLeft"];
const DRESS = [...INSETS, "rx", "ry", "rx1y1", "rx1y2", "rx2y1", "rx2y2", "opacity", "mixBlendMode"];

/** How Plot's rect mark draws where its rectangles differ in place and colour only: without a node for each. */
export const cells: Plot.RenderFunction = function (this: unknown, index, scales, values, dimensions, context, next) {
  const draw = (which: number[]): SVGElement | null =>
    next?.call(this as never, which, scales, values, dimensions, context) ?? null;
  const { x1, x2, y1, y2, fill } = values;
  const mark = this as Record<string, unknown>;
  const bare = DRESS.every((name) => mark[name] == null || mark[name] === 0);
  const plain = Object.keys(values).every((name) => PLAIN.has(name));
  if (index.length < MANY || !bare || !plain || !x1 || !x2 || !y1 || !y2) return draw(index);
  const kinds = new Map<string | undefined, Cell[]>();
  for (const i of index) {
    const colour = (fill as string[] | undefined)?.[i];
    let same = kinds.get(colour);
    if (!same) kinds.set(colour, (same = []));
    same.push(cell(x1[i] as number, y1[i] as number, x2[i] as number, y2[i] as number));
  }
  const group = draw([]);
  for (const [colour, same] of kinds) {
    const path = pathOf(context.document, same);
    if (colour !== undefined) path.setAttribute("fill", colour);
    group?.append(path);
  }
  return group;
};
