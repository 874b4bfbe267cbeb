/** Where the rows of a panel are drawn, and which one of them is nearest to a pointer. */
import { place, type Layout, type Line } from "./axes";
import { show } from "../data/numbers";
import type { Mark, Panel, Param, Row, Value, Where } from "../data/types";
import { matches, rowsOf } from "../data/where";

export interface Box {
  x: [number, number];
  y: [number, number];
  row: Row;
}

const FROM_ZERO = { x: /^(barX|rectX|areaX|ruleY)$/, y: /^(barY|rectY|areaY|ruleX)$/ };

/** The pixels between which a mark stands along an axis; the whole axis where the mark names no place on it. */
function along(mark: Mark, row: Row, key: "x" | "y", line: Line | undefined): [number, number] | null {
  const values = [key, `${key}1`, `${key}2`].flatMap((channel) => {
    const name = mark.options[channel];
    return typeof name === "string" && name in row ? [row[name]] : typeof name === "number" ? [name] : [];
  });
  if (!values.length) return [-Infinity, Infinity];
  if (values.length === 1 && FROM_ZERO[key].test(mark.mark)) values.push(0);
  const ends = values.flatMap((v) => place(line, v) ?? []);
  return ends.length ? [Math.min(...ends), Math.max(...ends)] : null;
}

/** The boxes of all rows that can be picked. */
export function boxes(panel: Panel, pick: { field: string; where: Where }, rows: Row[], layout: Layout): Box[] {
  return panel.marks.flatMap((mark) => {
    if (mark.data) return [];
    return (rowsOf(mark, rows) as Row[]).flatMap((row) => {
      if (row[pick.field] == null || !matches(row, pick.where)) return [];
      const x = along(mark, row, "x", layout.x);
      const y = along(mark, row, "y", layout.y);
      return x && y && (Number.isFinite(x[0]) || Number.isFinite(y[0])) ? [{ x, y, row }] : [];
    });
  });
}

const gap = (at: number, [from, to]: [number, number]): number => Math.max(0, from - at, at - to);

/** The row whose box is nearest, no further than `most` pixels; of several the one that is drawn last. */
export function nearest(all: Box[], x: number, y: number, most: number): Row | null {
  let best: Row | null = null;
  let least = most;
  for (const box of all) {
    const far = Math.hypot(gap(x, box.x), gap(y, box.y));
    if (far > least) continue;
    least = far;
    best = box.row;
  }
  return best;
}

const middle = ([from, to]: [number, number]): number => (from + to) / 2;

/** The marks along x if they are a line of stops: the further along, the more (or the less) they stand for. */
export function stopsOf(all: Box[], field: string): Box[] {
  const placed = all.filter(({ x }) => Number.isFinite(middle(x)));
  const thin = placed.filter(({ x }) => x[1] - x[0] < 1);
  const stops = (thin.length ? thin : placed).sort((a, b) => middle(a.x) - middle(b.x));
  const steps = stops.map(({ x, row }, i) => {
    const before = stops[i - 1];
    if (typeof row[field] !== "number") return NaN;
    return before && middle(x) - middle(before.x) > 1 ? Math.sign(row[field] - Number(before.row[field])) : 0;
  });
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0) ? stops : [];
}

/** The row of the stop that is nearest along x. */
export function nearestStop(stops: Box[], x: number): Row | null {
  const far = (box: Box): number => Math.abs(middle(box.x) - x);
  return stops.reduce<Box | null>((best, box) => (best && far(best) <= far(box) ? best : box), null)?.row ?? null;
}

/** A value that may be chosen, as its control shows it. */
export function wordsOf(param: Param, value: Value): string {
  if (param.kind === "choice") return param.options.find((o) => o.value === value)?.label ?? String(value);
  return param.kind === "number" ? show(Number(value), param) : "";
}
