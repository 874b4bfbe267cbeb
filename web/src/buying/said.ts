/** Numbers of candidates as they are written, and as a reader types them. */
import { inAscii, parse, unitBehind } from "../data/numbers";
import type { ShownColumn, WantField } from "../data/types";

const SPACE = "\u00a0";
type Units = Record<string, number>;

/** A number of three significant digits, with separators. */
const three = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString("en-US", { maximumSignificantDigits: 3 });

/** The largest unit that is not above a value. */
function unitOf(value: number, units: Units): [string, number] {
  const all = Object.entries(units);
  return all.filter(([, each]) => each <= Math.abs(value) * 1.0005).at(-1) ?? all[0] ?? ["", 1];
}
/** The size of the unit that a value is shown in. */
export const sizeOf = (value: number, units: Units): number => unitOf(value, units)[1];
/** Whether a value is written in these units without a loss. */
export const isRound = (value: number, units: Units): boolean => {
  const count = value / sizeOf(value, units);
  return Math.abs(Number(count.toPrecision(3)) - count) < count * 1e-9;
};
function inUnit(value: number, units: Units): string {
  const [unit, size] = unitOf(value, units);
  const tight = unit.startsWith("/") ? "" : SPACE;
  return `${three(value / size)}${unit ? tight + unit : ""}`;
}

/** A chance: `1 in 8,300`, or a share where it is large. */
const odds = (value: number): string =>
  value <= 0 ? "0" : value > 0.2 ? `${three(value * 100)}${SPACE}%` : `1${SPACE}in${SPACE}${short(1 / value)}`;

/** A large count in words: 8,300 or 12 million. */
function short(count: number): string {
  const sizes: [number, string][] = [
    [1e12, "trillion"],
    [1e9, "billion"],
    [1e6, "million"],
  ];
  const found = sizes.find(([size]) => count >= size * 0.9995);
  return found ? `${count >= 1e15 ? "1,000" : three(count / found[0])}${SPACE}${found[1]}` : three(count);
}

/** A value as it is written; null has no limit. */
export function show(value: number | null | undefined, shown: Pick<ShownColumn, "units" | "sign" | "odds">): string {
  if (value == null) return "no limit";
  if (shown.odds) return odds(value);
  return shown.sign + inUnit(value, shown.units);
}

/** A count beside an axis: 100k, 10M. */
function brief(count: number): string {
  if (!count) return "0";
  const sizes = ["", "k", "M", "G", "T"];
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(count * 1.0005) / 3));
  return `${three(count / 1000 ** step)}${sizes[step]}`;
}

/** A number of an axis: short. */
export function tick(value: number, shown: ShownColumn): string {
  if (shown.odds) return value >= 1 ? "1" : `1/${brief(1 / value)}`;
  return shown.sign ? shown.sign + brief(value) : show(value, shown);
}

export const percent = (share: number): string => {
  const [size, digits] = [Math.abs(share), { maximumSignificantDigits: Math.abs(share) < 0.0995 ? 1 : 2 }];
  return `${(size * 100).toLocaleString("en-US", size < 1 ? digits : { maximumFractionDigits: 0 })}${SPACE}%`;
};

/** By how much a limit is missed: `12 % off`, or from twice on `3.1 times`. */
export const apart = (by: number): string => (by >= 1 ? `${three(1 + by)} times` : `${percent(by)} off`);
/** How far a value is above or below another: `12 % more`, `× 3.1`, `÷ 4`. */
export function away(by: number): string {
  if (by >= 1) return `×${SPACE}${three(1 + by)}`;
  return by <= -0.5 ? `÷${SPACE}${three(1 / (1 + by))}` : `${percent(by)} ${by > 0 ? "more" : "less"}`;
}

const NONE = /^(|-|none|no limit|any|unlimited|inf|∞)$/i;
/** Nobody asks for as much, and no axis would hold it. */
export const MOST = 1e30;
/** A typed text as an SI value, in the unit that `now` is shown in if it names none of them or of `others`; null: no limit; undefined: it is no such number. */
export function read(
  text: string,
  units: Units,
  now: number | null,
  { sign = "", odds: isOdds = false }: Partial<Pick<ShownColumn, "sign" | "odds">> = {},
  others: Units = {},
): number | null | undefined {
  let typed = inAscii(text).trim();
  if (NONE.test(typed)) return null;
  if (sign && typed.startsWith(sign)) typed = typed.slice(sign.length);
  const chance = isOdds ? /^1\s*(?:in|[/:])\s*(.+?)\s*(thousand|million|billion|trillion)?$/i.exec(typed) : null;
  if (chance) {
    const sizes: Units = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };
    const count = parse(chance[1] as string, null, true);
    return count ? 1 / (count * (sizes[chance[2]?.toLowerCase() ?? ""] ?? 1)) : undefined;
  }
  const named = Object.fromEntries(Object.entries({ ...units, ...others }).filter(([unit]) => unit));
  const behind = unitBehind(typed, named);
  const value = behind ? parse(behind.before.trim()) : parse(typed, null, true);
  const si = (value ?? NaN) * (behind ? behind.factor : isOdds ? 1 : unitOf(now || 1, units)[1]);
  return si >= 0 && si < MOST ? si : undefined;
}

/** A field of the load as it is written. */
export function written(value: unknown, field: WantField): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return show(value as number, { units: field.units, sign: "", odds: false });
}
