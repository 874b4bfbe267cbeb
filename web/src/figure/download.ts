/** Files for the reader: rows as CSV, pictures as SVG that needs no style sheet. */
import { columnsOf } from "./table";
import { escaped, LINE, line } from "../plot/words";
import type { Row, Scalar } from "../data/types";

/** What makes a spreadsheet take a text for a formula; as in the exercises' `cells.py`. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export function toCsv(rows: Row[]): string {
  const names = columnsOf(rows);
  const quote = (v: Scalar | undefined): string => {
    if (v === undefined) return "";
    const text = typeof v === "string" && FORMULA.test(v) ? `'${v}` : String(v);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => names.map((n) => quote(row[n])).join(","));
  return [names.map(quote).join(","), ...lines].join("\r\n") + "\r\n";
}

const PAINTS = ["fill", "stroke", "style", "color", "stop-color"];

/** A mixture of colours, or one for each theme, as one that every program knows. */
function mixed(colour: string): string {
  if (!/(color-mix|light-dark)\(/.test(colour)) return colour;
  const paint = document.createElement("i");
  paint.style.color = colour;
  document.body.append(paint);
  const seen = getComputedStyle(paint).color;
  paint.remove();
  const parts = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)/.exec(seen)?.slice(1);
  return parts ? `rgb(${parts.map((part) => Math.round(Number(part) * 255)).join(", ")})` : seen;
}

/** Theme variables and `currentColor` become the colours that the reader sees. */
function resolve(root: Element, style: CSSStyleDeclaration): void {
  const known = new Map<string, string>();
  const valueOf = (name: string): string => {
    const value = known.get(name) ?? mixed(style.getPropertyValue(name).trim());
    known.set(name, value);
    return value;
  };
  const plain = (text: string): string =>
    text
      .replace(
        /var\((--[\w-]+)(?:,\s*([^()]*))?\)/g,
        (_, name: string, other?: string) => valueOf(name) || other || "none",
      )
      .replace(/currentColor/gi, style.color);
  for (const node of [root, ...root.querySelectorAll("*")]) {
    if (node.tagName === "style") node.textContent = plain(node.textContent ?? "");
    for (const paint of PAINTS) {
      const text = node.getAttribute(paint);
      if (text && /var\(|currentcolor/i.test(text)) node.setAttribute(paint, mixed(plain(text)));
    }
  }
}

/** The panels of a figure one above the other, as one picture, under the figure's title and the pictures' names. */
export function toSvg(figure: HTMLElement, title: string): string {
  const style = getComputedStyle(figure);
  const svgs = [...figure.querySelectorAll<SVGSVGElement>(".lf-plot svg:not(.lf-over)")];
  let y = 34;
  let width = 0;
  const tabs = svgs.map((svg) => svg.closest<HTMLElement>(".lf-tab")?.dataset.tab ?? "");
  const parts = svgs.map((svg, i) => {
    const name = tabs[i] && tabs[i] !== tabs[i - 1] ? line(tabs[i], (y += LINE), style.color) : "";
    const copy = svg.cloneNode(true) as SVGSVGElement;
    for (const tip of copy.querySelectorAll('[aria-label="tip"]')) tip.remove();
    resolve(copy, style);
    copy.removeAttribute("aria-hidden");
    copy.removeAttribute("data-layout");
    copy.removeAttribute("data-spots");
    copy.setAttribute("y", String(y));
    copy.setAttribute("color", style.color);
    const box = svg.viewBox.baseVal;
    y += box.height + 6;
    width = Math.max(width, box.width);
    return name + new XMLSerializer().serializeToString(copy);
  });
  const paper = mixed(style.getPropertyValue("--wtg-card").trim()) || style.backgroundColor;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="${paper}"/>${line(title, 29, style.color, 14)}${parts.join("")}</svg>\n`;
}
