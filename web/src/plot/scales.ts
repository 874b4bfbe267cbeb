/** Scale options of one panel: units become transforms, so that rows, domains and constants stay SI. */
import { colourScale, rankScale, type ColourScale } from "./colour";
import { plain, tick } from "../data/numbers";
import type { Axis, ColourAxis, Panel, Row } from "../data/types";

const KEYS = ["x", "y", "fx", "fy", "r"] as const;
const OURS = new Set(["label", "unit", "factor", "digits", "domain", "ticks", "legend"]);

const divide = (v: unknown, factor: number): unknown => (typeof v === "number" ? v / factor : v);
const divideAll = (v: unknown, factor: number): unknown => (Array.isArray(v) ? v.map((x) => divide(x, factor)) : v);

/** d3's ways to write a number; ours has separators, no exponents and letters only for thousands and beyond. */
const NUMBERS = /^[,~.\d]*[dgfs]?$/;

/** How the numbers along an axis are written; undefined leaves it to Plot. */
function written(axis: Axis, ticks: unknown): unknown {
  const format = axis.tickFormat;
  if (typeof format === "string" && !NUMBERS.test(format)) return format;
  if (format != null && typeof format !== "string") return format;
  // of a logarithmic axis without ticks of its own Plot labels some, and only if it knows the format
  if (axis.type === "log" && !Array.isArray(ticks)) return ",";
  if (format == null && axis.type !== "log") return undefined;
  return (v: unknown) => (typeof v === "number" ? tick(v, /s$/.test(format ?? "")) : String(v));
}

/** Ticks of a logarithmic axis, as many as Plot would label; null leaves them to Plot. */
function logTicks(values: number[], factor: number): number[] | null {
  const high = values.reduce((a, b) => Math.max(a, b), 0) / factor;
  const low = values.reduce((a, b) => (b > 0 ? Math.min(a, b / factor) : a), high);
  if (!(low > 0) || !Number.isFinite(high)) return null; // no rows yet
  const decades = Math.log10(high / low);
  const wanted = decades < 1.7 ? [1, 2, 3, 5] : decades < 2.7 ? [1, 2] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    ticks.push(...wanted.map((digit) => Number(`${digit}e${power}`)).filter((t) => t >= low && t <= high));
  }
  return ticks.length < 3 || ticks.length > 12 ? null : ticks;
}

/** The numbers that marks place along an axis. */
function placed(panel: Panel, key: string, rowsOf: (i: number) => Row[]): number[] {
  return panel.marks
    .flatMap((mark, i) =>
      [key, `${key}1`, `${key}2`].flatMap((channel) => {
        const name = mark.options[channel];
        return typeof name === "string" ? rowsOf(i).map((row) => row?.[name]) : [];
      }),
    )
    .filter((v): v is number => typeof v === "number");
}

export function label(axis: Pick<Axis, "label" | "unit">): string | null {
  if (axis.label === null) return null;
  if (axis.label === undefined) return axis.unit ? `(${axis.unit})` : null;
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

export function scales(panel: Panel, rowsOf: (i: number) => Row[]): Record<string, Record<string, unknown>> {
  const out: Record<string, Record<string, unknown>> = {};
  for (const key of KEYS) {
    const axis = panel.axes[key];
    if (!axis) continue;
    const options = scale(axis);
    if (axis.type === "log" && !Array.isArray(axis.ticks) && (axis.base ?? 10) === 10) {
      const values = (axis.domain as number[] | null | undefined) ?? placed(panel, key, rowsOf);
      const ticks = logTicks(values, axis.factor || 1);
      if (ticks) options.ticks = ticks;
    }
    const format = written(axis, options.ticks);
    if (format !== undefined) options.tickFormat = format;
    out[key] = options;
  }
  return out;
}

/** The values that the panel's marks paint with, in the order of the rows. */
function painted(panel: Panel, rowsOf: (i: number) => Row[]): unknown[] {
  const seen = new Set<unknown>();
  panel.marks.forEach((mark, i) => {
    for (const channel of ["fill", "stroke"]) {
      const name = mark.options[channel];
      if (typeof name !== "string" || name.includes("(")) continue;
      for (const row of rowsOf(i)) {
        const v = row[name];
        if (v !== undefined) seen.add(v);
      }
    }
  });
  return [...seen];
}

/** The colour scale and its legend; null when every colour is a constant. */
export function colours(panel: Panel, rowsOf: (i: number) => Row[]): ColourScale | null {
  const axis: ColourAxis = panel.axes.color ?? {};
  const factor = axis.factor || 1;
  const toDisplay = (v: unknown): unknown => divide(v, factor);
  let domain = axis.type === "rank" ? painted(panel, rowsOf) : (axis.domain ?? painted(panel, rowsOf));
  if (domain.length === 0) return null;
  if (!axis.domain && axis.type !== "ordinal" && axis.type !== "rank" && domain.every((v) => typeof v === "number")) {
    const numbers = domain.filter((v) => axis.type !== "log" || v > 0);
    const low = numbers.reduce((a, b) => Math.min(a, b), Infinity);
    const high = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
    domain = [low, high > low ? high : low + 1];
  }
  const shown = domain.map(toDisplay);
  const tick = (v: unknown): string => (typeof v === "number" ? plain(v, axis.digits) : String(v));
  const numbers = shown.filter((v) => typeof v === "number");
  const made = axis.type === "rank" ? rankScale(axis, numbers) : colourScale(axis, shown, tick);
  if (factor !== 1) made.options.transform = toDisplay;
  made.options.label = label(axis);
  return made;
}

type Scales = ReturnType<typeof scales>;
/** Between facets, as a share of one. */
const GAP = 0.1;

/** Scales whose x or y domain is widened about its middle, until a unit of y is `aspect` times as long as one of x. */
export function evened(all: Scales, aspect: number, facets: number, box: Record<string, unknown>): Scales {
  const plain = all as Record<string, { domain?: number[] } | undefined>;
  const size = (key: string): number => Number(box[key]);
  const room = size("width") - size("marginLeft") - size("marginRight");
  const wide = facets > 1 ? (room / (facets + GAP)) * (1 - GAP) : room;
  const ratio = (wide / (size("height") - size("marginTop") - size("marginBottom"))) * aspect;
  const [x0 = 0, x1 = 1] = plain.x?.domain ?? [];
  const [y0 = 0, y1 = 1] = plain.y?.domain ?? [];
  const around = (a: number, b: number, span: number): number[] => [(a + b - span) / 2, (a + b + span) / 2];
  return {
    x: { ...plain.x, domain: around(x0, x1, Math.max(x1 - x0, (y1 - y0) * ratio)) },
    y: { ...plain.y, domain: around(y0, y1, Math.max(y1 - y0, (x1 - x0) / ratio)) },
  };
}
