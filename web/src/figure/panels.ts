/** The panels of a figure in the page: each keeps its place and what lies over it while its picture is replaced. */
import { el } from "../ui/dom";
import { isTouchable, Overlay, type PanelActions } from "../interact/overlay";
import type { Figure, Row } from "../data/types";
import { shownPanels, type Params } from "../data/where";

interface View {
  element: HTMLElement;
  canvas: HTMLElement;
  overlay: Overlay | null;
}

export class Panels {
  readonly #figure: Figure;
  readonly #root: HTMLElement;
  readonly #actions: PanelActions;
  readonly #views = new Map<number, View>();
  /** The pictures at the defaults, as the page brought them. */
  readonly #static: [number, SVGSVGElement][];
  #shown: number[];
  #params: Params = {};

  constructor(figure: Figure, root: HTMLElement, actions: PanelActions) {
    this.#figure = figure;
    this.#root = root;
    this.#actions = actions;
    const panels = [...root.querySelectorAll<HTMLElement>(":scope > .lf-panel")];
    this.#shown = shownPanels(figure, null).slice(0, panels.length);
    this.#static = this.#shown.flatMap((index, i) => {
      const element = panels[i];
      const svg = element?.querySelector("svg");
      if (!element || !svg) return [];
      this.#views.set(index, this.#view(index, element, svg));
      return [[index, svg]];
    });
    // what can take the focus may not lie within an image
    if (figure.panels.some((panel) => panel.probe || panel.handle || panel.move)) root.setAttribute("role", "group");
  }

  #view(index: number, element: HTMLElement, svg: SVGSVGElement): View {
    const panel = this.#figure.panels[index];
    if (!panel || !isTouchable(panel)) return { element, canvas: element, overlay: null };
    const canvas = el("div", { class: "lf-canvas" });
    element.prepend(canvas);
    canvas.append(svg);
    const overlay = new Overlay(this.#figure, panel, element, canvas, this.#actions);
    overlay.steer(this.#params);
    overlay.drawn(svg, null);
    return { element, canvas, overlay };
  }

  /** Puts new pictures in place; nothing else in the page changes unless other panels are shown. */
  show(indices: number[], svgs: SVGSVGElement[], rows: Row[] | null): void {
    indices.forEach((index, i) => {
      const svg = svgs[i];
      if (!svg) return;
      const view = this.#views.get(index);
      if (view) {
        view.canvas.querySelector(":scope > svg:not(.lf-over)")?.replaceWith(svg);
      } else {
        const element = el("div", { class: "lf-panel" });
        element.append(svg);
        this.#views.set(index, this.#view(index, element, svg));
      }
      this.#views.get(index)?.overlay?.drawn(svg, rows);
    });
    if (indices.join() === this.#shown.join()) return;
    const focused = this.#root.contains(document.activeElement);
    this.#shown = indices;
    const views = indices.flatMap((index) => this.#views.get(index) ?? []);
    const wanted = views.map((view) => view.element);
    // what stays is not moved, for it would lose the focus
    for (const child of [...this.#root.children]) if (!wanted.includes(child as HTMLElement)) child.remove();
    wanted.forEach((element, i) => {
      if (this.#root.children[i] !== element) this.#root.insertBefore(element, this.#root.children[i] ?? null);
    });
    if (focused && !this.#root.contains(document.activeElement)) views.some((view) => view.overlay?.takeFocus());
  }

  /** Back to the pictures that the page brought. */
  reset(): void {
    this.show(
      this.#static.map(([index]) => index),
      this.#static.map(([, svg]) => svg),
      null,
    );
  }

  steer(params: Params): void {
    this.#params = params;
    for (const view of this.#views.values()) view.overlay?.steer(params);
  }
}
