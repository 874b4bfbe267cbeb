/** The one place where rows become pictures: in the page, under Node and in notebooks. */
import * as Plot from "@observablehq/plot";
import { addLegend } from "./legend";
import { marks, rowsOf, type Shot } from "./marks";
import { colours, label, scales } from "./scales";
import { fixIds, mergeCells } from "./tidy";
import type { Figure, Panel, Row, Scalar } from "./types";

export interface RenderOptions {
  document: Document;
  width?: number;
  /** A static picture: frames side by side, no tips. */
  still?: boolean;
  /** The value of the frame's field that is shown. */
  frame?: Scalar;
  /** Draw this panel only. */
  panel?: number;
}

const LETTER = 6.6;
const leftOf = new WeakMap<Panel, number>();

/** The distinct values of a column, in order of the numbers or of first appearance. */
export function frameValues(field: string, rows: Row[]): Scalar[] {
  const seen = new Set<Scalar>();
  for (const row of rows) {
    const v = row[field];
    if (v !== undefined && v !== null) seen.add(v);
  }
  const values = [...seen];
  return values.every((v) => typeof v === "number") ? values.sort((a, b) => Number(a) - Number(b)) : values;
}

function nearest(values: Scalar[], wanted: Scalar): Scalar {
  if (typeof wanted !== "number" || values.includes(wanted)) return wanted;
  const numbers = values.filter((v): v is number => typeof v === "number");
  return numbers.reduce(
    (a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a),
    numbers[0] ?? wanted,
  );
}

function shotOf(panel: Panel, rows: Row[], options: RenderOptions): Shot {
  const frame = panel.frame ?? null;
  if (!frame) return { frame, values: [], tips: !options.still };
  const all = frameValues(frame.field, rows);
  const last = all.length ? [all.at(-1) as Scalar] : [];
  if (!options.still) {
    return { frame, values: options.frame === undefined ? last : [options.frame], tips: true };
  }
  const stills = (frame.stills ?? []).map((v) => nearest(all, v));
  const spread = [0, 1 / 3, 2 / 3, 1].map((f) => all[Math.round(f * (all.length - 1))] as Scalar);
  const values = stills.length ? stills : all.length ? spread : [];
  return { frame, values: [...new Set(values)], tips: false };
}

/** Domains over all frames, so that the axes stand still while the frames move. */
function steady(panel: Panel, rows: Row[], base: object, colour: object | null): Record<string, unknown> {
  const whole = Plot.plot({
    ...base,
    ...scales(panel.axes),
    ...(colour && { color: colour }),
    marks: marks({ ...panel, frame: null }, rows, { frame: null, values: [], tips: false }),
  });
  const out: Record<string, unknown> = {};
  for (const key of ["x", "y", "r"] as const) {
    const domain = whole.scale(key)?.domain;
    if (domain) out[key] = [...domain];
  }
  return out;
}

function drawPanel(figure: Figure, index: number, rows: Row[], options: RenderOptions): SVGSVGElement {
  const panel = figure.panels[index] as Panel;
  const width = options.width ?? 720;
  const narrow = width < 520;
  const height = Math.round((panel.height ?? 260) * (narrow ? 0.86 : 1));
  const shot = shotOf(panel, rows, options);
  const colour = colours(panel, (i) => {
    const mark = panel.marks[i];
    return mark ? (rowsOf(mark, rows) as Row[]) : [];
  });
  const plotScales = scales(panel.axes) as Record<string, Record<string, unknown> | undefined>;
  if (narrow && panel.axes?.x?.ticks == null) plotScales.x = { ...plotScales.x, ticks: 5 };
  const faceted = shot.values.length > 1;
  if (faceted && shot.frame && !plotScales.fx) {
    const f = shot.frame.factor || 1;
    plotScales.fx = {
      label: label({ label: shot.frame.label ?? shot.frame.field, unit: shot.frame.unit }),
      domain: shot.values.map((v) => (typeof v === "number" ? v / f : v)),
      transform: (v: unknown) => (typeof v === "number" ? v / f : v),
    };
  }
  const base = (left: number) => ({
    document: options.document,
    className: "wtg-plot",
    width,
    height,
    marginLeft: left,
    marginRight: 16,
    marginTop: faceted ? 44 : 24,
    marginBottom: panel.axes?.x?.label ? 38 : 24,
    style: {
      background: "transparent",
      overflow: "visible",
      fontSize: "11.5px",
      "--plot-background": "var(--wtg-card, Canvas)",
    },
  });
  if (shot.frame && shot.values.length === 1) {
    for (const [key, domain] of Object.entries(steady(panel, rows, base(44), colour?.options ?? null))) {
      plotScales[key] = { ...plotScales[key], domain };
    }
  }
  const plot = (left: number) =>
    Plot.plot({
      ...base(left),
      ...plotScales,
      ...(colour && { color: { ...colour.options, legend: false } }),
      marks: marks(panel, rows, shot),
    }) as SVGSVGElement;
  const wide = leftOf.get(panel) ?? 44;
  let svg = plot(wide);
  const longest = Math.max(
    0,
    ...[...svg.querySelectorAll('[aria-label="y-axis tick label"] text')].map(
      (t) => (t.textContent ?? "").length,
    ),
  );
  const needed = Math.min(Math.ceil(longest * LETTER) + 14, Math.round(width * 0.4));
  if (needed > wide) {
    leftOf.set(panel, needed);
    svg = plot(needed);
  }
  if (colour && (panel.axes?.color?.legend ?? false)) {
    const left = Math.max(wide, needed);
    addLegend(options.document, svg, colour, {
      left: narrow ? 8 : left,
      width,
      height,
      title: panel.axes?.color ? label(panel.axes.color) : null,
    });
  }
  mergeCells(options.document, svg);
  fixIds(svg, `${figure.id}-p${index + 1}`);
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** One SVG element a panel. */
export function render(figure: Figure, rows: Row[], options: RenderOptions): SVGSVGElement[] {
  const wanted = figure.panels
    .map((_, i) => i)
    .filter((i) => options.panel === undefined || options.panel === i);
  return wanted.map((i) => drawPanel(figure, i, rows, options));
}
