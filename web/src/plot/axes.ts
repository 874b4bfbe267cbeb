/** The positions of values in a drawn panel and back: written on the picture, read by the layer over it. */
import type * as Plot from "@observablehq/plot";
import type { Axis, Panel } from "../data/types";

/** A continuous axis by its ends, in display units and pixels; or the places of its categories. */
export interface Line {
  type: string;
  factor: number;
  ends?: [number, number, number, number];
  power?: number;
  places?: [string | number, number][];
  band?: number;
}
export interface Layout {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x?: Line;
  y?: Line;
}

const BENT = new Set(["log", "pow", "sqrt", "symlog"]);
const short = (x: number): number => Math.round(x * 1000) / 1000;

function lineOf(scale: Plot.Scale | undefined, axis: Axis | undefined): Line | undefined {
  if (!scale) return undefined;
  const factor = axis?.factor || 1;
  const type = scale.type ?? "linear";
  const domain = [...(scale.domain ?? [])] as unknown[];
  if (type === "band" || type === "point") {
    const places = domain.map((v) => [v, short(scale.apply(v) as number)] as [string, number]);
    return { type, factor, places, band: short(scale.bandwidth ?? 0) };
  }
  const range = [...(scale.range ?? [])] as number[];
  const [a, b, c, d] = [domain[0], domain.at(-1), range[0], range.at(-1)].map(Number);
  const power = type === "symlog" ? scale.constant : scale.exponent;
  const ends: Line["ends"] = [a as number, b as number, short(c as number), short(d as number)];
  return { type, factor, ends, ...(BENT.has(type) && power !== undefined && { power }) };
}

/** Notes on a picture where its axes lie, so that it can be probed without a redraw. */
export function noteLayout(svg: SVGSVGElement & Plot.Plot, panel: Panel, box: Omit<Layout, "x" | "y">): Layout {
  const layout: Layout = { ...box };
  for (const key of ["x", "y"] as const) layout[key] = lineOf(svg.scale(key), panel.axes[key]);
  svg.setAttribute("data-layout", JSON.stringify(layout));
  return layout;
}

export function readLayout(svg: Element | null): Layout | null {
  const text = svg?.getAttribute("data-layout");
  return text ? (JSON.parse(text) as Layout) : null;
}

const bend = (line: Line): [(v: number) => number, (u: number) => number] => {
  const power = line.power ?? 1;
  if (line.type === "log") return [Math.log, Math.exp];
  if (line.type === "symlog") {
    return [
      (v) => Math.sign(v) * Math.log1p(Math.abs(v) / power),
      (u) => Math.sign(u) * Math.expm1(Math.abs(u)) * power,
    ];
  }
  if (line.type !== "pow" && line.type !== "sqrt") return [(v) => v, (u) => u];
  return [(v) => Math.sign(v) * Math.abs(v) ** power, (u) => Math.sign(u) * Math.abs(u) ** (1 / power)];
};

/** The pixels from and to which an SI value or a category stands; null where it has no place. */
export function place(line: Line | undefined, value: unknown): [number, number] | null {
  if (!line) return null;
  const shown = typeof value === "number" ? value / line.factor : value;
  if (line.places) {
    const at = line.places.find(([name]) => name === shown)?.[1];
    return at === undefined ? null : [at, at + (line.band ?? 0)];
  }
  if (typeof shown !== "number" || !line.ends) return null;
  const [a, b, c, d] = line.ends;
  const [f] = bend(line);
  const at = c + ((f(shown) - f(a)) / (f(b) - f(a))) * (d - c);
  return Number.isFinite(at) ? [at, at] : null;
}

/** The SI value at a pixel of a continuous axis. */
export function valueAt(line: Line | undefined, at: number): number | null {
  if (!line?.ends) return null;
  const [a, b, c, d] = line.ends;
  const [f, back] = bend(line);
  const value = back(f(a) + ((at - c) / (d - c)) * (f(b) - f(a))) * line.factor;
  return Number.isFinite(value) ? value : null;
}

/** The SI values between which a continuous axis runs, the smaller first. */
export function reach(line: Line | undefined): [number, number] | null {
  if (!line?.ends) return null;
  const [a, b] = line.ends;
  return [Math.min(a, b) * line.factor, Math.max(a, b) * line.factor];
}
