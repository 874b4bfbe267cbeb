/** The panels of a figure in the page: each keeps its place and what lies over it while its picture is replaced. */
import { el } from "../ui/dom";
import { isTouchable, Overlay, type PanelActions } from "../interact/overlay";
import type { Figure, Row } from "../data/types";
import { shownPanels, type Params } from "../data/where";
import { ScenePanel } from "./scene-panel";
import { Tabs } from "./tabs";

interface View {
  element: HTMLElement;
  canvas: HTMLElement;
  /** Follows the picture: called with each new one. */
  above: Overlay | ScenePanel | null;
}
/** Pictures by the places of their panels in the figure. */
export type Pictures = Map<number, SVGSVGElement>;

export class Panels {
  readonly tabs: Tabs;
  readonly #figure: Figure;
  readonly root: HTMLElement;
  readonly #actions: PanelActions;
  readonly #views = new Map<number, View>();
  /** The pictures at the defaults, as the page brought them. */
  readonly #static: Pictures = new Map();
  /** Which panels stand in their places. */
  #placed: string;
  #params: Params = {};

  constructor(figure: Figure, root: HTMLElement, actions: PanelActions, onOpen: () => void) {
    this.#figure = figure;
    this.root = root;
    this.#actions = actions;
    this.tabs = new Tabs(root, onOpen);
    this.#placed = shownPanels(figure, null).join();
    for (const element of root.querySelectorAll<HTMLElement>(".lf-panel")) {
      const index = Number(element.dataset.panel);
      const svg = element.querySelector("svg");
      if (!svg) continue;
      this.#views.set(index, this.#view(index, element, svg));
      this.#static.set(index, svg);
    }
    // what can take the focus may not lie within an image
    if (figure.panels.some((panel) => panel.probe || panel.handle || panel.move || panel.scene))
      root.setAttribute("role", "group");
  }

  #view(index: number, element: HTMLElement, svg: SVGSVGElement): View {
    const panel = this.#figure.panels[index];
    if (panel?.scene) {
      const above = new ScenePanel(this.#figure.title, panel.scene, element);
      return { element, canvas: element, above };
    }
    if (!panel || !isTouchable(panel)) return { element, canvas: element, above: null };
    const canvas = el("div", { class: "lf-canvas" });
    element.prepend(canvas);
    canvas.append(svg);
    const overlay = new Overlay(this.#figure, panel, element, canvas, this.#actions);
    overlay.steer(this.#params);
    overlay.drawn(svg, null);
    return { element, canvas, above: overlay };
  }

  tabOf(index: number): string {
    return this.#figure.panels[index]?.tab ?? "";
  }

  /** The panels that are shown; those of the open picture come first, and alone if `open`. */
  arrange(shown: number[], open = false): number[] {
    const names = shown.map((index) => this.tabOf(index));
    const now = names.includes(this.tabs.open) ? this.tabs.open : (names[0] ?? "");
    const [inTab, others] = [true, false].map((is) => shown.filter((index) => (this.tabOf(index) === now) === is));
    return open && !this.#isTable() ? (inTab ?? []) : [...(inTab ?? []), ...(others ?? [])];
  }
  #isTable(): boolean {
    return this.#figure.table?.tab === this.tabs.open && this.tabs.open !== "";
  }

  /** Puts new pictures in place; `shown` are all that there are now. */
  show(shown: number[], svgs: Pictures, rows: Row[] | null): void {
    for (const [index, svg] of svgs) {
      const view = this.#views.get(index);
      if (view) {
        view.canvas.querySelector(":scope > svg:not(.lf-over)")?.replaceWith(svg);
      } else {
        const element = el("div", { class: "lf-panel", "data-panel": String(index) });
        element.append(svg);
        this.#views.set(index, this.#view(index, element, svg));
      }
      this.#views.get(index)?.above?.drawn(svg, rows);
    }
    const key = shown.map((index) => `${index}${this.#views.has(index) ? "" : "?"}`).join();
    if (key !== this.#placed) this.#place(shown);
    this.#placed = key;
  }

  #place(shown: number[]): void {
    const focused = this.root.contains(document.activeElement);
    const names = new Set(shown.map((index) => this.tabOf(index)));
    const table = this.#figure.table?.tab || null; // without a name it stands under Data
    if (table) names.add(table);
    this.tabs.set([...names]);
    for (const name of names) {
      if (name === table) continue;
      const place = this.tabs.place(name);
      const inTab = shown.filter((index) => this.tabOf(index) === name);
      const wanted = inTab.flatMap((index) => this.#views.get(index)?.element ?? []);
      const panels = [...place.querySelectorAll<HTMLElement>(":scope > .lf-panel")];
      for (const panel of panels) if (!wanted.includes(panel)) panel.remove();
      // a moved node would lose the focus
      wanted.forEach((element, i) => {
        const at = place.querySelectorAll(":scope > .lf-panel")[i] ?? null;
        if (at !== element) place.insertBefore(element, at);
      });
    }
    if (!focused || this.root.contains(document.activeElement)) return;
    shown.some((index) => this.tabOf(index) === this.tabs.open && this.#views.get(index)?.above?.takeFocus());
  }

  /** Back to the pictures that the page brought. */
  reset(): void {
    this.show(shownPanels(this.#figure, null), this.#static, null);
  }

  steer(params: Params): void {
    this.#params = params;
    for (const view of this.#views.values()) view.above?.steer(params);
  }
}
