/** A reset asks nothing, for it can be undone. */
import { button, tell } from "./dom";

export class Undo {
  readonly #place: HTMLElement;
  #open = false;

  constructor(place: HTMLElement) {
    this.#place = place;
  }
  offer(back: () => void): void {
    const bring = (): void => (this.forget(), back());
    tell(
      this.#place,
      "Your answer was cleared.",
      "note",
      button("Bring it back", bring, { "data-action": "bring-back" }),
    );
    this.#open = true;
  }
  /** Something new was done. */
  forget(): void {
    if (this.#open) tell(this.#place, null);
    this.#open = false;
  }
}
