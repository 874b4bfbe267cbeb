/** The account: where one request's time went, as a slim bar of its parts and their times in words. */
import { firstOf, riskOf, spent, type Machine, type Request } from "./machine";
import parts from "./parts.json";
import type { Make } from "./svg";
import { duration, nameOf } from "./words";

const BAR = 11;
const LINE = 14;
/** Places for words beneath the bar. */
const WORDS = 6;
const LETTER = 6.9;

export interface Frame {
  x: number;
  y: number;
  width: number;
  /** The time that the full width stands for. */
  scale: { seconds: number };
  upright: boolean;
}

export const heightOf = (upright: boolean): number => BAR + 6 + (upright ? 6 : 1) * LINE;

/** The full time of a request, as far as it is shown. */
const wholeOf = (machine: Machine, request: Request | undefined): number =>
  request ? Math.min(request.end, machine.until) - request.begun + riskOf(request, machine) : 0;

/** The time of the longest of the requests that are followed, one for each machine (by default the first). */
export const longest = (machines: Machine[], followed = machines.map(firstOf)): number =>
  Math.max(0, ...machines.map((machine, n) => wholeOf(machine, followed[n])));

export class Account {
  readonly #machine: Machine;
  readonly #frame: Frame;
  readonly #about: Set<string>;
  readonly #segments: SVGElement[] = [];
  readonly #squares: SVGElement[] = [];
  readonly #words: SVGElement[] = [];
  /** The time when the write is acknowledged and not safe. */
  readonly #risk: SVGElement;
  readonly #total: SVGElement;
  #said = "";

  constructor(machine: Machine, frame: Frame, about: string[], parent: Element, make: Make) {
    this.#machine = machine;
    this.#frame = frame;
    this.#about = new Set(about);
    const { x, y, width } = frame;
    make("rect", { x, y, width, height: BAR, class: "wtg-account" }, parent);
    const most = Math.max(1, ...machine.requests.map((each) => each.steps.length));
    for (let n = 0; n < most; n++) this.#segments.push(make("rect", { y, height: BAR, x, width: 0 }, parent));
    this.#risk = make("rect", { y, height: BAR, x, width: 0, fill: parts.risk.colour, "fill-opacity": 0.45 }, parent);
    for (let n = 0; n < WORDS; n++) {
      this.#squares.push(make("rect", { width: 7, height: 7, rx: 1.5 }, parent));
      this.#words.push(make("text", {}, parent));
    }
    this.#total = make("text", { "text-anchor": "end", x: x + width }, parent);
  }

  show(request: Request | undefined, t: number): void {
    const { x, y, width, scale } = this.#frame;
    const per = width / (scale.seconds || 1);
    const begun = request?.begun ?? 0;
    this.#segments.forEach((segment, n) => {
      const step = request?.steps[n];
      const length = step ? Math.min(step.finish, t) - step.start : 0;
      segment.setAttribute("width", Math.max(0, length * per).toFixed(2));
      if (!step) return;
      segment.setAttribute("x", (x + (step.start - begun) * per).toFixed(2));
      segment.setAttribute("fill", parts[step.part].colour);
      segment.setAttribute("fill-opacity", step.kind === "waiting" ? "0.38" : "1");
    });
    const told = request?.told ?? Infinity;
    const risk = request ? Math.max(0, Math.min(riskOf(request, this.#machine), t - told)) : 0;
    this.#risk.setAttribute("width", (risk * per).toFixed(2));
    this.#risk.setAttribute("x", (x + (told < Infinity ? told - begun : 0) * per).toFixed(2));
    const places = request ? spent(request, t) : [];
    const sum = request ? Math.max(0, Math.min(t, request.end) - begun) : 0;
    const texts = places.map((each) => `${nameOf(this.#machine, each.part)} ${duration(each.waiting + each.served)}`);
    if (risk) texts.push(`${parts.risk.name} ${duration(risk)}`);
    const said = `${request?.name} ${texts.join()} ${duration(sum)}`;
    if (said === this.#said) return;
    this.#said = said;
    const first = y + BAR + LINE;
    const named = request ? `${request.name}: ${duration(sum)}` : "";
    const total = named.length * LETTER > width ? duration(sum) : named;
    const room = width - (this.#frame.upright ? 0 : total.length * LETTER + 12);
    let [left, top] = [x, first];
    this.#words.forEach((word, n) => {
      const part = places[n]?.part;
      const text = texts[n] ?? "";
      if (left > x && (this.#frame.upright || left + text.length * LETTER + 12 - x > room))
        [left, top] = [x, top + LINE];
      const colour = parts[part ?? "risk"].colour;
      const shown = text !== "" && top < first + (this.#frame.upright ? 5 : 1) * LINE;
      const square = this.#squares[n] as SVGElement;
      square.setAttribute("fill", shown ? colour : "none");
      square.setAttribute("x", String(left));
      square.setAttribute("y", String(top - 7));
      word.setAttribute("x", String(left + 11));
      word.setAttribute("y", String(top));
      word.textContent = shown ? text : "";
      word.classList.toggle("wtg-about", part !== undefined && this.#about.has(part));
      left += text.length * LETTER + 24;
    });
    this.#total.setAttribute("y", String(this.#frame.upright ? first + Math.min(5, texts.length) * LINE : first));
    this.#total.textContent = total;
  }
}
