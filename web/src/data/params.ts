/** Converts the state of an input to the value for Python, and back. */
import { clean, factorOf, parse, plain, show, unitBehind } from "./numbers";
import type { Figure, NumberParam, Param, Preset, Value, Values } from "./types";

const near = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

/** Values that the book names are returned exactly, not as the nearest product of two floats. */
function snap(x: number, param: NumberParam, presets: Values[]): number {
  const named = presets.map((p) => p[param.name]).filter((v): v is number => typeof v === "number");
  const known = [param.default, param.low, param.high, ...(param.stops ?? []), ...named];
  return known.find((k) => near(k, x)) ?? clean(x);
}

/** A typed text in the display unit, or in the one it names, as SI; other text is returned for Python to refuse. */
export function fromText(text: string, param: NumberParam, presets: Values[] = []): Value {
  const named = unitBehind(text, param.units);
  const number = named ? parse(named.before) : parse(text, param.unit, !Object.keys(param.units).length);
  return number === null ? text : snap(number * (named?.factor ?? factorOf(param)), param, presets);
}

/** Reads a link's value: JSON, or as a reader types it. */
export function fromLink(text: string, param: Param): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (param.kind === "switch") return ["off", "on"].includes(text) ? text === "on" : text;
    return param.kind === "number" ? fromText(text, param) : text;
  }
}

/** Reads a slider, select or checkbox; a slider with stops holds the index of the stop. */
export function fromInput(text: string, param: Param, checked: boolean, presets: Values[] = []): Value {
  if (param.kind === "switch") return checked;
  if (param.kind === "choice") return text;
  if (!param.stops) return fromText(text, param, presets);
  const index = parse(text);
  if (index === null) return text;
  return param.stops[index] ?? text;
}

/** The text a range input needs to show a value. */
export function toInput(value: unknown, param: NumberParam): string {
  if (typeof value !== "number" || !Number.isFinite(value)) return String(value);
  if (!param.stops) return String(clean(value / factorOf(param)));
  let best = 0;
  param.stops.forEach((stop, i) => {
    if (Math.abs(stop - value) < Math.abs((param.stops?.[best] ?? Infinity) - value)) best = i;
  });
  return String(best);
}

/** A parameter and its value in words. */
export function inWords(param: Param, value: unknown): string {
  if (param.kind === "switch") return `${param.label}: ${value ? "on" : "off"}`;
  if (param.kind === "choice") {
    return `${param.label}: ${param.options.find((o) => o.value === value)?.label ?? String(value)}`;
  }
  return `${param.label} ${typeof value === "number" ? show(value, param) : String(value)}`;
}

export const seedFrom = (text: string): Value => (/^\d+$/.test(text.trim()) ? Number(text) : text);

export const defaults = (figure: Pick<Figure, "params">): Values =>
  Object.fromEntries(figure.params.map((p) => [p.name, p.default]));

/** All parameters of a named setting, and its seed. */
export function presetValues(figure: Figure, name: string): { params: Values; seed: number } | null {
  const preset = figure.presets.find((p) => p.name === name);
  if (!preset) return null;
  return { params: { ...defaults(figure), ...preset.params }, seed: preset.seed };
}

/** The preset with these values; else one with the same rows in another view; else null. */
export function presetOf(figure: Figure, params: Record<string, unknown>, seed: unknown): string | null {
  const like = (decides: (p: Param) => boolean): Preset | undefined =>
    figure.presets.find((preset) => {
      const wanted = presetValues(figure, preset.name);
      const same = (p: Param): boolean => wanted?.params[p.name] === params[p.name];
      return wanted?.seed === seed && figure.params.filter(decides).every(same);
    });
  return (like(() => true) ?? like((p) => !p.view))?.name ?? null;
}

/** The parameters that only change the view. */
export function viewOf(figure: Figure, params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(figure.params.filter((p) => p.view).map((p) => [p.name, params[p.name]]));
}

/** The parameters in which two settings differ. */
export const differing = (figure: Figure, a: Record<string, unknown>, b: Record<string, unknown>): Param[] =>
  figure.params.filter((p) => a[p.name] !== b[p.name]);

/** Whether a figure takes this value for the parameter. */
export function takes(p: Param, v: unknown): boolean {
  if (p.kind === "choice") return p.options.some((o) => o.value === v);
  if (p.kind === "switch") return typeof v === "boolean";
  const slack = 1e-9 * Math.max(Math.abs(p.low), Math.abs(p.high));
  return typeof v === "number" && v >= p.low - slack && v <= p.high + slack && (!p.whole || Number.isInteger(v));
}

export const MOST_SEED = 2 ** 31 - 1;

export const takesSeed = (seed: unknown): boolean =>
  Number.isInteger(seed) && (seed as number) >= 0 && (seed as number) <= MOST_SEED;

/** Says why a typed text is refused, and which value stays. */
export function refusal(label: string, wanted: string, typed: string, stays: string): string {
  const text = typed.trim().slice(0, 40);
  return `${label} must be ${wanted}${text ? `; “${text}” is not` : ""}. It stays at ${stays}.`;
}

/** What a parameter takes: its range, and the units if it was the unit that was not understood. */
export function wantedOf(p: NumberParam, typed: string): string {
  const names = Object.keys(p.units);
  const strange = /\d\s*[^\d\s.,e+-]/i.test(typed) && !unitBehind(typed, p.units);
  return strange && names.length > 1
    ? `${rangeOf(p)}, in ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`
    : rangeOf(p);
}

export function rangeOf(p: NumberParam): string {
  const end = (si: number): string => {
    const n = clean(si / factorOf(p)).toLocaleString("en-US", { maximumSignificantDigits: 10 });
    return `${n.replace(/^-/, "−")}${p.unit ? `\u00a0${p.unit}` : ""}`;
  };
  return `${p.whole ? "a whole number, " : ""}${end(p.low)} to ${end(p.high)}`;
}

/** What a parameter takes, in words. */
export function wantedFor(p: Param): string {
  if (p.kind === "number") return rangeOf(p);
  return p.kind === "switch" ? "on or off" : p.options.map((option) => option.value).join(", ");
}

/** Why values from outside (a link, a store) cannot be used; null when they can. */
export function unusable(figure: Figure, params: Record<string, unknown>, seed: unknown): string | null {
  for (const name of Object.keys(params)) {
    if (!figure.params.some((p) => p.name === name))
      return `it names "${name.slice(0, 40)}", which this figure does not have`;
  }
  for (const p of figure.params) {
    const v = params[p.name];
    if (v === undefined) continue;
    if (!takes(p, v)) return `its ${p.label.toLowerCase()} is not ${wantedFor(p)}`;
  }
  return takesSeed(seed) ? null : `its seed is not a whole number, 0 to ${plain(MOST_SEED, 0)}`;
}
