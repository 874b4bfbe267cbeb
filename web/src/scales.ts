/** Scale options of one panel: units become transforms, so that rows, domains and constants stay SI. */
import { colourScale, type ColourScale } from "./colour";
import { plain } from "./numbers";
import type { Axes, Axis, Panel, Row } from "./types";

const KEYS = new Set(["x", "y", "fx", "fy", "r", "opacity", "symbol", "length"]);
const OURS = new Set(["label", "unit", "factor", "digits", "domain", "ticks", "legend"]);

const divide = (v: unknown, factor: number): unknown => (typeof v === "number" ? v / factor : v);
const divideAll = (v: unknown, factor: number): unknown => (Array.isArray(v) ? v.map((x) => divide(x, factor)) : v);

export function label(axis: Axis): string | null {
  if (axis.label == null) return axis.unit ? `(${axis.unit})` : null;
  return axis.unit ? `${axis.label} (${axis.unit})` : axis.label;
}

function scale(axis: Axis): Record<string, unknown> {
  const factor = axis.factor || 1;
  const options: Record<string, unknown> = { label: label(axis) };
  for (const [key, value] of Object.entries(axis)) if (!OURS.has(key)) options[key] = value;
  if (factor !== 1) options.transform = (v: unknown) => divide(v, factor);
  if (axis.domain) options.domain = divideAll(axis.domain, factor);
  if (axis.ticks != null) options.ticks = divideAll(axis.ticks, factor);
  return options;
}

export function scales(axes: Axes = {}): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, axis] of Object.entries(axes)) if (KEYS.has(key)) out[key] = scale(axis);
  return out;
}

/** The values that the panel's marks paint with, in the order of the rows. */
function painted(panel: Panel, rowsOf: (i: number) => Row[]): unknown[] {
  const seen = new Set<unknown>();
  panel.marks.forEach((mark, i) => {
    for (const channel of ["fill", "stroke"]) {
      const name = mark.options?.[channel];
      if (typeof name !== "string" || name.includes("(")) continue;
      for (const row of rowsOf(i)) {
        const v = row[name];
        if (v !== undefined && v !== null) seen.add(v);
      }
    }
  });
  return [...seen];
}

/** The colour scale and its legend; null when every colour is a constant. */
export function colours(panel: Panel, rowsOf: (i: number) => Row[]): ColourScale | null {
  const axis: Axis = panel.axes?.color ?? {};
  const factor = axis.factor || 1;
  let domain = axis.domain ?? painted(panel, rowsOf);
  if (domain.length === 0) return null;
  if (!axis.domain && axis.type !== "ordinal" && domain.every((v) => typeof v === "number")) {
    const numbers = domain.filter((v) => axis.type !== "log" || v > 0);
    const low = numbers.reduce((a, b) => Math.min(a, b), Infinity);
    const high = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
    domain = [low, high > low ? high : low + 1];
  }
  const shown = domain.map((v) => divide(v, factor));
  const tick = (v: unknown): string => (typeof v === "number" ? plain(v, axis.digits) : String(v));
  const made = colourScale(axis, shown, tick);
  if (factor !== 1) made.options.transform = (v: unknown) => divide(v, factor);
  made.options.label = label(axis);
  return made;
}
