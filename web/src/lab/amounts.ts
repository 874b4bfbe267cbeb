/** Numbers of a lab as they are read. */
const SPACE = "\u00a0";

const grouped = (value: number, digits: number): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A number of three significant digits, at most `most` of them after the point. */
export function three(value: number, most = 3): string {
  if (value === 0) return "0";
  const digits = 2 - Math.floor(Math.log10(Math.abs(value)));
  return grouped(value, Math.min(most, Math.max(0, digits)));
}
/** Seconds as milliseconds, without the unit; less than half a microsecond is nothing. */
export const bareMs = (seconds: number): string => (seconds < 5e-7 ? "0" : three(seconds * 1e3));
export const ms = (seconds: number): string => `${bareMs(seconds)}${SPACE}ms`;

/** Seconds in the unit that suits them, or the longest of those that stand beside them. */
export function span(seconds: number, longest = seconds): string {
  const [unit, size] = longest < 999.5e-6 ? ["µs", 1e-6] : longest < 9.9995 ? ["ms", 1e-3] : ["s", 1];
  const many = seconds / size;
  return `${size === 1e-6 ? Math.round(many) : three(many, many < 0.9995 ? 3 : 1)}${SPACE}${unit}`;
}
/** Median and p99 side by side, with one unit. */
export const pair = (p50: number, p99: number): string =>
  p50 < 5e-7 && p99 < 5e-7 ? "0" : `${bareMs(p50)} · ${ms(p99)}`;

/** A share: two digits below ten percent. */
export const percent = (share: number): string =>
  `${grouped(share * 100, share > 0 && share < 0.0995 ? 1 : 0)}${SPACE}%`;
export const whole = (value: number): string => grouped(value, value < 9.95 && value % 1 ? 1 : 0);

/** How many are somewhere on average. */
export const many = (value: number): string => (value < 0.05 ? "0" : grouped(value, value < 99.95 ? 1 : 0));

/** How b stands to a: `× 9.7`, `÷ 772`. */
export function times(a: number, b: number): string {
  if (!(a > 0 && b > 0)) return "";
  const ratio = Math.max(a, b) / Math.min(a, b);
  if (ratio < 1.005) return "the same";
  return `${b >= a ? "×" : "÷"} ${ratio < 9.95 ? ratio.toFixed(ratio < 1.095 ? 2 : 1) : grouped(ratio, 0)}`;
}
/** Seconds on the clock of a run. */
export const clock = (seconds: number): string => {
  const rest = Math.round((seconds % 60) * 10) / 10;
  return `${Math.floor(seconds / 60)}:${(rest < 10 ? "0" : "") + (rest % 1 ? rest.toFixed(1) : rest)}`;
};
/** The times (s) that an axis of so many seconds names, seven at most. */
export function ticks(seconds: number): number[] {
  const steps = [0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600];
  const step = steps.find((each) => seconds / each <= 6) ?? seconds;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, n) => n * step);
}
/** The first of 1, 2, 5, 10, ... that is not below `least`. */
export function nice(least: number): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  return ([1, 2, 5, 10].find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power;
}
