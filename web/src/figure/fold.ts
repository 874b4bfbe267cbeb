/**
 * The fold "More controls": what it hides is told on it, and it opens by itself when it concerns what has happened.
 * Only the reader closes it: what lies below does not jump back and forth.
 */
import { setText } from "../ui/dom";

export class Fold {
  readonly #details: HTMLDetailsElement | null;
  readonly #note: HTMLElement | null;

  constructor(form: HTMLElement) {
    this.#details = form.querySelector<HTMLDetailsElement>("details.lf-more");
    this.#note = form.querySelector<HTMLElement>(".lf-more-note");
  }

  /** How many of its parameters are not at their defaults. */
  tell(changed: number): void {
    setText(this.#note, changed ? `${changed} changed` : "");
  }

  /** Shows what is in it. */
  open(): void {
    if (this.#details) this.#details.open = true;
  }
}
