/** The fold of controls that few need: what differs in it is told on it, and it opens by itself for what was refused. */
import { setText } from "../ui/dom";

export class Fold {
  readonly #details: HTMLDetailsElement | null;
  readonly #note: HTMLElement | null;

  constructor(form: HTMLElement) {
    this.#details = form.querySelector<HTMLDetailsElement>("details.lf-more");
    this.#note = form.querySelector<HTMLElement>(".lf-more-note");
  }

  /** What in it is not at its default, as words. */
  tell(changed: string[]): void {
    setText(this.#note, changed.join(", "));
  }

  /** Shows what is in it. */
  open(): void {
    if (this.#details) this.#details.open = true;
  }
}
