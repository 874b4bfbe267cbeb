/** Which candidates meet what is asked, and which of them no other beats. */
import type { BuyingFixed, Judged, Requirement, Wants } from "../data/types";

/** What stands at a dotted place of the wants. */
export const at = (wants: Wants, place: string): unknown =>
  place.split(".").reduce<unknown>((inside, name) => (inside as Record<string, unknown> | undefined)?.[name], wants);

/** The wants with another value at a place. */
export function put(wants: Wants, place: string, value: unknown): Wants {
  const [first = "", ...rest] = place.split(".");
  const within: unknown = wants[first];
  const inside = rest.length ? put(within as Wants, rest.join("."), value) : value;
  return { ...wants, [first]: inside as Wants[string] };
}

type Column = readonly (number | null)[];
/** A requirement with the column that is held against it; `wanted` is null where anything will do. */
export interface Limit extends Omit<Requirement, "none"> {
  more: boolean;
  values: Column;
  wanted: number | null;
  /** What is held against it: a column, or two if the load is served while a disk is replaced, too. */
  tests: { column: string; meets: (i: number) => boolean }[];
  passes: (i: number) => boolean;
}

/** The column of a requirement: while a disk is replaced, where that counts. */
export const columnOf = ({ column, resilvering }: Pick<Requirement, "column" | "resilvering">, wants: Wants): string =>
  wants.while_resilvering && resilvering ? resilvering : column;

/**
 * The limits of the wants, for candidates that were judged `by` others; a null in a column is infinite. That the judged rate is
 * served at all is told by its p99, which has an end; whether another one would be is told by the rate that holds the judged p99.
 */
export function limitsOf(fixed: BuyingFixed, judged: Judged, wants: Wants, by: Wants): Limit[] {
  const columnsOf = (one: Requirement): string[] => [...new Set([one.column, columnOf(one, wants)])];
  const p99 = fixed.requirements.find(({ name }) => name === "p99");
  return fixed.requirements.map((one) => {
    const more = fixed.columns[one.column]?.more ?? false;
    const value = at(wants, one.at) as number | null;
    const wanted = value === one.none ? null : value;
    const isServed = one.name === "rate" && value === at(by, one.at);
    const held = isServed && p99 ? columnsOf(p99) : columnsOf(one);
    const isMet = (found: number): boolean =>
      isServed ? found < Infinity : wanted === null || (more ? found >= wanted : found <= wanted);
    const tests = columnsOf(one).map((column, n) => {
      const values = judged.columns[held[n] ?? column] as Column;
      return { column, meets: (i: number): boolean => isMet(values[i] ?? Infinity) };
    });
    const passes = (i: number): boolean => wanted === null || tests.every(({ meets }) => meets(i));
    return { ...one, more, values: judged.columns[columnOf(one, wants)] as Column, wanted, tests, passes };
  });
}

/** The columns that candidates are compared in. */
export const COMPARED = ["usable", "rate", "p99", "stream", "rate_resilvering", "loss", "rack", "watts"];
/** The bit of a candidate that nobody has judged: of no limit, so that it fails whatever is given up. */
const UNJUDGED = 1 << 15;

/** For each candidate the limits that it fails, a bit each. */
export function failures(limits: Limit[], cost: Column): Uint16Array {
  const found = Uint16Array.from(cost, (each) => (Number.isNaN(each) ? UNJUDGED : 0));
  const count = cost.length;
  limits.forEach(({ wanted, passes }, bit) => {
    if (wanted === null) return;
    for (let i = 0; i < count; i++) if (!passes(i)) (found[i] as number) |= 1 << bit;
  });
  return found;
}

/** The candidates that meet all, and of which none is cheaper and better in a column; the cheapest first. */
export function edgeOf(cost: Column, values: Column, more: boolean, fails: Uint16Array): number[] {
  const good = (i: number): number => (more ? (values[i] ?? Infinity) : -(values[i] ?? Infinity));
  const all = [...fails.keys()].filter((i) => !fails[i]);
  all.sort((a, b) => (cost[a] ?? Infinity) - (cost[b] ?? Infinity) || good(b) - good(a));
  let best = -Infinity;
  return all.filter((i) => {
    if (good(i) <= best) return false;
    best = good(i);
    return true;
  });
}

/** The bits that go when a limit is given up: nobody asks for the p99 of a rate that nobody asks for. */
export const masksOf = (limits: Limit[]): number[] =>
  limits.map(({ name }, bit) =>
    limits.reduce((mask, other, n) => (name === "rate" && other.name === "p99" ? mask | (1 << n) : mask), 1 << bit),
  );

/** The cheapest candidate that meets all (-1: there is none), and what each limit costs: the cheapest without it, and what that saves. */
export function costsOf(limits: Limit[], cost: Column, fails: Uint16Array): [number, Judged["costs"]] {
  const masks = masksOf(limits);
  const least = limits.map(() => -1);
  let cheapest = -1;
  const cheaper = (i: number, than: number): number =>
    than < 0 || (cost[i] ?? Infinity) < (cost[than] ?? Infinity) ? i : than;
  fails.forEach((bits, i) => {
    if (bits === 0) cheapest = cheaper(i, cheapest);
    const others = bits & (bits - 1);
    if (others & (others - 1)) return; // nobody gives up three at once
    masks.forEach((mask, bit) => {
      if ((bits & ~mask) === 0) least[bit] = cheaper(i, least[bit] as number);
    });
  });
  const found: Judged["costs"] = {};
  limits.forEach(({ name }, bit) => {
    const without = least[bit] as number;
    if (cheapest >= 0 && without >= 0) found[name] = { without, saves: (cost[cheapest] ?? 0) - (cost[without] ?? 0) };
  });
  return [cheapest, found];
}
