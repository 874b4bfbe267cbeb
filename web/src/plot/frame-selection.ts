/** Which frames of a panel are drawn. */
import * as Plot from "@observablehq/plot";
import { marks, type FrameSelection } from "./marks";
import { label } from "./scales";
import type { Frame, Panel, Row, Scalar } from "../data/types";

/** The distinct values of a column, in order of the numbers or of first appearance. */
export function frameValues(field: string, rows: Row[]): Scalar[] {
  const seen = new Set<Scalar>();
  for (const row of rows) {
    const v = row[field];
    if (v !== undefined) seen.add(v);
  }
  const values = [...seen];
  return values.every((v) => typeof v === "number") ? values.sort((a, b) => Number(a) - Number(b)) : values;
}

function nearest(values: Scalar[], wanted: Scalar): Scalar {
  if (typeof wanted !== "number" || values.includes(wanted)) return wanted;
  const numbers = values.filter((v): v is number => typeof v === "number");
  return numbers.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a), numbers[0] ?? wanted);
}

export function selectFrames(panel: Panel, rows: Row[], options: { still?: boolean; frame?: Scalar }): FrameSelection {
  const frame = panel.frame ?? null;
  if (!frame) return { frame, values: [], tips: !options.still };
  const all = frameValues(frame.field, rows);
  const last = all.length ? [all.at(-1) as Scalar] : [];
  if (!options.still) {
    return { frame, values: options.frame === undefined ? last : [options.frame], tips: true };
  }
  const stills = frame.stills.map((v) => nearest(all, v));
  const spread = [0, 1 / 3, 2 / 3, 1].map((f) => all[Math.round(f * (all.length - 1))] as Scalar);
  const shown = new Set(stills.length ? stills : all.length ? spread : []);
  return { frame, values: all.filter((value) => shown.has(value)), tips: false };
}

type Domains = Record<string, unknown[]>;
const known = new WeakMap<Row[], { count: number; of: Map<Panel, Domains> }>();

/** Domains over all frames, so that the axes stand still while the frames move. */
export function steady(panel: Panel, rows: Row[], base: object): Domains {
  let kept = known.get(rows);
  if (kept?.count !== rows.length) {
    kept = { count: rows.length, of: new Map() };
    known.set(rows, kept);
  }
  const before = kept.of.get(panel);
  if (before) return before;
  const still: FrameSelection = { frame: null, values: [], tips: false };
  const whole = Plot.plot({
    ...base,
    marks: marks({ ...panel, frame: null }, rows, still),
  });
  const out: Domains = {};
  for (const key of ["x", "y", "r"] as const) {
    const domain = whole.scale(key)?.domain;
    if (domain) out[key] = [...domain] as unknown[];
  }
  kept.of.set(panel, out);
  return out;
}

/** The stills of a panel side by side. */
export function facets(frame: Frame, values: Scalar[]): Record<string, unknown> {
  const shown = (v: unknown): unknown => (typeof v === "number" ? v / (frame.factor || 1) : v);
  return {
    label: label({ label: frame.label ?? frame.field, unit: frame.unit }),
    domain: values.map(shown),
    transform: shown,
  };
}
