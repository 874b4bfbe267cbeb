/** The cells of a heat map: which cell is at a place, and how much is in it. Rows name only cells with something in them. */
import { plain } from "../data/numbers";
import type { Axes, Probe, Row, Shown } from "../data/types";
import { matches } from "../data/where";

const SAME = 1e-7;

/** How unequal widths are: the widest over the narrowest. */
function unevenness(widths: number[]): number {
  const least = widths.reduce((a, b) => Math.min(a, b), Infinity);
  return least > 0 ? widths.reduce((a, b) => Math.max(a, b), 0) / least : Infinity;
}

/** The edges of known cells along an axis; where none is known the grid goes on at its own spacing, even or geometric. */
export class Edges {
  readonly #at: number[] = [];
  readonly #cells = new Set<number>();
  readonly #bend: (v: number) => number;
  readonly #back: (u: number) => number;
  readonly #values: number[] = [];
  readonly #step: number;

  constructor(pairs: [number, number][]) {
    const log =
      unevenness(pairs.map(([from, to]) => Math.log(to / from))) < unevenness(pairs.map(([from, to]) => to - from));
    this.#bend = log ? Math.log : (v) => v;
    this.#back = log ? Math.exp : (u) => u;
    const sorted = [...new Set(pairs.flat())].filter((v) => Number.isFinite(this.#bend(v))).sort((a, b) => a - b);
    const least = SAME * (this.#bend(sorted.at(-1) ?? 1) - this.#bend(sorted[0] ?? 0));
    for (const value of sorted) {
      const at = this.#bend(value);
      if (this.#at.length && at - (this.#at.at(-1) as number) <= least) continue;
      this.#at.push(at);
      this.#values.push(value);
    }
    this.#step = this.#at.slice(1).reduce((step, at, i) => Math.min(step, at - (this.#at[i] as number)), Infinity);
    for (const [from, to] of pairs) {
      const i = this.#before(this.#bend(from) + this.#step / 2);
      if (this.#before(this.#bend(to) + this.#step / 2) === i + 1) this.#cells.add(i);
    }
  }

  /** The last edge that is not above a place, or -1. */
  #before(at: number): number {
    let low = 0;
    let high = this.#at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#at[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The cell that holds a value. */
  around(value: number): [number, number] | null {
    const u = this.#bend(value);
    const last = this.#at.length - 1;
    if (last < 1 || !Number.isFinite(u)) return null;
    const i = this.#before(u);
    if (i >= 0 && i < last) {
      const [a, b] = [this.#at[i] as number, this.#at[i + 1] as number];
      const parts = this.#cells.has(i) ? 1 : Math.max(1, Math.round((b - a) / this.#step));
      const k = Math.min(parts - 1, Math.floor(((u - a) / (b - a)) * parts));
      const edge = (n: number): number =>
        n === 0
          ? (this.#values[i] as number)
          : n === parts
            ? (this.#values[i + 1] as number)
            : this.#back(a + ((b - a) * n) / parts);
      return [edge(k), edge(k + 1)];
    }
    const end = this.#at[i < 0 ? 0 : last] as number;
    const k = Math.floor((u - end) / this.#step);
    return [this.#back(end + k * this.#step), this.#back(end + (k + 1) * this.#step)];
  }

  middle([from, to]: [number, number]): number {
    return this.#back((this.#bend(from) + this.#bend(to)) / 2);
  }

  /** The middle of the cell that is some cells further on. */
  beyond(cell: [number, number], steps: number): number {
    let now = cell;
    for (let n = 0; n < Math.abs(steps); n++) {
      const edge = this.#bend(steps > 0 ? now[1] : now[0]);
      now = this.around(this.#back(edge + (Math.sign(steps) * this.#step) / 1000)) ?? now;
    }
    return this.middle(now);
  }
}

export interface Found {
  x: [number, number];
  y: [number, number];
  n: number;
  total: number;
  row: Row | null;
}

export class Grid {
  readonly x: Edges;
  readonly y: Edges;
  readonly #probe: Probe;
  readonly #columns = new Map<number, Row[]>();

  constructor(rows: Row[], probe: Probe) {
    this.#probe = probe;
    const fields = [probe.x1, probe.x2, probe.low, probe.high, probe.count];
    const cells = rows.filter(
      (row) => matches(row, probe.where) && fields.every((name) => typeof row[name] === "number"),
    );
    const pairs = (a: string, b: string): [number, number][] => cells.map((row) => [Number(row[a]), Number(row[b])]);
    this.x = new Edges(pairs(probe.x1, probe.x2));
    this.y = new Edges(pairs(probe.low, probe.high));
    for (const row of cells) {
      const column = this.x.around(this.x.middle([Number(row[probe.x1]), Number(row[probe.x2])]))?.[0];
      if (column === undefined) continue;
      const before = this.#columns.get(column);
      if (before) before.push(row);
      else this.#columns.set(column, [row]);
    }
  }

  #spanOf = (row: Row): [number, number] => [Number(row[this.#probe.low]), Number(row[this.#probe.high])];
  #countOf = (row: Row): number => Number(row[this.#probe.count]);

  at(x: number, y: number): Found | null {
    const [across, up] = [this.x.around(x), this.y.around(y)];
    if (!across || !up) return null;
    const column = this.#columns.get(across[0]) ?? [];
    const middle = this.y.middle(up);
    const row = column.find((each) => this.#spanOf(each)[0] <= middle && middle < this.#spanOf(each)[1]) ?? null;
    const total = column.reduce((sum, each) => sum + this.#countOf(each), 0);
    return { x: across, y: up, n: row ? this.#countOf(row) : 0, total, row };
  }

  /** The next cell of the column with something in it, upwards or downwards: a value inside it, or null. */
  next(found: Found, up: boolean): number | null {
    const here = this.y.middle(found.y);
    const others = (this.#columns.get(found.x[0]) ?? [])
      .map((row) => this.y.middle(this.#spanOf(row)))
      .filter((y) => (up ? y > found.y[1] : y < found.y[0]));
    const best = others.reduce((a, b) => (Math.abs(b - here) < Math.abs(a - here) ? b : a), Infinity);
    return Number.isFinite(best) ? best : null;
  }

  /** The middle of the fullest cell. */
  fullest(): { x: number; y: number } | null {
    const rows = [...this.#columns.values()].flat();
    const first = rows[0];
    if (!first) return null;
    const row = rows.reduce((a, b) => (this.#countOf(b) > this.#countOf(a) ? b : a), first);
    const x = this.x.middle([Number(row[this.#probe.x1]), Number(row[this.#probe.x2])]);
    return { x, y: this.y.middle(this.#spanOf(row)) };
  }
}

/** From and to in the axis' unit, with as many digits as tell the ends apart. */
export function span([from, to]: [number, number], axis: Shown | undefined): string {
  const factor = axis?.factor || 1;
  const ends = [from / factor, to / factor];
  const slack = (0.06 * Math.abs(to - from)) / factor;
  let digits = 0;
  while (digits < 9 && ends.some((v) => Math.abs(Number(v.toFixed(digits)) - v) > slack)) digits++;
  return `${ends.map((v) => plain(v, digits)).join("–")}${axis?.unit ? `\u00a0${axis.unit}` : ""}`;
}

export function reading(found: Found, axes: Axes, probe: Probe): string {
  const [one = "", many = ""] = probe.noun;
  const noun = found.n === 1 ? one : many;
  const count = `${plain(found.n, 0)}${noun ? ` ${noun}` : ""} of ${plain(found.total, 0)} in this column`;
  return `${span(found.x, axes.x)}, ${span(found.y, axes.y)}: ${count}`;
}
