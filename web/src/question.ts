/** The question of an exercise in one of its variants: the numbers in its text, and its picture. */
import { el, find } from "./dom";
import type { Engine } from "./engine";
import type { Drawn } from "./exercise-types";
import type { Figure } from "./types";

const WIDTHS = { wide: 720, narrow: 360 };

async function draw(id: string, picture: Drawn, place: HTMLElement): Promise<void> {
  const { render } = await import("./render");
  place.setAttribute("aria-label", picture.alt);
  for (const [size, width] of Object.entries(WIDTHS)) {
    const plain = { title: "", edition: "", seed: 0, params: [], presets: [] };
    const figure: Figure = { ...plain, id: `exercise-${id}-${size}`, panels: picture.panels };
    const panels = render(figure, picture.rows, { document, width, still: true });
    find(place, `.ex-${size}`).replaceChildren(...panels.map((svg) => el("div", { class: "lf-panel" }, svg)));
  }
}

export class Question {
  variant = 1;
  readonly varies: boolean;
  readonly #root: HTMLElement;
  readonly #id: string;
  readonly #engine: Engine;
  /** The picture that the page brought, to go back to. */
  readonly #picture: { node: HTMLElement; label: string; html: string } | null;
  #blanks: Record<string, string> | null = null;

  constructor(root: HTMLElement, engine: Engine) {
    this.#root = root;
    this.#id = root.dataset.exercise ?? "";
    this.#engine = engine;
    this.varies = root.dataset.varies !== undefined;
    const node = root.querySelector<HTMLElement>(".ex-picture");
    this.#picture = node && { node, label: node.getAttribute("aria-label") ?? "", html: node.innerHTML };
  }

  /** Puts the numbers of the variant into a text. */
  fill(node: HTMLElement): void {
    for (const given of node.querySelectorAll<HTMLElement>(".given")) {
      given.dataset.first ??= given.textContent ?? "";
      given.textContent = this.#blanks?.[given.dataset.given ?? ""] ?? given.dataset.first;
    }
  }

  /** Shows a variant; a text says in one line why it cannot. The page's own needs no interpreter. */
  async show(variant: number): Promise<string | null> {
    if (variant === this.variant) return null;
    if (variant === 1 || !this.varies) {
      this.#blanks = null;
      const first = this.#picture;
      if (this.varies && first) {
        first.node.innerHTML = first.html;
        first.node.setAttribute("aria-label", first.label);
      }
    } else {
      const posed = await this.#engine.pose(this, { exercise: this.#id, variant });
      if ("kind" in posed) return posed.kind === "error" ? posed.error.message : "Stopped.";
      if ("error" in posed) return posed.error.message;
      this.#blanks = posed.blanks;
      try {
        if (posed.picture && this.#picture) await draw(this.#id, posed.picture, this.#picture.node);
      } catch (error) {
        return (error as Error).message;
      }
    }
    this.variant = variant;
    this.fill(find(this.#root, ".ex-prompt"));
    return null;
  }
}
