/** The notebook widget: draws the traits `figure`, `rows` and `params` again whenever one of them changes. */
import { Scrubber } from "./interact/scrubber";
import { sceneOf } from "./motion/draw";
import { STATIC_WIDTH } from "./motion/plan";
import { Player } from "./motion/player";
import { render as draw } from "./plot/render";
import { frameValues } from "./plot/frame-selection";
import type { Figure, Row, Scalar } from "./data/types";
import { headings, shownPanels, type Params } from "./data/where";
import { el } from "./ui/dom";
import tokens from "./styles/tokens.css";

interface Model {
  get(name: "figure"): Figure;
  get(name: "rows"): Row[];
  get(name: "params"): Params | undefined;
  on(event: string, work: () => void): void;
  off(event: string, work: () => void): void;
}

/** What moves gets its player. */
function playable(svg: SVGSVGElement, title: string): Element {
  const scene = sceneOf(svg);
  if (!scene) return svg;
  const place = el("div", { class: "lf-player" });
  const host = el("div", {}, svg, place);
  new Player(title, host, place).take(scene);
  return host;
}

function render({ model, el: root }: { model: Model; el: HTMLElement }): () => void {
  const style = document.createElement("style");
  style.textContent = tokens;
  const box = document.createElement("div");
  box.className = "wtg-widget";
  const plot = document.createElement("div");
  box.append(plot);
  root.append(style, box);
  const figure = model.get("figure");
  const frame = figure.panels?.find((p) => p.frame)?.frame;
  const scrubber = frame ? new Scrubber(frame, figure.title, () => paint()) : null;
  if (scrubber) box.append(scrubber.element);

  const paint = (): void => {
    const rows = model.get("rows") ?? [];
    const now = model.get("figure");
    if (!now?.panels) return;
    let shown: Scalar | undefined;
    if (scrubber) shown = scrubber.take(frameValues(scrubber.field, rows));
    const width = Math.min(900, Math.max(320, root.clientWidth || STATIC_WIDTH));
    const params = model.get("params");
    const names = headings(now, shownPanels(now, params));
    const svgs = draw(now, rows, { document, width, frame: shown, params });
    const shownAs = svgs.map((svg) => playable(svg, now.title));
    plot.replaceChildren(...shownAs.flatMap((node, i) => (names[i] ? [el("h5", {}, names[i]), node] : [node])));
  };
  // rows and parameters come together and are told of one by one
  let asked = false;
  const soon = (): void => {
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      asked = false;
      paint();
    });
  };
  const traits = ["rows", "params", "figure"];
  for (const trait of traits) model.on(`change:${trait}`, soon);
  paint();
  return () => {
    scrubber?.pause();
    for (const trait of traits) model.off(`change:${trait}`, soon);
  };
}

export default { render };
