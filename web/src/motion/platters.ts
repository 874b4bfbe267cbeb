/** Platters that turn side by side: what each disk has answered, and what of it lies on the platter. */
import { endOf, type Machine, type Request } from "./machine";
import { Platter } from "./platter";
import { maker, picture } from "./svg";
import { plain } from "../data/numbers";

const TOP = 20;
const LINE = 17;
const LARGEST = 116;
/** What a platter takes in a box beside its radius: the margin, and its arm. */
const BESIDE = 58;
const AXIS = 34;

/** How many writes a disk has answered at `t`, and how many of them a failure of power would take. */
export function countsAt({ requests }: Machine, t: number): { answered: number; lost: number } {
  const answered = requests.filter(({ told = Infinity }) => told <= t);
  return { answered: answered.length, lost: answered.filter(({ safe = Infinity }) => safe > t).length };
}

/** When the last of these writes has passed the head; `t` if all have. */
const lastOf = (requests: Request[], t: number): number => Math.max(t, ...requests.map(({ safe = Infinity }) => safe));

/** What is said of a disk that has no power. */
export function fate(machine: Machine, t: number): string {
  const { answered, lost } = countsAt(machine, t);
  if (!lost) return answered ? "nothing answered is lost" : "nothing was answered yet";
  return `${plain(lost)} answered ${lost === 1 ? "write is" : "writes are"} lost`;
}

export class Platters {
  readonly svg: SVGSVGElement;
  readonly machines: Machine[];
  readonly end: number;
  /** The time that is shown. */
  t: number;
  readonly #platters: Platter[];
  readonly #lines: SVGTextElement[][];

  constructor(machines: Machine[], document: Document, width: number) {
    const make = maker(document);
    const each = width / machines.length;
    const r = Math.min(LARGEST, (each - BESIDE) / 2);
    const height = TOP + 2 * r + 12;
    this.svg = picture(make, "wtg-plot wtg-scene wtg-platters", width, height + 2 * LINE + 8);
    this.machines = machines;
    this.end = endOf(machines);
    const middles = machines.map((_, n) => (n + 0.5) * each);
    const write = (x: number, y: number, kind: string, text = ""): SVGTextElement => {
      const node = make<SVGTextElement>("text", { x, y, class: kind, "text-anchor": "middle" }, this.svg);
      node.textContent = text;
      return node;
    };
    this.#platters = machines.map((machine, n) => {
      const x = (middles[n] as number) - r - AXIS;
      write(middles[n] as number, 12, "wtg-name", machine.title);
      return new Platter(machine, { x, y: TOP, w: 2 * r + BESIDE, h: 2 * r + 8 }, this.svg, make);
    });
    this.#lines = middles.map((x) => [write(x, height + LINE, "wtg-name"), write(x, height + 2 * LINE, "wtg-count")]);
    this.t = 0;
    this.showStill();
  }

  /** Shows the moment that stands for the whole, for who sees no motion. */
  showStill(): void {
    this.show(this.end * 0.55);
  }

  /** Shows time `t` (s); `isDark`: the power fails then. */
  show(t: number, isDark = false): void {
    this.t = t;
    this.machines.forEach((machine, n) => {
      const asked = machine.requests.filter(({ begun }) => begun <= t);
      const kept = asked.filter(({ told = Infinity }) => told <= t);
      this.#platters[n]?.show(t, lastOf(kept, t), lastOf(asked, t));
      const { answered, lost } = countsAt(machine, t);
      const [told, safe] = this.#lines[n] as SVGTextElement[];
      if (told) told.textContent = `${plain(answered)} answered`;
      if (!safe) return;
      const dark = lost ? `${plain(lost)} of them lost` : "none of them lost";
      safe.textContent = isDark ? dark : `${plain(answered - lost)} of them on the platter`;
      safe.setAttribute("class", !isDark ? "wtg-count" : lost ? "wtg-gone" : "wtg-kept");
    });
  }
}
