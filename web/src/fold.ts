/** The fold "More controls": what it hides is told on it, and it opens by itself when it concerns what has happened. */
import { setText } from "./dom";

export class Fold {
  readonly #details: HTMLDetailsElement | null;
  readonly #note: HTMLElement | null;
  /** Opened by the page and not by the reader: the page may close it again. */
  #own = false;

  constructor(form: HTMLElement) {
    this.#details = form.querySelector<HTMLDetailsElement>("details.lf-more");
    this.#note = form.querySelector<HTMLElement>(".lf-more-note");
    this.#details?.querySelector("summary")?.addEventListener("click", () => (this.#own = false));
  }

  /** How many of its parameters are not at their defaults. */
  tell(changed: number): void {
    setText(this.#note, changed ? `${changed} changed` : "");
    if (changed === 0 && this.#own && this.#details) {
      this.#details.open = false;
      this.#own = false;
    }
  }

  /** Shows what is in it. */
  open(): void {
    if (!this.#details || this.#details.open) return;
    this.#details.open = true;
    this.#own = true;
  }
}
