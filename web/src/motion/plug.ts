/** Plays platters again and again from the first moment on, until the reader stops them or pulls the plug. With
 * reduced motion they stand until the reader plays them. */
import { button, el, setText } from "../ui/dom";
import { isReduced, STILL } from "../ui/reduced";
import { fate, type Platters } from "./platters";
import { duration } from "./words";

/** How long one turn takes in the picture (s), and the step when motion is reduced (turns). */
const TURN = 2;
const STEP = 0.25;

export class Plug {
  readonly #host: HTMLElement;
  readonly #plug: HTMLButtonElement;
  readonly #play = button("", () => this.#turnPause(), { "data-action": "play" });
  readonly #slow = el("span", { class: "lf-plug-slow" });
  readonly #says = el("p", { class: "lf-plug-says", "aria-live": "polite" });
  #platters: Platters | null = null;
  #isPulled = false;
  #isPaused = isReduced();
  #frame = 0;
  #last = 0;

  /** `host` holds the picture, `place` what is said and pressed. */
  constructor(host: HTMLElement, place: HTMLElement) {
    this.#host = host;
    this.#plug = button("", () => (this.#isPulled ? this.#again() : this.#pull()), { "data-action": "plug" });
    place.replaceChildren(el("div", { class: "lf-frames" }, this.#plug, this.#play, this.#slow), this.#says);
    window.addEventListener("beforeprint", () => {
      this.#stop();
      if (!this.#isPulled) this.#platters?.showStill();
    });
    window.addEventListener("afterprint", () => this.#go());
    new IntersectionObserver(([entry]) => (entry?.isIntersecting ? this.#go() : this.#stop())).observe(host);
  }

  /** Another run takes the place of the last. */
  take(platters: Platters): void {
    this.#platters = platters;
    const turn = this.#turn();
    setText(this.#slow, turn ? `A turn of ${duration(turn)} takes ${TURN} s here.` : "");
    platters.show(0);
    this.#again();
  }

  #turn(): number {
    return this.#platters?.machines[0]?.accesses[0]?.turn ?? 0;
  }

  #again(): void {
    this.#isPulled = false;
    this.#plug.textContent = "Pull the plug";
    this.#play.hidden = false;
    this.#sayPlay();
    setText(this.#says, "");
    this.#platters?.show(0);
    this.#go();
  }

  #pull(): void {
    const platters = this.#platters;
    if (!platters) return;
    this.#stop();
    this.#isPulled = true;
    platters.show(platters.t, true);
    this.#plug.textContent = "Switch on again";
    this.#play.hidden = true;
    const lines = platters.machines.map((machine) => `${machine.title}: ${fate(machine, platters.t)}.`);
    setText(this.#says, `After ${duration(platters.t)}: ${lines.join(" ")}`);
  }

  #sayPlay(): void {
    this.#play.textContent = this.#isPaused ? "Play" : "Pause";
  }
  #turnPause(): void {
    this.#isPaused = !this.#isPaused;
    this.#sayPlay();
    if (this.#isPaused) this.#stop();
    else this.#go();
  }

  #go(): void {
    if (this.#frame || this.#isPulled || this.#isPaused || !this.#platters || !this.#host.checkVisibility()) return;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }
  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #tick(now: number): void {
    const platters = this.#platters;
    if (!platters) return this.#stop();
    const isStill = isReduced();
    const passed = now - this.#last;
    if (!isStill || passed >= STILL) {
      this.#last = now;
      const turns = isStill ? STEP : Math.min(100, passed) / 1000 / TURN;
      const t = platters.t + turns * this.#turn();
      platters.show(t < platters.end ? t : 0);
    }
    this.#frame = requestAnimationFrame((next) => this.#tick(next));
  }
}
