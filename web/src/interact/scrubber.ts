/** One value of a column at a time: a scrubber, and play and pause. */
import { button, el } from "../ui/dom";
import { isReduced, STILL } from "../ui/reduced";
import { show } from "../data/numbers";
import type { Frame, Scalar } from "../data/types";

/** How many steps a whole film has with reduced motion. */
const STEPS = 8;

export class Scrubber {
  readonly field: string;
  readonly element: HTMLElement;
  readonly #frame: Frame;
  readonly #slider = el("input", {
    type: "range",
    min: "0",
    max: "0",
    step: "1",
    value: "0",
    class: "lf-scrub",
  });
  readonly #text = el("output", { class: "lf-frame-value", "aria-live": "off" });
  readonly #play: HTMLButtonElement;
  readonly #onChange: () => void;
  #values: Scalar[] = [];
  #touched = false;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(frame: Frame, title: string, onChange: () => void) {
    this.field = frame.field;
    this.#frame = frame;
    this.#onChange = onChange;
    const label = frame.label;
    this.#slider.setAttribute("aria-label", `${label}, ${title}`);
    this.#slider.addEventListener("input", (event) => {
      event.stopPropagation();
      this.pause();
      this.#touched = true;
      this.#changed();
    });
    this.#play = button("Play", () => (this.#timer ? this.pause() : this.play()), {
      "data-action": "play",
      "aria-pressed": "false",
    });
    this.element = el(
      "div",
      { class: "lf-frames", hidden: true },
      this.#play,
      el("span", {}, label),
      this.#slider,
      this.#text,
    );
  }

  #changed(): void {
    const value = this.#values[Number(this.#slider.value)];
    const text = typeof value === "number" ? show(value, this.#frame) : String(value ?? "");
    this.#text.textContent = text;
    this.#slider.setAttribute("aria-valuetext", text);
    this.#onChange();
  }

  /** Takes the values that are there now; returns the one to show. */
  take(values: Scalar[]): Scalar | undefined {
    const grown = values.length !== this.#values.length;
    this.#values = values;
    this.element.hidden = values.length < 2;
    this.#slider.max = String(Math.max(0, values.length - 1));
    if (!this.#touched && !this.#timer && grown) this.#slider.value = String(this.#start());
    const value = values[Math.min(Number(this.#slider.value), values.length - 1)];
    const text = typeof value === "number" ? show(value, this.#frame) : String(value ?? "");
    this.#text.textContent = text;
    this.#slider.setAttribute("aria-valuetext", text);
    return value;
  }

  #start(): number {
    const still = this.#frame.stills.at(-1);
    if (typeof still !== "number") return this.#values.length - 1;
    let best = 0;
    this.#values.forEach((v, i) => {
      if (Math.abs(Number(v) - still) < Math.abs(Number(this.#values[best]) - still)) best = i;
    });
    return best;
  }

  play(): void {
    const end = Number(this.#slider.value) >= this.#values.length - 1;
    if (end || !this.#touched) this.#slider.value = "0";
    this.#touched = true;
    const inSteps = isReduced();
    const on = inSteps ? Math.ceil((this.#values.length - 1) / STEPS) : 1;
    this.#timer = setInterval(
      () => {
        if (Number(this.#slider.value) >= this.#values.length - 1) return this.pause();
        this.#slider.value = String(Number(this.#slider.value) + on);
        this.#changed();
      },
      inSteps ? STILL : 1000 / this.#frame.rate,
    );
    this.#play.textContent = "Pause";
    this.#play.setAttribute("aria-pressed", "true");
    this.#changed();
  }

  pause(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#play.textContent = "Play";
    this.#play.setAttribute("aria-pressed", "false");
  }
}
