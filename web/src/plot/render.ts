/** The one place where rows become pictures: in the page, under Node and in notebooks. */
import * as Plot from "@observablehq/plot";
import { noteLayout, place } from "./axes";
import type { ColourScale } from "./colour";
import { addLegend } from "./legend";
import { marks } from "./marks";
import { defaults } from "../data/params";
import { colours, evened, label, scales } from "./scales";
import { facets, selectFrames, steady } from "./frame-selection";
import { noteDropTargets } from "./drop-targets";
import { fitLabels, thinTicks } from "./ticks";
import { keepInside } from "./tips";
import { fixIds, mergeCells, strengthen } from "./tidy";
import { drawScene } from "../motion/draw";
import { STATIC_WIDTH } from "../motion/plan";
import type { Drawable, Panel, Row, Scalar } from "../data/types";
import { rowsOf, shownPanels, type Params } from "../data/where";

export { frameValues } from "./frame-selection";

export interface RenderOptions {
  document: Document;
  /** The parameters of the rows; the defaults where they are not named. */
  params?: Params | null;
  width?: number;
  /** A static picture: frames side by side, no tips. */
  still?: boolean;
  /** The value of the frame's field that is shown. */
  frame?: Scalar;
  /** Draw these panels only. */
  panels?: number[];
}

interface Drawn {
  svg: SVGSVGElement;
  left: number;
}

const LETTER = 6.6;
const LEFT = 44;
/** Around a drawing without axes. */
const BARE = 10;
/** What a line of words beside an axis needs, and the knob of a handle below the title of an axis. */
const LINE = 17;
const KNOB = 22;
/** On a phone a panel is lower, and all of a picture are at most so high that a control has room below it. */
const SQUEEZED = 0.86;
const PHONE = 340;
/** Left margins that were needed before, so that a moving picture does not shake. */
const leftOf = new WeakMap<Panel, number>();

/** The line that a handle moves, behind all words. */
function drawHandle(svg: SVGSVGElement & Plot.Plot, panel: Panel, value: unknown, box: Sides): void {
  const layout = noteLayout(svg, panel, box);
  const at = place(layout.x, value)?.[0];
  if (at === undefined || at < layout.left - 0.5 || at > layout.right + 0.5) return;
  const line = svg.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "line");
  const ends = { x1: at, x2: at, y1: box.top, y2: box.bottom, stroke: "var(--wtg-accent)", "stroke-width": 2 };
  for (const [key, v] of Object.entries(ends)) line.setAttribute(key, String(v));
  line.setAttribute("class", "wtg-handle");
  svg.insertBefore(line, [...svg.children].find((g) => g.getAttribute("aria-label") === "text") ?? null);
}

/** Cells whose colours are counts always need a legend. */
const isCounted = (panel: Panel, colour: ColourScale): boolean =>
  colour.ramp !== null && panel.marks.some((m) => /^(rect|cell)/.test(m.mark) && m.options.fill !== undefined);

const counted = (panel: Panel): string | null =>
  panel.probe?.noun[1] || (panel.axes.color?.legend === undefined ? "in a cell" : null);

/** A drawing whose axes are only its plan; frames side by side have labels around them. */
const isBare = ({ axes, frame }: Panel, { still }: RenderOptions): boolean =>
  axes.x?.axis === null && axes.y?.axis === null && !axes.fx && !axes.fy && !(frame && still);

type Sides = Record<"left" | "right" | "top" | "bottom", number>;

interface Place {
  /** The left margin at least. */
  least: number;
  /** What the heights of the picture's panels come to. */
  total: number;
}

