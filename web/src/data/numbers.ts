/** How an SI value is shown, and what a typed text means. */
import type { Shown } from "./types";

const MINUS = "\u2212";

/** A plain number with thousands separators; `digits` after the point, or four significant ones. */
export function plain(value: number, digits?: number | null): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "not a number" : value > 0 ? "∞" : MINUS + "∞";
  const options: Intl.NumberFormatOptions =
    digits == null ? { maximumSignificantDigits: 4 } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  // what rounds to nothing has no sign
  return value.toLocaleString("en-US", { ...options, signDisplay: "negative" }).replace(/^-/, MINUS);
}

/** A number read off a picture: whole from a thousand on, else four significant digits. */
export const read = (value: number): string => plain(value, Math.abs(value) >= 999.5 ? 0 : null);

/** A number beside an axis: separators, no exponent, no dust; `short` writes k and M from ten thousand on. */
export function tick(value: number, short = false): string {
  if (short && Math.abs(value) >= 1e6) return `${tick(value / 1e6)}M`;
  if (short && Math.abs(value) >= 1e4) return `${tick(value / 1e3)}k`;
  return value.toLocaleString("en-US", { maximumSignificantDigits: 6 }).replace(/^-/, MINUS);
}

/** A number in a table: `digits` after the point, but no more than make four significant ones. */
export function inTable(value: number, digits?: number | null): string {
  if (digits == null || !Number.isFinite(value)) return plain(value, digits);
  const whole = value ? Math.floor(Math.log10(Math.abs(value))) + 1 : 4;
  return plain(value, Math.min(digits, Math.max(0, 4 - whole)));
}

export const factorOf = (shown: Shown): number => shown.factor || 1;

/** An SI value in its display unit: `8 KiB`, `0.30 ms`, `22`. */
export function show(si: number, shown: Shown): string {
  const text = plain(si / factorOf(shown), shown.digits);
  const unit = text === "1" ? (shown.one ?? shown.unit) : shown.unit;
  return unit ? `${text}\u00a0${unit}` : text;
}

/** The shortest number that reads as the same value; what a reader would type. */
export const bare = (si: number, shown: Shown): string => String(clean(si / factorOf(shown)));

/** Removes rounding errors of a multiplication: twelve digits are enough for any value here. */
export const clean = (x: number): number => Number(x.toPrecision(12));

const MANY: Record<string, number> = { k: 1e3, K: 1e3, M: 1e6 };

const OTHERWISE: Record<string, string> = { [MINUS]: "-", "\u2013": "-", "\u3002": ".", "\u066b": ".", "\u066c": "," };

/** The value of a digit of any script: each has ten in a row. */
function digit(sign: string): string {
  const at = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1;
  return String(before % 10);
}

/** A typed number in the signs of ASCII, without a full stop at its end; as `in_ascii` of the exercises' forms. */
export const inAscii = (text: string): string =>
  text
    .replace(/\p{Nd}/gu, digit)
    .replace(/\p{Zs}/gu, " ")
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u2212\u2013\u3002\u066b\u066c]/g, (sign) => OTHERWISE[sign] ?? sign)
    .trim()
    .replace(/\s*\.+$/, "")
    .trim();

/** A typed text as a number: separators and a repeated unit are forgiven, and `11k` or `0.2M` where it is `counted`. */
export function parse(text: string, unit?: string | null, counted = false): number | null {
  let t = inAscii(text);
  if (unit && t.toLowerCase().endsWith(unit.toLowerCase())) t = t.slice(0, -unit.length).trim();
  const many = counted ? MANY[t.at(-1) ?? ""] : undefined;
  if (many) {
    const number = parse(t.slice(0, -1));
    return number === null ? null : clean(number * many);
  }
  if (/^[+-]?\d+,\d{1,2}$/.test(t)) t = t.replace(",", ".");
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(t)) t = t.replaceAll(",", "");
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(t) ? Number(t) : NaN;
  return Number.isFinite(number) ? number : null;
}

/** The factor of the unit after a typed number, and the text before it; null if it is none of `units`. */
export function unitBehind(text: string, units: Record<string, number>): { before: string; factor: number } | null {
  const t = inAscii(text).replaceAll("\u03bc", "\u00b5");
  const ends = (name: string, as: (s: string) => string): boolean =>
    as(t).endsWith(as(name)) && /[\d.\s]$/.test(t.slice(0, -name.length));
  const [same, lower] = [(s: string): string => s, (s: string): string => s.toLowerCase()];
  const names = Object.keys(units);
  const name = names.find((n) => ends(n, same)) ?? names.find((n) => ends(n, lower));
  return name ? { before: t.slice(0, -name.length), factor: units[name] as number } : null;
}

/** A share as a signed percentage: `+7 %`. */
export function signed(share: number): string {
  const p = share * 100;
  if (Math.abs(p) < 0.05) return "0\u00a0%";
  const text = Math.abs(p).toFixed(Math.abs(p) < 10 ? 1 : 0);
  return `${p < 0 ? MINUS : "+"}${text}\u00a0%`;
}
