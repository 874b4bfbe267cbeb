/** Where a value stands on an axis, and back. */

export interface Scale {
  isLog: boolean;
  /** The values at both ends. */
  domain: [number, number];
  /** The place of a value, 0 to 1; what is beyond an end stands there. */
  at(value: number | null | undefined): number;
  /** The value at a place. */
  value(at: number): number;
  ticks: number[];
}

/** More than so many times between the least and the greatest: a logarithmic axis. */
const WIDE = 12;
/** So many decades at most, about the line. */
const DECADES = 10;
const AIR = 0.03;

const steps = (low: number, high: number): number[] => {
  const found: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10)
    for (const step of [1, 2, 5]) if (step * power >= low && step * power <= high) found.push(step * power);
  return found;
};

function logTicks(low: number, high: number): number[] {
  const all = steps(low, high);
  const isPower = (value: number): boolean => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
  return all.length <= 7 ? all : all.filter(isPower);
}

function evenTicks(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, n) => (first + n) * step);
}

/** The least and the greatest number of a column, by column. */
const extents = new WeakMap<readonly (number | null)[], [number, number]>();
function extent(values: readonly (number | null)[]): [number, number] {
  const known = extents.get(values);
  if (known) return known;
  let [low, high] = [Infinity, 0];
  for (const value of values) {
    if (value === null || !(value > 0)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const found: [number, number] = high > 0 ? [low, high] : [1, 10];
  extents.set(values, found);
  return found;
}

/** The axis of a column, with the line that a reader drags on it. `unit` finds the size of the unit that a value is shown in. */
export function scaleOf(
  values: readonly (number | null)[],
  line: number | null,
  unit: (value: number) => number = () => 1,
): Scale {
  let [low, high] = extent(values);
  if (line && line > 0) [low, high] = [Math.min(low, line), Math.max(high, line)];
  const isLog = high / low > WIDE;
  if (isLog && Math.log10(high / low) > DECADES) {
    const about = line && line > 0 ? line : Math.sqrt(low * high);
    const reach = 10 ** (DECADES / 2);
    [low, high] = [Math.max(low, about / reach), Math.min(high, about * reach)];
  }
  if (!isLog) low = low / high < 0.5 ? 0 : low;
  const bend = (value: number): number => (isLog ? Math.log10(value) : value);
  const air = (bend(high) - bend(low)) * AIR || 1;
  const [from, to] = [isLog || low > 0 ? bend(low) - air : 0, bend(high) + air];
  const size = unit(isLog ? 10 ** ((from + to) / 2) : to / 2);
  return {
    isLog,
    domain: isLog ? [10 ** from, 10 ** to] : [from, to],
    at: (value) =>
      value == null ? 1 : isLog && value <= 0 ? 0 : Math.min(1, Math.max(0, (bend(value) - from) / (to - from))),
    value: (at) => {
      const found = from + Math.min(1, Math.max(0, at)) * (to - from);
      return isLog ? 10 ** found : found;
    },
    ticks: (isLog ? logTicks(10 ** from / size, 10 ** to / size) : evenTicks(from / size, to / size)).map(
      (each) => each * size,
    ),
  };
}

/** A number with two digits, near one that was dragged to. */
export const round = (value: number): number => Number(value.toPrecision(2));
