/** A legend as plain SVG above a panel: swatches for categories, a stepped ramp for quantities. */
import type { ColourScale } from "./colour";
import { plain } from "../data/numbers";

const SVG = "http://www.w3.org/2000/svg";
const LINE = 18;
const LETTER = 6.3;
const STEP = 26;
const SMALL = 5.2;

interface Box {
  left: number;
  width: number;
  title: string | null;
}

type Pen = (tag: string, attributes: Record<string, string | number>, text?: string) => Element;

function pen(document: Document): Pen {
  return (tag, attributes, text) => {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    if (text !== undefined) node.textContent = text;
    return node;
  };
}

function swatches(draw: Pen, scale: ColourScale, left: number, width: number, group: Element): number {
  let x = left;
  let line = 0;
  for (const { label, colour } of scale.swatches) {
    const w = 17 + label.length * LETTER + 14;
    if (x > left && x + w > width) {
      x = left;
      line += 1;
    }
    const y = line * LINE;
    group.append(draw("rect", { x, y: y + 3, width: 11, height: 11, rx: 2, fill: colour }));
    group.append(draw("text", { x: x + 16, y: y + 12.5, "text-anchor": "start" }, label));
    x += w;
  }
  return (line + 1) * LINE;
}

const text = (v: number | undefined): string => plain(Number((v ?? 0).toPrecision(2)));

/** A step each colour: the ends in numbers beside it, and below it where each step begins. */
function ramp(draw: Pen, scale: ColourScale, box: Box, group: Element): number {
  const { edges, colours } = scale.ramp ?? { edges: [], colours: [] };
  const { left, width, title } = box;
  const low = text(edges[0]);
  const high = text(edges.at(-1));
  const wide = (words: string): number => words.length * LETTER;
  const needed = wide(low) + 5 + colours.length * STEP + 5 + wide(high);
  let x = left;
  let y = 0;
  if (title) {
    group.append(draw("text", { x, y: 12.5, "text-anchor": "start" }, title));
    x += wide(title) + 10;
    if (x + needed > width) [x, y] = [left, LINE];
  }
  group.append(draw("text", { x, y: y + 12.5, "text-anchor": "start" }, low));
  x += wide(low) + 5;
  colours.forEach((colour, i) => {
    group.append(draw("rect", { x: x + i * STEP, y: y + 3, width: STEP, height: 11, fill: colour }));
  });
  group.append(draw("text", { x: x + colours.length * STEP + 5, y: y + 12.5, "text-anchor": "start" }, high));
  let free = x;
  const labelled = new Set([low, high]);
  edges.slice(1, -1).forEach((edge, i) => {
    const words = text(edge);
    const at = x + (i + 1) * STEP;
    const half = (words.length * SMALL) / 2;
    if (at - half < free || labelled.has(words)) return;
    labelled.add(words);
    free = at + half + 3;
    group.append(draw("text", { x: at, y: y + 23.5, "text-anchor": "middle", "font-size": 9 }, words));
  });
  return y + LINE + 8;
}

/** Puts the legend above the plot by growing the view box upwards; the plot itself does not move. */
export function addLegend(
  document: Document,
  svg: Element,
  scale: ColourScale,
  options: Box & { height: number },
): void {
  const draw = pen(document);
  const group = draw("g", { class: "wtg-legend", fill: "currentColor", "aria-hidden": "true" });
  const tall = scale.ramp
    ? ramp(draw, scale, options, group)
    : swatches(draw, scale, options.left, options.width, group);
  const top = tall + 6;
  group.setAttribute("transform", `translate(0,${-top})`);
  svg.append(group);
  svg.setAttribute("viewBox", `0 ${-top} ${options.width} ${options.height + top}`);
  svg.setAttribute("height", String(options.height + top));
}
