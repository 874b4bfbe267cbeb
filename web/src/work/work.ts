/** A reader's work: what the browser keeps of it. */

import type { Answer, AnswerFile, Given } from "../data/types";

export type { Answer, Given } from "../data/types";

type Filed<K extends Kind> = AnswerFile[K][string];

/** Kept work of a figure may be of another edition: its values are checked before use. */
export type FigureWork = Omit<Filed<"figures">, "params" | "seed"> & { params: Record<string, unknown>; seed: unknown };
/** The current answer (none: the start of the exercise) and earlier work. If only a file claims that an answer passed, the
 * state shows that nothing was checked here. */
export interface ExerciseWork extends Filed<"exercises"> {
  state: "new" | "tried" | "passed";
  /** The most that an answer earned here. */
  points: number;
  /** What a reset cleared, until something else is typed. */
  cleared?: Answer;
  /** The replaced answer to the same variant, which can be brought back. */
  earlier?: Given;
}
export interface PredictionWork extends Filed<"predictions"> {
  /** What the model said to it. */
  said?: string;
}
/** A guess that is no number: more than where the question starts from, the same, or less. */
export type Choice = Exclude<PredictionWork["answer"], number>;
const CHOICES: readonly unknown[] = ["more", "same", "less"] satisfies Choice[];
export const isChoice = (v: unknown): v is Choice => CHOICES.includes(v);

export interface Work {
  figures: Record<string, FigureWork>;
  exercises: Record<string, ExerciseWork>;
  predictions: Record<string, PredictionWork>;
}
export type Kind = keyof Work;
export const KINDS: Kind[] = ["figures", "exercises", "predictions"];

export const MOST_VARIANTS = 999_999;
export const LONGEST_PROGRAM = 100_000;
export const TOO_LONG = `A program may have at most ${LONGEST_PROGRAM.toLocaleString("en-US")} characters.`;
export const isTooLong = (answer?: Answer): boolean => typeof answer === "string" && answer.length > LONGEST_PROGRAM;

export const empty = (): Work => ({ figures: {}, exercises: {}, predictions: {} });
export const isEmpty = (work: Work): boolean => KINDS.every((kind) => Object.keys(work[kind]).length === 0);
/** A clock that is off by decades says nothing. */
export function now(): string {
  const time = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  return time.startsWith("20") ? time : "2000-01-01T00:00:00Z";
}

export const isRecord = (v: unknown): v is Record<string, unknown> =>
  typeof v === "object" && v !== null && !Array.isArray(v);
export const isVariant = (v: unknown): v is number =>
  typeof v === "number" && Number.isInteger(v) && v >= 1 && v <= MOST_VARIANTS;

/** The same, whatever the order of the fields. */
export function sameAnswer(a: Answer | undefined, b: Answer | undefined): boolean {
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** Before anything was done. */
export const fresh = (): ExerciseWork => ({ variant: 1, time: now(), hints: 0, state: "new", points: 0 });
/** The current answer; null until something is typed. */
export const standing = ({ variant, answer, time }: ExerciseWork): Given | null =>
  answer === undefined ? null : { variant, answer, time };
/** The answer that counts and is handed in: the one that passed; what stands there as long as none did. */
export const counted = (work: ExerciseWork): Given | null => work.passed ?? standing(work);
/** All that was typed. */
export const answersOf = ({ answer, passed, others }: ExerciseWork): Answer[] =>
  [answer, passed?.answer, ...Object.values(others ?? {})].filter((one) => one !== undefined);
/** Whether more was done than to open a variant. */
export const isBegun = (work: ExerciseWork): boolean =>
  answersOf(work).length > 0 || work.hints > 0 || work.solutions !== undefined;
type Stands = Pick<ExerciseWork, "variant" | "answer">;
export const sameGiven = (a: Stands, b: Stands): boolean => a.variant === b.variant && sameAnswer(a.answer, b.answer);

/** Keeps an answer that gives way where it can be found again: in the page, if nothing stands there. */
export function putAside(work: ExerciseWork, { variant, answer, time }: Given): ExerciseWork {
  if (variant !== work.variant) return { ...work, others: { [variant]: answer, ...work.others } };
  if (work.answer === undefined) return { ...work, answer, time };
  return sameAnswer(answer, work.answer) ? work : { ...work, earlier: { variant, answer, time } };
}

/** The changes by a verdict: an exercise that has passed once stays passed. */
export function judged(
  work: ExerciseWork,
  verdict: { passed: boolean; points: number },
  { variant, answer, time = now() }: Omit<Given, "time"> & { time?: string },
): Partial<ExerciseWork> {
  const state = verdict.passed || work.state === "passed" ? "passed" : "tried";
  const points = Math.max(verdict.points, work.points);
  const again = work.passed && sameGiven(work.passed, { variant, answer }); // it passed when it passed first
  if (!verdict.passed) return { state, points };
  const before = work.passed && { [work.passed.variant]: work.passed.time }; // older files hold the last pass only
  const passes = { [variant]: time, ...before, ...work.passes };
  return { state, points, passes, ...(!again && { passed: { variant, answer, time } }) };
}

/** Whether nothing of an exercise need be kept. */
export const isUntouched = (work: ExerciseWork): boolean =>
  work.state === "new" && work.variant === 1 && !isBegun(work) && !work.earlier && work.cleared === undefined;
