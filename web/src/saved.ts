/** The forms of a reader's work: what the browser keeps, and what of it is good when it comes from elsewhere. */

export interface FigureWork {
  params: Record<string, unknown>;
  seed: unknown;
  code?: string;
}
/** A program, or fields: text as typed, the option chosen, a switch. */
export type Answer = string | Record<string, string | boolean>;
export interface ExerciseWork {
  variant: number;
  answer: Answer;
  time: string;
  /** How many are open. */
  hints: number;
  state: "new" | "tried" | "passed";
  /** The most that an answer earned here. */
  points: number;
  /** Answers to other variants, so that going back to one finds what was typed. */
  shelf?: Record<string, Answer>;
  /** What a reset cleared, until something else is typed. */
  cleared?: Answer;
}
export interface PredictionWork {
  /** In the unit that the prediction shows. */
  answer: number;
  time: string;
  /** What the model said to it. */
  said?: string;
}
export interface Work {
  figures: Record<string, FigureWork>;
  exercises: Record<string, ExerciseWork>;
  predictions: Record<string, PredictionWork>;
}
export type Kind = keyof Work;
export const KINDS: Kind[] = ["figures", "exercises", "predictions"];

export const MOST_VARIANTS = 999_999;
const LONGEST_FIELD = 200;
export const LONGEST_PROGRAM = 100_000;
export const TOO_LONG = `A program may have at most ${LONGEST_PROGRAM.toLocaleString("en-US")} characters.`;
export const isTooLong = (answer: Answer): boolean => typeof answer === "string" && answer.length > LONGEST_PROGRAM;
const MOST_HINTS = 20;
const TIME = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;
const ID = /^[a-z][a-z0-9-]{0,99}$/;
const NAME = /^[a-z][a-z0-9_]*$/;

export const empty = (): Work => ({ figures: {}, exercises: {}, predictions: {} });
export const isEmpty = (work: Work): boolean => KINDS.every((kind) => Object.keys(work[kind]).length === 0);
export const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, "Z");

export const isRecord = (v: unknown): v is Record<string, unknown> =>
  typeof v === "object" && v !== null && !Array.isArray(v);
export const isVariant = (v: unknown): v is number =>
  typeof v === "number" && Number.isInteger(v) && v >= 1 && v <= MOST_VARIANTS;
const isTime = (v: unknown): v is string => typeof v === "string" && TIME.test(v);

export function isAnswer(v: unknown): v is Answer {
  if (typeof v === "string") return true;
  if (!isRecord(v)) return false;
  const fields = Object.entries(v);
  const good = (f: unknown): boolean => typeof f === "boolean" || (typeof f === "string" && f.length <= LONGEST_FIELD);
  return fields.length <= 50 && fields.every(([name, field]) => NAME.test(name) && good(field));
}

/** The same, whatever the order of the fields. */
export function sameAnswer(a: Answer | undefined, b: Answer | undefined): boolean {
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function shelfOf(v: unknown): Record<string, Answer> | undefined {
  if (!isRecord(v)) return undefined;
  const good = Object.entries(v).filter((e): e is [string, Answer] => isVariant(Number(e[0])) && isAnswer(e[1]));
  return good.length ? Object.fromEntries(good) : undefined;
}

/** An exercise as it was kept; in the first form the answer was a program, and there were neither variants nor times. */
function exerciseOf(v: unknown, time: string): ExerciseWork | null {
  if (!isRecord(v)) return null;
  const { variant = 1, answer = v.code, state = "new", points = 0, hints = 0 } = v;
  if (!isVariant(variant) || !isAnswer(answer)) return null;
  if (typeof hints !== "number" || !Number.isInteger(hints) || hints < 0 || hints > MOST_HINTS) return null;
  if (v.time !== undefined && !isTime(v.time)) return null;
  const shelf = shelfOf(v.shelf);
  return {
    variant,
    answer,
    time: isTime(v.time) ? v.time : time,
    hints,
    state: state === "tried" || state === "passed" ? state : "new",
    points: typeof points === "number" && Number.isInteger(points) && points > 0 ? points : 0,
    ...(shelf && { shelf }),
    ...(isAnswer(v.cleared) && { cleared: v.cleared }),
  };
}

function predictionOf(v: unknown, time: string): PredictionWork | null {
  const { answer, said, ...rest } = isRecord(v) ? v : { answer: v, said: undefined };
  if (typeof answer !== "number" || !Number.isFinite(answer)) return null;
  const at = (rest as { time?: unknown }).time;
  if (at !== undefined && !isTime(at)) return null;
  return { answer, time: at ?? time, ...(typeof said === "string" && said.length < 1000 && { said }) };
}

function figureOf(v: unknown): FigureWork | null {
  if (!isRecord(v) || !isRecord(v.params) || !["undefined", "string"].includes(typeof v.code)) return null;
  const { params, seed, code } = v as unknown as FigureWork;
  if (Object.values(params).some((value) => typeof value === "object" && value !== null)) return null;
  return { params, seed, ...(code !== undefined && { code }) };
}

const READ = { figures: figureOf, exercises: exerciseOf, predictions: predictionOf };

/** Whatever lies in the browser or in a file, as work; `refused` gets the ids of what is not of the right form. */
export function asWork(value: unknown, refused: string[] = []): Work {
  const work = empty();
  if (!isRecord(value)) return work;
  const time = now();
  for (const kind of KINDS) {
    const part = value[kind];
    if (!isRecord(part)) {
      if (part !== undefined) refused.push(kind);
      continue;
    }
    for (const [id, entry] of Object.entries(part)) {
      const good = ID.test(id) ? READ[kind](entry, time) : null;
      if (good) (work[kind] as Record<string, unknown>)[id] = good;
      else refused.push(id);
    }
  }
  return work;
}

/** What a verdict changes: who has passed once has passed. */
export function judged(work: ExerciseWork, verdict: { passed: boolean; points: number }): Partial<ExerciseWork> {
  const state = verdict.passed || work.state === "passed" ? "passed" : "tried";
  return { state, points: Math.max(verdict.points, work.points) };
}
