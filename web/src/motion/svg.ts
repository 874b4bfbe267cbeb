/** Makes the elements of a drawing. */
const SVG = "http://www.w3.org/2000/svg";

export type Make = <T extends SVGElement>(
  tag: string,
  attributes: Record<string, string | number>,
  parent?: Element,
) => T;

export const maker =
  (document: Document): Make =>
  <T extends SVGElement>(tag: string, attributes: Record<string, string | number>, parent?: Element) => {
    const node = document.createElementNS(SVG, tag) as T;
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    parent?.append(node);
    return node;
  };

/** How a machine looks; it lies in the picture, so that a saved one looks the same. */
const STYLE = `.wtg-scene{font:11.5px system-ui,sans-serif;overflow:visible}
.wtg-scene text{fill:var(--wtg-fg)}
.wtg-scene .wtg-name{font-size:12px;font-weight:600}
.wtg-scene .wtg-count{fill:var(--wtg-mute)}
.wtg-scene .wtg-about{font-weight:700}
.wtg-wire,.wtg-track{fill:none;stroke:var(--wtg-line)}
.wtg-part rect{fill:var(--wtg-card);stroke:var(--wtg-mute)}
.wtg-part[data-busy] rect{fill:var(--wtg-soft);stroke:var(--wtg-accent)}
.wtg-part[data-pale]{opacity:.35}
.wtg-part[role=button],.wtg-dot{cursor:pointer}
.wtg-part:focus-visible{outline:2px solid var(--wtg-focus)}
.wtg-platter,.wtg-track,.wtg-hub,.wtg-index,.wtg-arm,.wtg-written,.wtg-target,.wtg-answered{pointer-events:none}
.wtg-platter{fill:var(--wtg-field);stroke:var(--wtg-mute)}
.wtg-hub{fill:var(--wtg-mute)}
.wtg-index,.wtg-arm{fill:none;stroke:var(--wtg-mute);stroke-width:2}
.wtg-arm{stroke:var(--wtg-fg);stroke-width:2.5;stroke-linecap:round}
.wtg-written,.wtg-target,.wtg-answered{fill:none;stroke:var(--wtg-ok);stroke-width:5}
.wtg-target,.wtg-answered{stroke:var(--wtg-accent);stroke-opacity:.55}
.wtg-platters :is(.wtg-written,.wtg-target,.wtg-answered){stroke-width:9}
.wtg-platters .wtg-target{stroke:var(--wtg-mute)}
.wtg-platters .wtg-name{font-size:13px}
.wtg-platters .wtg-count{font-size:12px}
.wtg-dot{rx:4.5px;fill:var(--wtg-card);stroke:var(--wtg-accent);stroke-width:1.8}
.wtg-served{fill:var(--wtg-accent)}
.wtg-read{stroke:var(--wtg-1)}
.wtg-read.wtg-served{fill:var(--wtg-1)}
.wtg-memory{rx:1px;fill:var(--wtg-warn);stroke:var(--wtg-warn)}
.wtg-over,.wtg-read.wtg-over{fill:var(--wtg-ok);stroke:var(--wtg-ok)}
.wtg-dot.wtg-followed{stroke:var(--wtg-fg);stroke-width:2.4}
.wtg-scene :is(.wtg-gone,.wtg-kept){font-size:13px;font-weight:700;fill:var(--wtg-ok)}
.wtg-scene .wtg-gone{fill:var(--wtg-accent)}
.wtg-account{fill:var(--wtg-pale);fill-opacity:.5}`;

/** A picture of so many pixels. */
export function picture(make: Make, name: string, width: number, height: number): SVGSVGElement {
  const data = { class: name, viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" };
  const svg = make<SVGSVGElement>("svg", data);
  svg.setAttribute("xmlns", SVG);
  make("style", {}, svg).textContent = STYLE;
  return svg;
}
