/** What plays a scene: play, step, a line of time to drag, how slow, which request is followed. */
import { button, el, setText } from "../ui/dom";
import { isReduced, STILL } from "../ui/reduced";
import { followChoices } from "./follow";
import type { Scene } from "./scene";
import { duration, headOf, happenings, keyOf, lineAt, loadIn, type Happening } from "./words";
import type { Part } from "./machine";

/** Machine time a second, from which the reader chooses (s). */
const SPEEDS = [1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 1];
/** How long a scene lasts by default (s). */
const WHOLE = 12;
/** In which dots cover two thirds of their way (ms). */
const EASE = 70;
const STEPS = 1000;

export class Player {
  readonly #play: HTMLButtonElement;
  readonly #slider = el("input", { type: "range", min: "0", max: String(STEPS), step: "1", class: "lf-scrub" });
  readonly #clock = el("output", { class: "lf-frame-value", "aria-live": "off" });
  readonly #speed = el("select", { "aria-label": "Speed" });
  /** Which request is followed, a choice for each machine that has several. */
  readonly #follow = el("span", { class: "lf-follow" });
  /** What happened last, a line for each machine. */
  readonly #says = el("div", { class: "lf-happens", "aria-live": "polite" });
  readonly #key = el("div", { class: "lf-key", "aria-hidden": "true" });
  readonly #events = el("ol", { class: "lf-hidden" });
  #scene: Scene | null = null;
  #happenings: Happening[][] = [];
  #begun = false;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #last = 0;