function drawPanel(figure: Drawable, index: number, rows: Row[], options: RenderOptions, place: Place): Drawn {
  const panel = figure.panels[index] as Panel;
  const width = options.width ?? STATIC_WIDTH;
  if (panel.scene) return { svg: drawScene(panel.scene, rows, options.document, width), left: 0 };
  const narrow = width < 520;
  const selection = selectFrames(panel, rows, options);
  const rowsAt = (i: number): Row[] => {
    const mark = panel.marks[i];
    return mark ? (rowsOf(mark, rows) as Row[]) : [];
  };
  const colour = colours(panel, rowsAt);
  const color = colour ? { color: { ...colour.options, legend: false } } : {};
  const plotScales = scales(panel, rowsAt);
  const faceted = selection.values.length > 1;
  if (faceted && selection.frame && !plotScales.fx) {
    plotScales.fx = facets(selection.frame, selection.values);
  }
  const above = panel.handle ? KNOB : 0;
  const bare = isBare(panel, options);
  const margins = {
    marginRight: bare ? BARE : 16,
    marginTop: (faceted ? 44 : bare ? BARE : 24) + above,
    marginBottom: bare ? BARE : panel.axes.x && label(panel.axes.x) === null ? 24 : 38,
  };
  const lines = (panel.axes.y?.domain ?? []).filter((v) => typeof v === "string").length;
  const squeezed = Math.round(panel.height * (narrow ? Math.min(SQUEEZED, PHONE / place.total) : 1));
  const height =
    above + Math.max(squeezed, panel.axes.fy ? 0 : margins.marginTop + margins.marginBottom + lines * LINE);
  const base = (left: number) => ({
    document: options.document,
    className: "wtg-plot",
    width,
    height,
    marginLeft: left,
    ...margins,
    style: {
      background: "transparent",
      overflow: "visible",
      fontSize: "11.5px",
    },
  });
  if (selection.frame && selection.values.length === 1) {
    for (const [key, domain] of Object.entries(
      steady(panel, rows, { ...base(bare ? BARE : LEFT), ...plotScales, ...color }),
    )) {
      plotScales[key] = { ...plotScales[key], domain };
    }
  }
  const plot = (left: number) =>
    Plot.plot({
      ...base(left),
      ...plotScales,
      ...(panel.aspect && evened(plotScales, panel.aspect, selection.values.length, base(left))),
      ...color,
      marks: marks(panel, rows, selection),
    }) as SVGSVGElement & Plot.Plot;
  let wide = Math.max(place.least, leftOf.get(panel) ?? (bare ? BARE : LEFT));
  let svg = plot(wide);
  const longest = Math.max(
    0,
    ...[...svg.querySelectorAll('[aria-label="y-axis tick label"] text')].map((t) => (t.textContent ?? "").length),
  );
  const needed = longest && Math.min(Math.ceil(longest * LETTER) + 14, Math.round(width * 0.58));
  if (needed > wide) {
    leftOf.set(panel, needed);
    wide = needed;
    svg = plot(wide);
  }
  thinTicks(svg);
  fitLabels(svg, width);
  if (!options.still) {
    svg.style.setProperty("--plot-background", "var(--wtg-card, Canvas)"); // Plot takes no variables in its style
    keepInside(svg);
  }
  if (colour && (panel.axes.color?.legend ?? isCounted(panel, colour))) {
    addLegend(options.document, svg, colour, {
      left: narrow ? 8 : wide,
      width,
      height,
      title: (panel.axes.color && label(panel.axes.color)) ?? (colour.ramp ? counted(panel) : null),
    });
  }
  const { marginRight, marginTop, marginBottom } = margins;
  const box = { left: wide, right: width - marginRight, top: marginTop, bottom: height - marginBottom };
  if (panel.probe || panel.pick || panel.move) noteDropTargets(svg, figure, panel, rows, noteLayout(svg, panel, box));
  if (panel.handle) drawHandle(svg, panel, options.params?.[panel.handle.param], box);
  mergeCells(options.document, svg);
  strengthen(svg);
  fixIds(svg, `${figure.id}-p${index + 1}`);
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("aria-hidden", "true");
  return { svg, left: wide };
}

/** One SVG element for each panel that is shown; panels of a tab over the same x axis stand exactly one above the other. */
export function render(figure: Drawable, rows: Row[], options: RenderOptions): SVGSVGElement[] {
  const params = { ...defaults(figure), ...options.params };
  const wanted = options.panels ?? shownPanels(figure, params);
  const axisOf = (i: number): string => {
    const x = figure.panels[i]?.axes.x;
    return JSON.stringify([figure.panels[i]?.tab, x?.domain ?? x?.label ?? i]);
  };
  const beside = (i: number): number[] => wanted.filter((j) => figure.panels[j]?.tab === figure.panels[i]?.tab);
  const draw = (i: number, least: number): Drawn => {
    const total = beside(i).reduce((sum, j) => sum + (figure.panels[j]?.height ?? 0), 0);
    return drawPanel(figure, i, rows, { ...options, params }, { least, total });
  };
  const drawn = wanted.map((i) => draw(i, isBare(figure.panels[i] as Panel, options) ? BARE : LEFT));
  return wanted.map((i, at) => {
    const own = drawn[at] as Drawn;
    const least = Math.max(...wanted.map((j, k) => (axisOf(j) === axisOf(i) ? (drawn[k] as Drawn).left : 0)));
    if (own.left >= least) return own.svg;
    leftOf.set(figure.panels[i] as Panel, least);
    return draw(i, least).svg;
  });
}
