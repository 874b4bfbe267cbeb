/** Where marks stand that can be moved, and the places for them: noted on the picture, read by what lies over it. */
import type { Layout } from "./axes";
import { boxes, type Box } from "./pick";
import type { Drawable, Panel, Param, Row, Value } from "../data/types";

/** A thing, by the parameter that it sets, or a place, by the value that is set there; in the picture's pixels. */
export interface Spot {
  key: Value;
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Spots {
  things: Spot[];
  places: Spot[];
}

/** What a pointer must be able to hit, of marks that are points or words. */
const LEAST = 24;
const round = (x: number): number => Math.round(x * 10) / 10;

function spot(key: Value, box: Box, layout: Layout): Spot {
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
function largest(panel: Panel, field: string, rows: Row[], layout: Layout): Spot[] {
  const found = new Map<Value, Spot>();
  for (const box of boxes(panel, { field, where: panel.move?.where ?? null }, rows, layout)) {
    const key = box.row[field] as Value;
    const here = spot(key, box, layout);
    const known = found.get(key);
    if (!known || here.width * here.height > known.width * known.height) found.set(key, here);
  }
  return [...found.values()];
}

export function noteSpots(svg: Element, figure: Drawable, panel: Panel, rows: Row[], layout: Layout): void {
  if (!panel.move) return;
  const steers = (spot: Spot): boolean => figure.params.some((p) => p.name === spot.key && p.kind !== "switch");
  const things = largest(panel, panel.move.param, rows, layout).filter(steers);
  const places = largest(panel, panel.move.value, rows, layout);
  const short = ({ key, x, y, width, height }: Spot): unknown[] => [key, x, y, width, height];
  svg.setAttribute("data-spots", JSON.stringify([things.map(short), places.map(short)]));
}

export function readSpots(svg: Element | null): Spots | null {
  const text = svg?.getAttribute("data-spots");
  if (!text) return null;
  const spotOf = ([key, x, y, width, height]: [Value, number, number, number, number]): Spot => {
    return { key, x, y, width, height };
  };
  const [things, places] = JSON.parse(text) as [Value, number, number, number, number][][];
  return { things: (things ?? []).map(spotOf), places: (places ?? []).map(spotOf) };
}

/** The value that a place sets a parameter to; null if the parameter does not take it. */
export function taken(param: Param, key: Value): Value | null {
  if (param.kind === "choice") return param.options.some((o) => o.value === String(key)) ? String(key) : null;
  if (param.kind !== "number" || typeof key !== "number") return null;
  const { low, high, stops, whole } = param;
  return key >= low && key <= high && (!stops || stops.includes(key)) && (!whole || Number.isInteger(key)) ? key : null;
}

type Point = { x: number; y: number };
export const middle = ({ x, y, width, height }: Spot): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The place that a point is in or near to, no further than `most` pixels. */
export function closest(places: Spot[], { x, y }: Point, most: number): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of places) {
    const [dx, dy] = [
      Math.max(0, spot.x - x, x - spot.x - spot.width),
      Math.max(0, spot.y - y, y - spot.y - spot.height),
    ];
    const outside = Math.hypot(dx, dy);
    const { x: cx, y: cy } = middle(spot);
    const far = outside * 1000 + Math.hypot(cx - x, cy - y); // of places that overlap the one whose middle is nearer
    if (outside > most || far >= least) continue;
    least = far;
    best = spot;
  }
  return best;
}

/** From the top to the bottom, on a line from left to right. */
export function inOrder(places: Spot[]): Spot[] {
  const line = (spot: Spot): number => Math.round(middle(spot).y / 12);
  return [...places].sort((a, b) => line(a) - line(b) || middle(a).x - middle(b).x);
}

/** The place `steps` further on in reading order, after the last the first. */
export function onward(places: Spot[], from: Spot | null, steps: number): Spot | null {
  const order = inOrder(places);
  const at = order.findIndex((spot) => spot.key === from?.key);
  const count = order.length;
  return order[at < 0 ? (steps > 0 ? 0 : count - 1) : (((at + steps) % count) + count) % count] ?? null;
}

/** The next place in a direction; where there is none, the next in reading order. */
export function beside(places: Spot[], from: Spot, [dx, dy]: [number, number]): Spot | null {
  const here = middle(from);
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of places) {
    const there = middle(spot);
    const [right, down] = [there.x - here.x, there.y - here.y];
    const along = right * dx + down * dy;
    const far = along + 2.5 * Math.abs(right * dy + down * dx);
    if (spot.key === from.key || along < 2 || far >= least) continue;
    least = far;
    best = spot;
  }
  return best ?? onward(places, from, dx + dy);
}