  /** `host` holds the picture, `place` what plays it. */
  constructor(title: string, host: HTMLElement, place: HTMLElement) {
    this.#slider.setAttribute("aria-label", `Time, ${title}`);
    this.#slider.addEventListener("input", (event) => {
      event.stopPropagation();
      const share = Number(this.#slider.value) / STEPS;
      this.pause();
      this.#begun = true;
      this.#show(share * (this.#scene?.end ?? 0), 1);
    });
    for (const each of [this.#speed, this.#follow]) each.addEventListener("input", (event) => event.stopPropagation());
    this.#play = button("Play", () => (this.playing ? this.pause() : this.play()), {
      "data-action": "play",
      "aria-pressed": "false",
    });
    const back = button("◂", () => this.#step(-1), { "data-action": "back", "aria-label": "To the event before" });
    const on = button("▸", () => this.#step(1), { "data-action": "step", "aria-label": "To the next event" });
    place.replaceChildren(
      el("div", { class: "lf-frames" }, this.#play, back, on, this.#slider, this.#clock),
      el("div", { class: "lf-frames" }, el("label", {}, "1\u00a0s shows ", this.#speed), this.#follow),
      this.#key,
      this.#says,
      this.#events,
    );
    host.addEventListener("click", (event) => this.#pressed(event.target as Element));
    host.addEventListener("keydown", (event) => {
      const target = event.target as Element;
      if (!["Enter", " "].includes(event.key) || !target.matches?.(".wtg-part")) return;
      event.preventDefault();
      this.#pressed(target);
    });
  }

  get playing(): boolean {
    return this.#frame !== 0 || this.#timer !== null;
  }

  /** Another scene takes the place of the last; it shows the same share of its time once the reader has moved it. */
  take(scene: Scene): void {
    const before = this.#scene;
    const share = this.#begun && before?.end ? before.t / before.end : null;
    const goesOn = this.playing && before?.end === scene.end;
    this.pause();
    this.#scene = scene;
    for (const part of scene.svg.querySelectorAll(".wtg-part[data-used]")) {
      part.setAttribute("tabindex", "0");
      part.setAttribute("role", "button");
    }
    scene.svg.removeAttribute("aria-hidden");
    scene.svg.setAttribute("role", "group");
    scene.svg.setAttribute("aria-label", "The machine");
    scene.machines.forEach((machine, n) => {
      const group = scene.svg.querySelector(`[data-machine="${n}"]`);
      group?.setAttribute("role", "group");
      group?.setAttribute("aria-label", headOf(machine));
    });
    const fitting = SPEEDS.find((each) => scene.end / each <= WHOLE) ?? 1;
    const chosen = before && before.end === scene.end ? Number(this.#speed.value) : fitting;
    const near = SPEEDS.filter((each) => each >= fitting / 25 && each <= fitting * 10);
    this.#speed.replaceChildren(
      ...near.map((each) => el("option", { value: String(each), selected: each === chosen }, duration(each))),
    );
    this.#follow.replaceChildren(...followChoices(scene, (n, request) => this.#followNow(n, request)));
    this.#key.replaceChildren(...keyOf(scene.machines).flatMap(([state, word]) => [el("i", { class: state }), word]));
    this.#tell();
    this.#show(share === null ? scene.t : share * scene.end, 1);
    if (goesOn) this.play();
  }

  #tell(): void {
    const { machines, followed } = this.#scene as Scene;
    this.#happenings = machines.map((machine, n) => happenings(machine, followed[n]));
    const line = ({ t, text }: Happening, n: number): Node =>
      el("li", {}, `${headOf(machines[n])}, ${duration(t)}: ${text}`);
    this.#events.replaceChildren(...this.#happenings.flatMap((events, n) => events.map((each) => line(each, n))));
  }

  #pressed(target: Element): void {
    const scene = this.#scene;
    const machine = Number(target.closest<SVGElement>("[data-machine]")?.dataset.machine ?? -1);
    const shown = scene?.machines[machine];
    if (!scene || !shown) return;
    const dot = target.closest<SVGElement>(".wtg-dot");
    if (dot) return this.#followNow(machine, Number(dot.dataset.request));
    const part = target.closest<SVGElement>(".wtg-part")?.dataset.part;
    if (!part) return;
    this.pause();
    this.#saying([loadIn(scene.machines, shown, part as Part, scene.t)]);
  }

  #followNow(machine: number, request: number): void {
    this.#scene?.follow(machine, request);
    const select = this.#follow.querySelector<HTMLSelectElement>(`[data-machine="${machine}"]`);
    if (select) select.value = String(request);
    this.#tell();
    this.#say();
  }

  #say(): void {
    const { t = 0 } = this.#scene ?? {};
    this.#saying(this.#happenings.map((events) => lineAt(events, t)));
  }
  #saying(lines: string[]): void {
    while (this.#says.children.length > lines.length) this.#says.lastElementChild?.remove();
    while (this.#says.children.length < lines.length) this.#says.append(el("p"));
    lines.forEach((line, n) => setText(this.#says.children[n] ?? null, line));
  }

  #show(t: number, ease: number): void {
    const scene = this.#scene;
    if (!scene) return;
    scene.show(t, ease);
    const text = duration(t);
    this.#slider.value = String(Math.round((STEPS * t) / (scene.end || 1)));
    this.#slider.setAttribute("aria-valuetext", `${text} of ${duration(scene.end)}`);
    setText(this.#clock, text);
    this.#says.setAttribute("aria-live", this.playing ? "off" : "polite");
    this.#say();
  }

  /** To the event before or behind the time that is shown. */
  #step(by: 1 | -1): boolean {
    const scene = this.#scene;
    if (!scene) return false;
    this.#begun = true;
    const times = [...new Set([0, ...this.#happenings.flat().map(({ t }) => t), scene.end])].sort((a, b) => a - b);
    const hair = scene.end * 1e-9;
    const next = by > 0 ? times.find((t) => t > scene.t + hair) : times.findLast((t) => t < scene.t - hair);
    if (next === undefined) return false;
    this.#show(next, 1);
    return true;
  }

  play(): void {
    const scene = this.#scene;
    if (!scene) return;
    if (!this.#begun || scene.t >= scene.end) this.#show(0, 1);
    this.#begun = true;
    this.#play.textContent = "Pause";
    this.#play.setAttribute("aria-pressed", "true");
    if (isReduced()) return this.#later();
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  /** Without motion: from event to event. */
  #later(): void {
    this.#timer = setTimeout(() => (this.#step(1) ? this.#later() : this.pause()), STILL);
  }

  #tick(now: number): void {
    const scene = this.#scene;
    if (!scene?.svg.checkVisibility()) return this.pause();
    const passed = Math.max(0, Math.min(100, now - this.#last));
    this.#last = now;
    const t = Math.min(scene.end, scene.t + (passed / 1000) * Number(this.#speed.value));
    this.#show(t, 1 - Math.exp(-passed / EASE));
    if (t < scene.end) this.#frame = requestAnimationFrame((next) => this.#tick(next));
    else this.pause();
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#timer) clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = null;
    this.#play.textContent = "Play";
    this.#play.setAttribute("aria-pressed", "false");
    if (this.#scene) this.#show(this.#scene.t, 1);
  }
}
