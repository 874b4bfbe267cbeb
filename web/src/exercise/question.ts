/** The question of an exercise in one of its variants: what stands in the blanks of its text, its picture, its starter. */
import { asSentence, el, find, tell } from "../ui/dom";
import type { Engine } from "../python/engine";
import { unreachable } from "../python/failure";
import type { PosedPicture } from "../data/types";

/** Another variant took this one's place: nothing is reported. */
export const SUPERSEDED = "another variant was asked for";
const WIDTHS = { wide: 720, narrow: 360 };

async function draw(id: string, picture: PosedPicture, place: HTMLElement, isWanted: () => boolean): Promise<void> {
  const { render } = await import("../plot/render");
  if (!isWanted()) return;
  place.setAttribute("aria-label", picture.alt);
  for (const [size, width] of Object.entries(WIDTHS)) {
    const figure = { id: `exercise-${id}-${size}`, params: [], panels: picture.panels };
    const panels = render(figure, picture.rows, { document, width, still: true });
    find(place, `.ex-${size}`).replaceChildren(...panels.map((svg) => el("div", { class: "lf-panel" }, svg)));
  }
}

/** Until the new question is there the old one stands, and what would be typed under it belongs to neither. */
export function turning(root: HTMLElement, isTurning: boolean): void {
  root.toggleAttribute("data-turning", isTurning);
  find(root, ".ex-fields, .ex-editor").inert = isTurning;
  find(root, "[data-action=check]").setAttribute("aria-disabled", String(isTurning));
}

export class Question {
  variant = 1;
  /** The program that the variant begins with; null: the page's own. */
  starter: string | null = null;
  readonly varies: boolean;
  readonly #root: HTMLElement;
  readonly #id: string;
  readonly #engine: Engine;
  /** The picture that the page brought, to go back to. */
  readonly #picture: { node: HTMLElement; label: string; html: string } | null;
  #blanks: Record<string, string> | null = null;
  #turn = 0;

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
    const own = ++this.#turn;
    this.#root.removeAttribute("data-posing");
    if (variant === this.variant) return null;
    const far = variant !== 1 && this.varies;
    this.#root.toggleAttribute("data-posing", far);
    const wrong = far ? await this.#pose(variant, () => own === this.#turn) : this.#first();
    if (own !== this.#turn) return SUPERSEDED;
    this.#root.removeAttribute("data-posing");
    if (wrong) return wrong;
    this.variant = variant;
    this.fill(find(this.#root, ".ex-prompt"));
    return null;
  }

  #first(): null {
    this.#blanks = this.starter = null;
    if (this.#picture && this.varies) {
      this.#picture.node.innerHTML = this.#picture.html;
      this.#picture.node.setAttribute("aria-label", this.#picture.label);
    }
    return null;
  }

  async #pose(variant: number, isWanted: () => boolean): Promise<string | null> {
    const message = find(this.#root, ".ex-message");
    let hasSaid = false;
    const posed = await this.#engine.pose(this, { exercise: this.#id, variant }, (line) => {
      if (!isWanted() || (line === null && !hasSaid)) return;
      hasSaid = line !== null;
      tell(message, line === null ? null : asSentence(line), "note");
    });
    if (!isWanted()) return SUPERSEDED;
    if ("kind" in posed) return posed.kind === "error" ? posed.error.message : "it was stopped";
    if ("error" in posed) return posed.error.message;
    try {
      if (posed.picture && this.#picture) await draw(this.#id, posed.picture, this.#picture.node, isWanted);
    } catch (error) {
      return unreachable(error as Error);
    }
    if (isWanted()) [this.#blanks, this.starter] = [posed.blanks, posed.starter];
    return null;
  }
}
