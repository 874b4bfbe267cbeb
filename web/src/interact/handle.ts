/** A line in the picture that sets a number: dragged, or moved with the keys of a slider. */
import { place, reach, valueAt, type Layout } from "../plot/axes";
import { el } from "../ui/dom";
import { clean, factorOf, show } from "../data/numbers";
import type { NumberParam } from "../data/types";

/** The value of the slider's own grid that is nearest. */
export function onGrid(value: number, param: NumberParam): number {
  if (param.stops) return param.stops.reduce((a, b) => (Math.abs(b - value) < Math.abs(a - value) ? b : a));
  const step = param.step || (param.high - param.low) / 100;
  const at = clean(param.low + Math.round((value - param.low) / step) * step);
  return Math.min(param.high, Math.max(param.low, param.whole ? Math.round(at) : at));
}

/** Some steps of the slider further on. */
export function stepped(value: number, steps: number, param: NumberParam): number {
  if (!param.stops) return onGrid(onGrid(value, param) + steps * (param.step || (param.high - param.low) / 100), param);
  const index = param.stops.indexOf(onGrid(value, param)) + steps;
  return param.stops[Math.min(param.stops.length - 1, Math.max(0, index))] ?? value;
}

/** A step of the arrow keys: about a hundredth of what the axis shows, as a number people would choose. */
export function stride(span: number, param: NumberParam, part = 100): number {
  const factor = factorOf(param);
  const rough = span / factor / part;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [10, 5, 2, 1].find((digit) => digit * power <= rough * 1.001) ?? 1;
  return Math.max(clean(nice * power * factor), param.step ?? 0, param.whole ? 1 : 0);
}

/** The next multiple of a step, or some further on; at most the ends. */
export function strode(value: number, steps: number, step: number, param: NumberParam): number {
  const from = steps > 0 ? Math.floor(value / step + 1e-9) : Math.ceil(value / step - 1e-9);
  return onGrid(Math.min(param.high, Math.max(param.low, clean((from + steps) * step))), param);
}

/** How far above the plot, in the picture's pixels, the knob is: between it and the title of the axis. */
const RISE = 12;

const KEYS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  End: Infinity,
  Home: -Infinity,
};

const KEYS_SAID =
  "Drag, or use the arrow keys; with Shift, or Page Up and Page Down, ten times as far, with Alt or Control a tenth.";

/** From a place on the screen to one in the picture. */
export type ToPicture = (event: MouseEvent) => { x: number; y: number };

export class Grip {
  readonly element: HTMLElement;
  readonly #param: NumberParam;
  readonly #set: (value: number) => void;
  readonly #toPicture: ToPicture;
  #layout: Layout | null = null;
  #box = { x: 0, y: 0, width: 1, height: 1 };
  /** The line as the picture has it, behind its words. */
  #line: Element | null = null;
  #x = 0;
  #value: number;
  /** Distance from the line at which the pointer took hold of it; null without a drag. */
  #hold: number | null = null;
  /** Where the axes lay when the pointer took hold: pictures of rows that are not complete yet have other ones. */
  #held: Layout | undefined;

