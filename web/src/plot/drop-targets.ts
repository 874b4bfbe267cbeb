/** Where marks stand that can be moved, and the places for them: noted on the picture, read by what lies over it. */
import type { Layout } from "./axes";
import { boxes, type Box } from "./pick";
import type { Drawable, Panel, Param, Row, Value } from "../data/types";

/** A thing, by the parameter that it sets, or a place, by the value that is set there; in the picture's pixels. */
export interface DropTarget {
  key: Value;
  x: number;
  y: number;
  width: number;
  height: number;
}
interface DropTargets {
  things: DropTarget[];
  places: DropTarget[];
}

/** The area of a point or word that a pointer can hit. */
const LEAST = 24;
const round = (x: number): number => Math.round(x * 10) / 10;

function targetOf(key: Value, box: Box, layout: Layout): DropTarget {
  const clamp = ([a, b]: [number, number], low: number, high: number): [number, number] => {
    const [from, to] = [Math.max(a, low), Math.min(b, high)];
    const more = Math.max(0, LEAST - (to - from)) / 2;
    return to - from < 2 ? [from - more, to + more] : [from, to];
  };
  const [x, right] = clamp(box.x, layout.left, layout.right);
  const [y, bottom] = clamp(box.y, layout.top, layout.bottom);
  return { key, x: round(x), y: round(y), width: round(right - x), height: round(bottom - y) };
}

/** The largest mark of each value of a field: the words on a thing are not the thing. */
function largest(panel: Panel, field: string, rows: Row[], layout: Layout): DropTarget[] {
  const found = new Map<Value, DropTarget>();
  for (const box of boxes(panel, { field, where: panel.move?.where ?? null }, rows, layout)) {
    const key = box.row[field] as Value;
    const here = targetOf(key, box, layout);
    const known = found.get(key);
    if (!known || here.width * here.height > known.width * known.height) found.set(key, here);
  }
  return [...found.values()];
}

export function noteDropTargets(svg: Element, figure: Drawable, panel: Panel, rows: Row[], layout: Layout): void {
  if (!panel.move) return;
  const steers = (target: DropTarget): boolean =>
    figure.params.some((p) => p.name === target.key && p.kind !== "switch");
  const things = largest(panel, panel.move.param, rows, layout).filter(steers);
  const places = largest(panel, panel.move.value, rows, layout);
  const short = ({ key, x, y, width, height }: DropTarget): unknown[] => [key, x, y, width, height];
  svg.setAttribute("data-spots", JSON.stringify([things.map(short), places.map(short)]));
}

export function readDropTargets(svg: Element | null): DropTargets | null {
  const text = svg?.getAttribute("data-spots");
  if (!text) return null;
  const unpacked = ([key, x, y, width, height]: [Value, number, number, number, number]): DropTarget => {
    return { key, x, y, width, height };
  };
  const [things, places] = JSON.parse(text) as [Value, number, number, number, number][][];
  return { things: (things ?? []).map(unpacked), places: (places ?? []).map(unpacked) };
}

/** The value that a place sets a parameter to; null if the parameter does not take it. */
export function taken(param: Param, key: Value): Value | null {
  if (param.kind === "choice") return param.options.some((o) => o.value === String(key)) ? String(key) : null;
  if (param.kind !== "number" || typeof key !== "number") return null;
  const { low, high, stops, whole } = param;
  return key >= low && key <= high && (!stops || stops.includes(key)) && (!whole || Number.isInteger(key)) ? key : null;
}

type Point = { x: number; y: number };
export const middle = ({ x, y, width, height }: DropTarget): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The place that a point is in or near to, no further than `most` pixels. */
export function closest(places: DropTarget[], { x, y }: Point, most: number): DropTarget | null {
  let best: DropTarget | null = null;
  let least = Infinity;
  for (const target of places) {
    const [dx, dy] = [
      Math.max(0, target.x - x, x - target.x - target.width),
      Math.max(0, target.y - y, y - target.y - target.height),
    ];
    const outside = Math.hypot(dx, dy);
    const { x: cx, y: cy } = middle(target);
    const far = outside * 1000 + Math.hypot(cx - x, cy - y); // of places that overlap the one whose middle is nearer
    if (outside > most || far >= least) continue;
    least = far;
    best = target;
  }
  return best;
}

/** From the top to the bottom, on a line from left to right. */
export function inOrder(places: DropTarget[]): DropTarget[] {
  const line = (target: DropTarget): number => Math.round(middle(target).y / 12);
  return [...places].sort((a, b) => line(a) - line(b) || middle(a).x - middle(b).x);
}

/** The place `steps` further on in reading order, after the last the first. */
export function onward(places: DropTarget[], from: DropTarget | null, steps: number): DropTarget | null {
  const order = inOrder(places);
  const at = order.findIndex((target) => target.key === from?.key);
  const count = order.length;
  return order[at < 0 ? (steps > 0 ? 0 : count - 1) : (((at + steps) % count) + count) % count] ?? null;
}

/** The next place in a direction; where there is none, the next in reading order. */
export function beside(places: DropTarget[], from: DropTarget, [dx, dy]: [number, number]): DropTarget | null {
  const here = middle(from);
  let best: DropTarget | null = null;
  let least = Infinity;
  for (const target of places) {
    const there = middle(target);
    const [right, down] = [there.x - here.x, there.y - here.y];
    const along = right * dx + down * dy;
    const far = along + 2.5 * Math.abs(right * dy + down * dx);
    if (target.key === from.key || along < 2 || far >= least) continue;
    least = far;
    best = target;
  }
  return best ?? onward(places, from, dx + dy);
}
