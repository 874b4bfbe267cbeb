/** Elements laid over a picture by its own pixels: outlines of places, and what can be taken hold of. */
import { el } from "../ui/dom";
import type { DropTarget } from "../plot/drop-targets";

export type Area = Omit<DropTarget, "key">;

export class Layer {
  readonly element: HTMLElement;
  readonly #outlines = el("div", { "aria-hidden": "true" });
  #svg: SVGSVGElement | null = null;
  #box: Area = { x: 0, y: 0, width: 1, height: 1 };

  constructor(label: string) {
    // an application: otherwise a screen reader keeps the arrow keys
    this.element = el("div", { class: "lf-things", role: "application", "aria-label": label }, this.#outlines);
  }

  drawn(svg: SVGSVGElement, box: Area): void {
    this.#svg = svg;
    this.#box = box;
  }

  put({ style }: HTMLElement, { x, y, width, height }: Area): void {
    style.left = `${((x - this.#box.x) / this.#box.width) * 100}%`;
    style.top = `${((y - this.#box.y) / this.#box.height) * 100}%`;
    style.width = `${(width / this.#box.width) * 100}%`;
    style.height = `${(height / this.#box.height) * 100}%`;
  }

  /** The picture's pixels in one of the screen's. */
  get unit(): number {
    return this.#box.width / (this.#svg?.getBoundingClientRect().width || this.#box.width);
  }

  /** Outline places, one of them strongly; a click on one is reported. */
  outline(places: DropTarget[], near: DropTarget | null, chosen: (place: DropTarget) => void): void {
    const nodes = places.map((place) => {
      const node = el("div", { class: "lf-place", "data-near": place.key === near?.key });
      this.put(node, place);
      node.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays where it is
      node.addEventListener("click", (event) => {
        event.stopPropagation();
        chosen(place);
      });
      return node;
    });
    this.#outlines.replaceChildren(...nodes);
  }

  /** The tips of the picture know nothing of what lies over it. */
  pass(event: PointerEvent): void {
    event.stopPropagation();
    this.#svg?.dispatchEvent(new PointerEvent(event.type, event));
  }
  hideTips(): void {
    this.#svg?.dispatchEvent(new PointerEvent("pointerleave", { pointerType: "mouse" }));
  }
}
