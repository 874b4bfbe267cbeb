/** What prose or a link may ask of a figure: a set-up, a control at a value, a picture. */
import { fromLink, takes, wantedFor } from "../data/params";
import type { Figure } from "../data/types";

interface Setting {
  param: string;
  text: string;
}
export type Wish = { preset: string; tab?: string } | Setting | { tab: string };

/** `@SET-UP`, `@SET-UP#PICTURE`, `:CONTROL=VALUE` (as JSON in SI, or as typed) or `/PICTURE`, as an address holds it; else null. */
export function readWish(text: string): Wish | null {
  const [sign, rest] = [text[0], text.slice(1)];
  const [preset, tab] = rest.split("#");
  if (sign === "@" && preset) return tab ? { preset, tab } : { preset };
  if (sign === "/" && rest) return { tab: rest };
  const [, param, value] = /^:([a-z][a-z0-9_]*)=(.+)$/s.exec(text) ?? [];
  return param === undefined || value === undefined ? null : { param, text: value };
}

/** The wanted value, if the figure has such a control. */
export function wished({ param, text }: Setting, figure: Figure): Record<string, unknown> {
  const found = figure.params.find((each) => each.name === param);
  return found ? { [param]: fromLink(text, found) } : {};
}

/** Why a figure with the pictures `tabs` cannot fulfil a wish; null if it can. */
export function unmet(wish: Wish, figure: Figure, tabs: string[]): string | null {
  const quoted = (name: string): string => `“${name.slice(0, 60)}”`;
  if ("preset" in wish && !figure.presets.some(({ name }) => name === wish.preset))
    return `the figure has no set-up ${quoted(wish.preset)}`;
  if ("preset" in wish || "tab" in wish) {
    const { tab } = wish;
    return tab === undefined || tabs.includes(tab) ? null : `the figure has no picture ${quoted(tab)}`;
  }
  const param = figure.params.find((each) => each.name === wish.param);
  if (!param) return `the figure has no control ${quoted(wish.param)}`;
  if (takes(param, wished(wish, figure)[wish.param])) return null;
  const unit = param.kind === "number" && param.unit ? ", with the unit" : "";
  return `${param.label} cannot be ${quoted(wish.text)}, but ${wantedFor(param)}${unit}`;
}