  constructor(param: NumberParam, toPicture: ToPicture, set: (value: number) => void) {
    this.#param = param;
    this.#value = param.default;
    this.#set = set;
    this.#toPicture = toPicture;
    const factor = factorOf(param);
    this.element = el("div", {
      class: "lf-grip",
      role: "slider",
      tabindex: "0",
      hidden: true,
      "aria-label": `${param.label}, a line in the picture`,
      "aria-orientation": "horizontal",
      "aria-description": KEYS_SAID,
      title: KEYS_SAID,
      "aria-valuemin": String(clean(param.low / factor)),
      "aria-valuemax": String(clean(param.high / factor)),
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerdown", (event) => this.#take(event));
    this.element.addEventListener("pointermove", (event) => this.#drag(event));
    for (const type of ["pointerup", "pointercancel"]) this.element.addEventListener(type, () => this.#release());
    for (const type of ["click", "pointermove", "pointerdown"]) {
      this.element.addEventListener(type, (event) => event.stopPropagation());
    }
    this.#say();
  }

  /** Where the axes lie now; the line follows. */
  drawn(layout: Layout, box: { x: number; y: number; width: number; height: number }, line: Element | null): void {
    this.#layout = layout;
    this.#line = line;
    this.element.toggleAttribute("data-drawn", line !== null);
    this.#box = box;
    const { style } = this.element;
    const top = layout.top - RISE;
    style.top = `${((top - box.y) / box.height) * 100}%`;
    style.height = `${((layout.bottom - top) / box.height) * 100}%`;
    this.element.hidden = false;
    if (this.#hold === null) this.#settle();
    else this.#put(this.#x);
  }

  /** The parameter was set, here or elsewhere. */
  steer(value: unknown): void {
    if (typeof value !== "number" || !Number.isFinite(value)) return;
    this.#value = value;
    this.#say();
    if (this.#hold === null) this.#settle();
  }

  #say(): void {
    this.element.setAttribute("aria-valuenow", String(clean(this.#value / factorOf(this.#param))));
    this.element.setAttribute("aria-valuetext", show(this.#value, this.#param));
  }

  #at(): number {
    return this.#layout ? (place(this.#layout.x, this.#value)?.[0] ?? this.#layout.left) : 0;
  }
  #settle(): void {
    this.#put(this.#at());
  }
  #put(x: number): void {
    if (!this.#layout) return;
    const inside = Math.min(this.#layout.right, Math.max(this.#layout.left, x));
    this.#x = inside;
    for (const end of ["x1", "x2"]) this.#line?.setAttribute(end, inside.toFixed(2));
    this.element.style.left = `${((inside - this.#box.x) / this.#box.width) * 100}%`;
  }

  #to(value: number): void {
    if (value === this.#value) return;
    this.#value = value;
    this.#say();
    this.#set(value);
  }

  #key(event: KeyboardEvent): void {
    const steps = KEYS[event.key];
    const fine = event.altKey || event.ctrlKey;
    if (steps === undefined || event.metaKey || (fine && Math.abs(steps) !== 1)) return;
    event.preventDefault();
    event.stopPropagation();
    const { low, high } = this.#param;
    const many = event.shiftKey && Math.abs(steps) === 1 ? 10 * steps : steps;
    this.#to(many === Infinity ? high : many === -Infinity ? low : this.#moved(fine ? steps : many, fine));
    this.#settle();
  }

  #moved(steps: number, fine: boolean): number {
    const ends = reach(this.#layout?.x);
    if (!ends || this.#param.stops || this.#layout?.x?.type === "log") return stepped(this.#value, steps, this.#param);
    const span = Math.min(ends[1], this.#param.high) - Math.max(ends[0], this.#param.low);
    return strode(this.#value, steps, stride(span, this.#param, fine ? 1000 : 100), this.#param);
  }

  #take(event: PointerEvent): void {
    if (event.button !== 0 || !this.#layout) return;
    this.element.setPointerCapture(event.pointerId);
    this.#hold = this.#toPicture(event).x - this.#at();
    this.#held = this.#layout;
    this.element.toggleAttribute("data-held", true);
  }

  /** The line stays under the finger; the parameter takes the nearest value it has. */
  #drag(event: PointerEvent): void {
    if (this.#hold === null || !this.#held) return;
    const { x } = this.#held;
    const [first, last] = reach(x) ?? [-Infinity, Infinity];
    const wanted = this.#toPicture(event).x - this.#hold;
    const value = valueAt(x, wanted);
    if (value === null) return;
    const [low, high] = [Math.max(first, this.#param.low), Math.min(last, this.#param.high)];
    const inside = Math.min(high, Math.max(low, value));
    this.#put(place(x, inside)?.[0] ?? wanted);
    this.#to(onGrid(inside, this.#param));
  }

  #release(): void {
    this.#hold = null;
    this.#held = undefined;
    this.element.toggleAttribute("data-held", false);
    this.#settle();
  }
}
