/** What a guess means, and how good it is: in words. */
import { clean, factorOf, parse, plain, read, show, unitBehind } from "../data/numbers";
import type { Shown } from "../data/types";
import type { Choice } from "../work/work";

/** A number that a prediction asks for. */
export interface Asked extends Shown {
  /** Other units of the same quantity, SI per unit, in which it may be typed. */
  units?: Record<string, number>;
  /** What the unit measures, in words: "a time". */
  kind?: string;
  /** What the machine said. */
  measured?: string;
  /** Where the question starts from, in SI: then the change is scored and not the number. */
  from?: number | null;
}

/** The factor within which a guess is right. */
export const RIGHT = 1.1 + 1e-12;
const RIGHT_CHANGE = 0.2 + 1e-12;
const CLOSE = 1.5;

const times = (far: number): string => `by a factor of ${plain(Number(far.toPrecision(2)))}.`;

/** A verdict by ratio; both numbers in SI. */
export function verdict(guess: number, model: number): string {
  if (guess === model) return "Right.";
  if (model === 0 || guess === 0 || guess < 0 !== model < 0) {
    return guess > model ? "Too high." : "Too low.";
  }
  const ratio = guess / model;
  const far = Math.max(ratio, 1 / ratio);
  if (Math.abs(ratio - 1) <= RIGHT - 1) return "Right: within ten per cent.";
  if (far <= CLOSE) return ratio > 1 ? "Close, a little high." : "Close, a little low.";
  return `${ratio > 1 ? "Too high" : "Too low"}, ${times(far)}`;
}

/** Judges a guessed change by its share of the model's change. */
export function verdictOfChange(share: number): string {
  if (share === 1) return "Right.";
  if (Math.abs(share - 1) <= RIGHT_CHANGE) return "Right: within a fifth of the change.";
  if (Math.abs(share) < 0.01) return "But it does change.";
  if (share < 0) return "It goes the other way.";
  const far = Math.max(share, 1 / share);
  if (far <= CLOSE) return `Close: the change is a little ${share > 1 ? "smaller" : "larger"}.`;
  return `Too ${share > 1 ? "large" : "small"} a change, ${times(far)}`;
}

/** A prediction with choices: what the page says for each, and the share of the start within which a number is the same. */
export interface Offered extends Asked {
  from: number;
  words: Record<Choice, string>;
  same: number;
}

export function choiceOf(model: number, { from, same }: Pick<Offered, "from" | "same">): Choice {
  if (Math.abs(model - from) <= same * Math.abs(from) * (1 + 1e-12)) return "same";
  return model > from ? "more" : "less";
}

export function sentenceOfChoice(guess: Choice, model: number, shown: Offered): string {
  const { words, same, from } = shown;
  const right = choiceOf(model, shown);
  const machine = shown.measured ? ` (measured: ${shown.measured})` : "";
  const within = right === "same" ? `, within ${plain(same * 100)} %` : "";
  const but =
    guess === "same" ? "But it does change." : right === "same" ? "It hardly moves." : "It goes the other way.";
  return (
    `Your guess: ${words[guess]}. The model: ${show(model, shown)} against ${show(from, shown)}${machine}, ` +
    `${words[right]}${within}. ${guess === right ? "Right." : but}`
  );
}

/** From where, how far to the guess, and how far to the model's number. */
function scored(guess: number, model: number, shown: Asked): string {
  const { from } = shown;
  if (from == null || Math.abs(model - from) <= 1e-9 * Math.abs(from)) return verdict(guess, model);
  const step = (to: number): string => {
    const by = (to - from) / factorOf(shown);
    return `${by > 0 ? "+" : ""}${shown.digits == null ? read(by) : plain(by, shown.digits)}`;
  };
  const words = verdictOfChange((guess - from) / (model - from));
  return `From ${show(from, shown)} the model’s change is ${step(model)}, yours ${step(guess)}. ${words}`;
}

export function sentence(guess: number, model: number, shown: Asked): string {
  const machine = shown.measured ? ` (measured: ${shown.measured})` : "";
  const said = show(guess, { ...shown, digits: null });
  return `Your guess: ${said}. The model: ${show(model, shown)}${machine}. ${scored(guess, model, shown)}`;
}

/** The factor by which a guess is off, or its change is: 1 if right, 0 if it goes the other way. */
export function offOf(guess: number, model: number, { from }: Asked): number {
  const isChange = from != null && Math.abs(model - from) > 1e-9 * Math.abs(from);
  const ratio = isChange ? (guess - from) / (model - from) : guess === model ? 1 : guess / model;
  return ratio > 0 && Number.isFinite(ratio) ? Math.max(ratio, 1 / ratio) : 0;
}

/** Words such as "times" stand behind a number and never behind "in". */
const isSymbol = (unit: string): boolean => !/^[a-z][a-z ]{3,}$/.test(unit);

/** A typed guess in the shown unit, in another unit of the same quantity, or, without a unit, with k or M. */
export function guessOf(text: string, shown: Asked): number | null {
  const named = unitBehind(text, shown.units ?? {});
  if (!named) return parse(text, shown.unit, !shown.kind);
  const number = parse(named.before);
  return number === null ? null : clean((number * named.factor) / factorOf(shown));
}

/** Why a text is no guess, in one line that says what would be one; null if it is a guess. */
export function refused(text: string, typed: number | null, { unit, kind }: Asked): string | null {
  const number = `a number, 0 or more${unit && isSymbol(unit) ? `, in ${unit}` : ""}`;
  const said = text.trim().slice(0, 40);
  if (!said) return `First type ${number}.`;
  if (typed !== null && Number.isFinite(typed) && typed >= 0) return null;
  const other = kind && /^[\d.,\s]+[^\d.,\s-]/.test(said);
  return `A guess is ${other ? `${kind}, in ${unit}` : number}; “${said}” is not.`;
}
