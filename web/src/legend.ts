/** A legend as plain SVG above a panel: swatches for categories, a stepped ramp for quantities. */
import type { ColourScale } from "./colour";
import { plain } from "./numbers";

const SVG = "http://www.w3.org/2000/svg";
const LINE = 18;
const LETTER = 6.3;

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

function ramp(draw: Pen, scale: ColourScale, left: number, group: Element, title: string | null): number {
  const { edges, colours } = scale.ramp ?? { edges: [], colours: [] };
  const step = 26;
  let x = left;
  if (title) {
    group.append(draw("text", { x, y: 12.5, "text-anchor": "start" }, title));
    x += title.length * LETTER + 10;
  }
  const text = (v: number | undefined) => plain(Number((v ?? 0).toPrecision(2)));
  const low = text(edges[0]);
  group.append(draw("text", { x, y: 12.5, "text-anchor": "start" }, low));
  x += low.length * LETTER + 5;
  colours.forEach((colour, i) => {
    group.append(draw("rect", { x: x + i * step, y: 3, width: step, height: 11, fill: colour }));
  });
  x += colours.length * step + 5;
  group.append(draw("text", { x, y: 12.5, "text-anchor": "start" }, text(edges.at(-1))));
  return LINE;
}

/** Puts the legend above the plot by growing the view box upwards; the plot itself does not move. */
export function addLegend(
  document: Document,
  svg: Element,
  scale: ColourScale,
  options: { left: number; width: number; height: number; title: string | null },
): void {
  const draw = pen(document);
  const group = draw("g", { class: "wtg-legend", fill: "currentColor", "aria-hidden": "true" });
  const tall = scale.ramp
    ? ramp(draw, scale, options.left, group, options.title)
    : swatches(draw, scale, options.left, options.width, group);
  const top = tall + 6;
  group.setAttribute("transform", `translate(0,${-top})`);
  svg.append(group);
  svg.setAttribute("viewBox", `0 ${-top} ${options.width} ${options.height + top}`);
  svg.setAttribute("height", String(options.height + top));
}
