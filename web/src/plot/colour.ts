/** Colour scales whose colours are theme variables: they cannot be mixed, so quantities are cut into steps. */
import type { ColourAxis } from "../data/types";

const RAMP = Array.from({ length: 8 }, (_, i) => `var(--wtg-heat-${i})`);
const FALSE = Array.from({ length: 8 }, (_, i) => `var(--wtg-false-${i})`);
/** From quiet to alarming, in few enough steps to tell which one a thin line has. */
const ALARM = Array.from({ length: 5 }, (_, i) => `var(--wtg-alarm-${i})`);
const HUES = Array.from({ length: 6 }, (_, i) => `var(--wtg-${i + 1})`);

const forward: Record<string, (x: number) => number> = {
  log: Math.log,
  sqrt: Math.sqrt,
  linear: (x) => x,
};
const back: Record<string, (x: number) => number> = {
  log: Math.exp,
  sqrt: (x) => x * x,
  linear: (x) => x,
};

export interface ColourScale {
  options: Record<string, unknown>;
  /** What the legend shows: a label a swatch, or the edges of a ramp. */
  swatches: { label: string; colour: string }[];
  ramp: { edges: number[]; colours: string[] } | null;
}

const palettes: Record<string, string[]> = { linear: RAMP, false: FALSE, alarm: ALARM };
const rampOf = (axis: ColourAxis): string[] => axis.range ?? palettes[axis.palette ?? "linear"] ?? RAMP;

/** The distinct values in order, shared out among steps: where each step begins, and which step it is. */
export function ranked(values: number[], steps: number): { from: number; step: number }[] {
  const order = [...new Set(values)].sort((a, b) => a - b);
  const count = order.length;
  const stepOf = (rank: number): number =>
    count > steps ? Math.floor((rank * steps) / count) : Math.round((rank * (steps - 1)) / Math.max(1, count - 1));
  return order
    .map((from, rank) => ({ from, step: stepOf(rank) }))
    .filter((each, rank) => rank === 0 || each.step !== stepOf(rank - 1));
}

/** Each distinct value that occurs is worth the same difference in colour, so that faint details are seen. */
export function rankScale(axis: ColourAxis, values: number[]): ColourScale {
  const ramp = rampOf(axis);
  const steps = ranked(values, ramp.length);
  const colours = steps.map(({ step }) => ramp[step] as string);
  const from = steps.map((step) => step.from);
  return {
    options: { type: "threshold", domain: from.slice(1), range: colours },
    swatches: [],
    ramp: { edges: [...from, values.reduce((a, b) => Math.max(a, b), -Infinity)], colours },
  };
}

const numeric = (values: unknown[]): values is number[] => values.every((v) => typeof v === "number");

/** `values` are the column's values in display units; domain comes from them when the axis has none. */
export function colourScale(axis: ColourAxis, domain: unknown[], tick: (v: unknown) => string): ColourScale {
  if (numeric(domain) && domain.length === 2 && axis.type !== "ordinal" && axis.type !== "categorical") {
    const kind = axis.type && axis.type in forward ? axis.type : "linear";
    const colours = rampOf(axis);
    const f = forward[kind] ?? ((x: number) => x);
    const b = back[kind] ?? ((x: number) => x);
    const low = f(kind === "log" ? Math.max(domain[0] as number, 1e-12) : (domain[0] as number));
    const high = f(domain[1] as number);
    const edges = colours.map((_, i) => b(low + ((high - low) * i) / colours.length));
    const thresholds = edges.slice(1);
    return {
      options: { type: "threshold", domain: thresholds, range: colours },
      swatches: [],
      ramp: { edges: [...edges, domain[1] as number], colours },
    };
  }
  const range = axis.range ?? HUES;
  const colours = domain.map((_, i) => range[i % range.length] as string);
  return {
    options: { type: "ordinal", domain, range: colours },
    swatches: domain.map((v, i) => ({ label: tick(v), colour: colours[i] as string })),
    ramp: null,
  };
}
