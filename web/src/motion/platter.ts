/** A platter that turns and an arm that moves, as the accesses of a disk say. */
import type { Access, Machine } from "./machine";
import { radiusOf, type Box } from "./plan";
import type { Make } from "./svg";

const TURN = 2 * Math.PI;
/** Of the radius: the innermost track. */
const HUB = 0.3;
/** Written data that stays in view. */
const MOST = 16;

export class Platter {
  readonly #machine: Machine;
  readonly #x: number;
  readonly #y: number;
  readonly #r: number;
  readonly #mark: SVGElement;
  readonly #arm: SVGElement;
  readonly #target: SVGElement;
  readonly #memory: SVGElement;
  readonly #arcs: SVGElement[] = [];
  readonly #writes: Access[];
  readonly #turn: number;

  constructor(machine: Machine, box: Box, parent: Element, make: Make) {
    this.#machine = machine;
    const r = (this.#r = radiusOf(box));
    this.#x = box.x + box.w - r - 24;
    this.#y = box.y + box.h / 2;
    this.#turn = machine.accesses[0]?.turn ?? 1 / 120;
    const at = { cx: this.#x, cy: this.#y };
    make("circle", { ...at, r, class: "wtg-platter" }, parent);
    for (const share of [1, 0.66, 0.33])
      make("circle", { ...at, r: r * (HUB + (1 - HUB) * share) - 1, class: "wtg-track" }, parent);
    make("circle", { ...at, r: r * HUB * 0.5, class: "wtg-hub" }, parent);
    const written = new Set(machine.requests.filter((each) => each.op === "write").map((each) => each.request));
    this.#writes = machine.accesses.filter((each) => each.request === 0 || written.has(each.request));
    this.#mark = make("path", { class: "wtg-index" }, parent);
    for (let n = 0; n < Math.min(MOST, this.#writes.length); n++)
      this.#arcs.push(make("path", { class: "wtg-written" }, parent));
    this.#target = make("path", { class: "wtg-target" }, parent);
    this.#memory = make("path", { class: "wtg-answered" }, parent);
    this.#arm = make("path", { class: "wtg-arm" }, parent);
  }

  /** The radius of a track in the picture. */
  #track(radius: number): number {
    return this.#r * (HUB + (1 - HUB) * (1 - radius)) - 1.5;
  }
  /** The angle, clockwise from the head, of what was under the head at `time`. */
  #angle(time: number, t: number): number {
    return (TURN * (t - time)) / this.#turn;
  }
  #point(angle: number, radius: number): string {
    return `${(this.#x + radius * Math.cos(angle)).toFixed(1)} ${(this.#y + radius * Math.sin(angle)).toFixed(1)}`;
  }
  /** A stretch of a track, from one angle clockwise to another. */
  #arc(from: number, to: number, radius: number): string {
    const end = Math.min(to, from + TURN - 0.05);
    const large = end - from > Math.PI ? 1 : 0;
    const r = radius.toFixed(1);
    return `M${this.#point(from, radius)}A${r} ${r} 0 ${large} 1 ${this.#point(end, radius)}`;
  }

  /** The access under way at `t`, and the last one before. */
  #now(t: number): { now: Access | undefined; before: Access | undefined } {
    let before: Access | undefined;
    for (const each of this.#machine.accesses) {
      if (each.start > t) break;
      if (t < each.finish) return { now: each, before };
      before = each;
    }
    return { now: undefined, before };
  }

  /** Whether the arm has something to do at `t`. */
  isBusy(t: number): boolean {
    return this.#now(t).now !== undefined;
  }

  /** Where the arm stands at `t`: from the rim (0) to the hub (1). */
  #radius(t: number): number {
    const { now, before } = this.#now(t);
    const from = before?.radius ?? this.#machine.accesses[0]?.radius ?? 0;
    if (!now) return from;
    const share = now.there > now.start ? Math.min(1, (t - now.start) / (now.there - now.start)) : 1;
    return from + (now.radius - from) * share;
  }

  /** The middle of the sector that an access is for, at `t`. */
  sector(access: Access, t: number): [number, number] {
    const angle = this.#angle(Math.max(access.reached, Math.min(t, access.finish)), t);
    const radius = this.#track(access.radius);
    return [this.#x + radius * Math.cos(angle), this.#y + radius * Math.sin(angle)];
  }

  /** At `t`, the place of what passes the head between two times. */
  #stretch(from: number, to: number, t: number): string {
    return this.#machine.accesses
      .map(({ reached, finish, radius }) => ({ a: Math.max(from, reached), b: Math.min(to, finish), radius }))
      .filter(({ a, b }) => a < b)
      .map(({ a, b, radius }) => this.#arc(this.#angle(b, t), this.#angle(a, t), this.#track(radius)))
      .join("");
  }

  /** Shows time `t` (s). What lies in memory has passed the head by `kept`, what was asked for by `asked`. */
  show(t: number, kept = t, asked = this.#now(t).now?.finish ?? t): void {
    const mark = this.#angle(0, t);
    const hub = this.#r * HUB;
    this.#mark.setAttribute("d", `M${this.#point(mark, hub * 0.5)}L${this.#point(mark, hub)}`);
    const head = this.#track(this.#radius(t));
    const [px, py] = [this.#x + this.#r + 15, this.#y + this.#r * 0.72];
    this.#arm.setAttribute(
      "d",
      `M${px.toFixed(1)} ${py.toFixed(1)}L${(this.#x + head).toFixed(1)} ${this.#y.toFixed(1)}`,
    );
    this.#memory.setAttribute("d", this.#stretch(t, kept, t));
    this.#target.setAttribute("d", this.#stretch(kept, asked, t));
    const done = this.#writes.filter((each) => each.reached < t).slice(-this.#arcs.length);
    this.#arcs.forEach((arc, n) => {
      const each = done[n];
      const d = each
        ? this.#arc(this.#angle(Math.min(t, each.finish), t), this.#angle(each.reached, t), this.#track(each.radius))
        : "";
      arc.setAttribute("d", d);
    });
  }
}
