/** The notebook widget: the page's controls and pictures of a figure, whose model runs in the notebook's kernel. */
import { differing, presetOf, presetValues } from "./data/params";
import type { Figure, Row, Scalar } from "./data/types";
import { headings, shownPanels, type Params } from "./data/where";
import { Controls } from "./figure/controls";
import { SetUps } from "./figure/set-ups";
import { tableOf } from "./figure/table";
import { showLab, type Kernel } from "./lab/in-notebook";
import { Scrubber } from "./interact/scrubber";
import { showSaid, type Found } from "./measured/in-notebook";
import { sceneOf } from "./motion/draw";
import { STATIC_WIDTH } from "./motion/plan";
import { Player } from "./motion/player";
import { frameValues } from "./plot/frame-selection";
import { render as draw } from "./plot/render";
import figures from "./styles/figures.css";
import tokens from "./styles/tokens.css";
import { el, find, tell } from "./ui/dom";

/** What the controls say. */
interface Settings {
  params: Record<string, unknown>;
  seed: unknown;
}
interface Traits {
  figure: Figure;
  /** The controls, as HTML. */
  controls: string;
  settings: Settings;
  rows: Row[];
  /** The parameters that the rows are drawn with. */
  params: Params;
  say: string;
  message: string;
}
interface Model {
  get<T extends keyof Traits>(name: T): Traits[T];
  set(name: "settings", value: Settings): void;
  save_changes(): void;
  on(event: string, work: () => void): void;
  off(event: string, work: () => void): void;
}

/** A picture that moves gets its player. */
function playable(svg: SVGSVGElement, title: string): Element {
  const scene = sceneOf(svg);
  if (!scene) return svg;
  const place = el("div", { class: "lf-player" });
  const host = el("div", {}, svg, place);
  new Player(title, host, place).take(scene);
  return host;
}

/** Shows a figure, the whole machine, or what a file says. */
function render({ model, el: root }: { model: Model & Kernel & Found; el: HTMLElement }): () => void {
  // else JupyterLab takes the arrow keys of sliders: it looks at what has the focus alone
  root.addEventListener("focusin", ({ target }) => ((target as HTMLElement).dataset.lmSuppressShortcuts = "true"));
  const said = model.get("said");
  if (said) return showSaid(said, root);
  return model.get("lab") ? showLab(model, root) : showFigure(model, root);
}

function showFigure(model: Model, root: HTMLElement): () => void {
  const figure = model.get("figure");
  const { title, table } = figure;
  const plot = el("div", { class: "lf-plot" });
  const message = el("p", { class: "lf-message", role: "alert", hidden: true });
  const say = el("p", { class: "lf-say", role: "status" });
  const lines = el("div", { class: "lf-table" });
  const rail = el("div");
  rail.innerHTML = model.get("controls");
  const picture = el("div", { class: "lf-picture" }, plot);
  const box = el(
    "figure",
    { class: "wtg-widget live-figure" },
    el("header", { class: "lf-head" }, el("span", { class: "lf-title" }, title)),
    el("div", { class: "lf-body" }, picture, rail),
    ...[message, say, lines, el("figcaption", {}, figure.caption)],
  );
  root.append(el("style", {}, tokens + figures), box);

  const controls = new Controls(figure, find<HTMLFormElement>(rail, ".lf-controls"), {
    changed: () => send(),
    refused: (line) => tell(message, line),
  });
  const setUps = new SetUps(rail, (name) => {
    const values = presetValues(figure, name);
    if (!values) return;
    controls.set(values.params, values.seed);
    send();
  });
  const showSetUp = (): void => setUps.show(presetOf(figure, controls.params, controls.seed));
  const send = (): void => {
    model.set("settings", { params: { ...controls.params }, seed: controls.seed });
    model.save_changes();
    showSetUp();
  };
  /** Shows settings that a program made. */
  const take = (): void => {
    const { params, seed } = model.get("settings");
    if (seed === controls.seed && !differing(figure, params, controls.params).length) return;
    controls.set(params, seed);
    showSetUp();
  };

  const frame = figure.panels.find((p) => p.frame)?.frame;
  const scrubber = frame ? new Scrubber(frame, title, () => paint()) : null;
  if (scrubber) picture.prepend(scrubber.element);
  const paint = (): void => {
    const rows = model.get("rows");
    const params = model.get("params");
    let shown: Scalar | undefined;
    if (scrubber) shown = scrubber.take(frameValues(scrubber.field, rows));
    const width = Math.min(900, Math.max(320, plot.clientWidth || STATIC_WIDTH));
    const names = headings(figure, shownPanels(figure, params));
    const svgs = draw(figure, rows, { document, width, frame: shown, params });
    const shownAs = svgs.map((svg) => playable(svg, title));
    plot.replaceChildren(
      ...shownAs.flatMap((node, i) => (names[i] ? [el("p", { class: "lf-tab-name" }, names[i]), node] : [node])),
    );
    if (table)
      lines.replaceChildren(...(table.tab ? [el("p", { class: "lf-tab-name" }, table.tab)] : []), tableOf(table, rows));
    say.textContent = model.get("say");
    tell(message, model.get("message") || null);
  };
  // what a run changes comes together and is announced one by one
  let isAsked = false;
  const soon = (): void => {
    if (isAsked) return;
    isAsked = true;
    queueMicrotask(() => {
      isAsked = false;
      paint();
    });
  };
  const traits = ["rows", "params", "say", "message"];
  for (const trait of traits) model.on(`change:${trait}`, soon);
  model.on("change:settings", take);
  take();
  showSetUp();
  paint();
  return () => {
    scrubber?.pause();
    for (const trait of traits) model.off(`change:${trait}`, soon);
    model.off("change:settings", take);
  };
}

export default { render };
