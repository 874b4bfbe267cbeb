/** The fold of rarely used controls: it names those that differ from the default, and opens for a refused one. */
import { setText } from "../ui/dom";

export class Fold {
  readonly #details: HTMLDetailsElement | null;
  readonly #note: HTMLElement | null;

  constructor(form: HTMLElement) {
    this.#details = form.querySelector<HTMLDetailsElement>("details.lf-more");
    this.#note = form.querySelector<HTMLElement>(".lf-more-note");
  }

  /** Names the controls that are not at their defaults. */
  tell(changed: string[]): void {
    setText(this.#note, changed.join(", "));
  }

  /** Opens the fold. */
  open(): void {
    if (this.#details) this.#details.open = true;
  }
}
