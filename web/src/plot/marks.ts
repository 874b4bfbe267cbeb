/** Marks of one panel, by Plot's own names. */
import * as Plot from "@observablehq/plot";
import { cells } from "./cells";
import { hitArea, isLarge } from "./hit-areas";
import { tipOf } from "./tips";
import type { Frame, Mark, Panel, Row, Scalar } from "../data/types";
import { rowsOf } from "../data/where";

type Maker = (data: unknown, options: object) => Plot.Markish;

const makers = Plot as unknown as Record<string, Maker | undefined>;

function make(mark: Mark, data: unknown[], extra: object, { tips, hidden }: MarkContext): Plot.Markish {
  const maker = makers[mark.mark];
  if (typeof maker !== "function") throw new Error(`unknown mark: ${mark.mark}`);
  const options: Record<string, unknown> = { ...mark.options, ...extra };
  if (!tips) delete options.tip;
  else if (options.tip) options.tip = tipOf(options, (name) => isColumn(name, data), hidden);
  if (options.tip && isLarge(mark.mark, options, hidden)) {
    const silent = { ...mark, options: { ...mark.options, tip: false } };
    return [make(silent, data, extra, { tips, hidden }), hitArea(mark.mark, data, options)];
  }
  // a line a category: said outright, for while rows come in Plot cannot tell categories from quantities
  const paint = options.stroke ?? options.fill;
  if (mark.mark === "rect" && (options.stroke ?? "none") === "none") options.render = cells;
  if (mark.mark.startsWith("text") && options.stroke === undefined && options.fill !== PAPER) {
    Object.assign(options, { stroke: PAPER, strokeWidth: 4 }); // so that a line behind words does not cross them out
  }
  if (SERIES.test(mark.mark) && options.z === undefined && isColumn(paint, data)) options.z = paint;
  if (mark.mark === "frame" || mark.mark.startsWith("axis") || mark.mark.startsWith("grid")) {
    return (maker as unknown as (o: object) => Plot.Markish)(options);
  }
  return maker(data, options);
}

const PAPER = "var(--wtg-card)";
const SERIES = /^(line|area)[XY]?$/;
const isColumn = (name: unknown, data: unknown[]): boolean =>
  typeof name === "string" && data.some((row) => typeof row === "object" && row !== null && name in row);

interface MarkContext {
  tips: boolean;
  /** Axes that are not drawn, so that numbers along them mean nothing. */
  hidden: string[];
}

export interface FrameSelection {
  frame: Frame | null;
  /** One value of the frame's field, or several side by side. */
  values: Scalar[];
  tips: boolean;
}

/** With several values the rows that have the field are faceted; rows without it stand in each. */
export function marks(panel: Panel, rows: Row[], selection: FrameSelection): Plot.Markish[] {
  const hidden = (["x", "y"] as const).filter((key) => panel.axes[key]?.axis === null);
  const context = { tips: selection.tips, hidden };
  return panel.marks.flatMap((mark) => {
    const data = rowsOf(mark, rows);
    const field = selection.frame?.field;
    if (!field || mark.data) return [make(mark, data, {}, context)];
    const fixed = data.filter((row) => !(field in (row as Row)));
    const moving = data.filter((row) => selection.values.includes((row as Row)[field] as Scalar));
    const facet = selection.values.length > 1 ? { fx: field } : {};
    const out = moving.length || !fixed.length ? [make(mark, moving, facet, context)] : [];
    return fixed.length ? [make(mark, fixed, {}, context), ...out] : out;
  });
}
