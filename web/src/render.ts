/** The one place where rows become pictures: in the page, under Node and in notebooks. */
import * as Plot from "@observablehq/plot";
import { evened } from "./aspect";
import { addLegend } from "./legend";
import { marks, rowsOf } from "./marks";
import { colours, label, scales } from "./scales";
import { facets, shotOf, steady } from "./shots";
import { fixIds, mergeCells } from "./tidy";
import type { Figure, Panel, Row, Scalar } from "./types";

export { frameValues } from "./shots";

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

interface Drawn {
  svg: SVGSVGElement;
  left: number;
}

const LETTER = 6.6;
const LEFT = 44;
/** Left margins that were needed before, so that a moving picture does not shake. */
const leftOf = new WeakMap<Panel, number>();

function drawPanel(figure: Figure, index: number, rows: Row[], options: RenderOptions, least: number): Drawn {
  const panel = figure.panels[index] as Panel;
  const width = options.width ?? 720;
  const narrow = width < 520;
  const height = Math.round((panel.height ?? 260) * (narrow ? 0.86 : 1));
  const shot = shotOf(panel, rows, options);
  const rowsAt = (i: number): Row[] => {
    const mark = panel.marks[i];
    return mark ? (rowsOf(mark, rows) as Row[]) : [];
  };
  const colour = colours(panel, rowsAt);
  const color = colour ? { color: { ...colour.options, legend: false } } : {};
  const plotScales = scales(panel, rowsAt);
  const faceted = shot.values.length > 1;
  if (faceted && shot.frame && !plotScales.fx) {
    plotScales.fx = facets(shot.frame, shot.values);
  }
  const base = (left: number) => ({
    document: options.document,
    className: "wtg-plot",
    width,
    height,
    marginLeft: left,
    marginRight: 16,
    marginTop: faceted ? 44 : 24,
    marginBottom: panel.axes?.x && label(panel.axes.x) === null ? 24 : 38,
    style: {
      background: "transparent",
      overflow: "visible",
      fontSize: "11.5px",
      "--plot-background": "var(--wtg-card, Canvas)",
    },
  });
  if (shot.frame && shot.values.length === 1) {
    for (const [key, domain] of Object.entries(steady(panel, rows, { ...base(LEFT), ...plotScales, ...color }))) {
      plotScales[key] = { ...plotScales[key], domain };
    }
  }
  const plot = (left: number) =>
    Plot.plot({
      ...base(left),
      ...plotScales,
      ...(panel.aspect && evened(plotScales, panel.aspect, shot.values.length, base(left))),
      ...color,
      marks: marks(panel, rows, shot),
    }) as SVGSVGElement;
  let wide = Math.max(least, leftOf.get(panel) ?? LEFT);
  let svg = plot(wide);
  const longest = Math.max(
    0,
    ...[...svg.querySelectorAll('[aria-label="y-axis tick label"] text')].map((t) => (t.textContent ?? "").length),
  );
  const needed = Math.min(Math.ceil(longest * LETTER) + 14, Math.round(width * 0.48));
  if (needed > wide) {
    leftOf.set(panel, needed);
    wide = needed;
    svg = plot(wide);
  }
  if (colour && (panel.axes?.color?.legend ?? false)) {
    addLegend(options.document, svg, colour, {
      left: narrow ? 8 : wide,
      width,
      height,
      title: panel.axes?.color ? label(panel.axes.color) : null,
    });
  }
  mergeCells(options.document, svg);
  fixIds(svg, `${figure.id}-p${index + 1}`);
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("aria-hidden", "true");
  return { svg, left: wide };
}

/** One SVG element a panel; panels over the same x axis stand exactly one above the other. */
export function render(figure: Figure, rows: Row[], options: RenderOptions): SVGSVGElement[] {
  const wanted = figure.panels.map((_, i) => i).filter((i) => options.panel === undefined || options.panel === i);
  const axisOf = (i: number): string => JSON.stringify(figure.panels[i]?.axes?.x?.domain ?? i);
  const drawn = wanted.map((i) => drawPanel(figure, i, rows, options, LEFT));
  return wanted.map((i, at) => {
    const mine = drawn[at] as Drawn;
    const least = Math.max(...wanted.map((j, k) => (axisOf(j) === axisOf(i) ? (drawn[k] as Drawn).left : 0)));
    return mine.left >= least ? mine.svg : drawPanel(figure, i, rows, options, least).svg;
  });
}
