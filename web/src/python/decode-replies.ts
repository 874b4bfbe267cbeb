/** Tests of the interpreter's replies: a reader's program may have broken what makes them. */
import { isAnswer } from "../work/decode-work";
import { isRecord, isVariant } from "../work/work";
import type { News, Timed } from "./remote";
import type { Phase, Stage } from "./supply";
import type { Asked, Posed, Refused, Sheet, Solved, Step, Verdict } from "../data/types";

export type Guard<T> = (reply: unknown) => reply is T;
type Test = (value: unknown) => boolean;

/** The longest text of a field, and of a whole answer, in characters. */
const LONGEST = 1_000_000;
const LONGEST_ANSWER = 100_000_000;

const isText = (v: unknown): v is string => typeof v === "string" && v.length <= LONGEST;
const isLongText = (v: unknown): v is string => typeof v === "string" && v.length <= LONGEST_ANSWER;
const isTruth = (v: unknown): v is boolean => typeof v === "boolean";
const isNumber = (v: unknown): v is number => typeof v === "number" && Number.isFinite(v);
const isCount = (v: unknown): v is number => isNumber(v) && v >= 0;
const isWhole = (v: unknown): v is number => isCount(v) && Number.isSafeInteger(v);
const isLine = (v: unknown): v is number => isWhole(v) && v >= 1;
const isScalar: Test = (v) => isText(v) || isNumber(v);

const either =
  (...tests: Test[]): Test =>
  (v) =>
    tests.some((is) => is(v));
const optional = (is: Test): Test => either((v) => v === undefined, is);
const maybe = (is: Test): Test => either((v) => v === undefined || v === null, is);
const list =
  (is: Test): Test =>
  (v) =>
    Array.isArray(v) && v.every(is);
const each =
  (is: Test): Test =>
  (v) => {
    if (!isRecord(v)) return false;
    for (const name in v) if (!is(v[name])) return false;
    return true;
  };
/** A record with these fields; it may have others. */
const form =
  (fields: Record<string, Test>): Test =>
  (v) => {
    if (!isRecord(v)) return false;
    for (const name in fields) if (!fields[name]?.(v[name])) return false;
    return true;
  };

const isFault = form({
  message: isText,
  line: maybe(isLine),
  param: maybe(isText),
  field: maybe(isText),
  kind: maybe(isText),
});
const isRefused = form({ error: isFault });

const isVerdict = form({
  kind: (v) => v === undefined,
  exercise: isText,
  variant: isVariant,
  passed: isTruth,
  points: isWhole,
  of: isWhole,
  error: maybe(isFault),
  output: isText,
  tests: list(
    form({
      id: isText,
      points: isWhole,
      outcome: isText,
      guard: isTruth,
      advice: maybe(isText),
      message: maybe(isText),
    }),
  ),
});

const isAsked = form({
  ask: each(list(isText)),
  limits: form({ load: isCount, call: isCount, total: isCount, tests: isWhole }),
});

const PHASES: Record<Phase, true> = { fetch: true, compile: true, start: true, unpack: true, import: true };
const isStage = form({
  phase: (v) => isText(v) && Object.hasOwn(PHASES, v),
  got: isCount,
  of: isCount,
  waiting: list(isText),
}) as Guard<Stage>;

/** The messages of an interpreter besides its answers; those of another form are left out. */
export function newsOf(v: unknown): News {
  if (!isRecord(v)) return {};
  return {
    ...(isLine(v.line) && { line: v.line }),
    ...(isText(v.reply) && { reply: v.reply }),
    ...(isStage(v.stage) && { stage: v.stage }),
    ...(isCount(v.share) && { share: v.share }),
  };
}

/** Return the error that an interpreter threw as one: what it throws may be anything. */
export function errorOf(thrown: unknown): Error {
  const { message, name } = isRecord(thrown) || thrown instanceof Error ? (thrown as Partial<Error>) : {};
  const error = new Error(isText(message) ? message : "it failed and gave no reason");
  if (isText(name)) error.name = name;
  return error;
}

export const isTimed = form({ text: isLongText, ms: isCount }) as Guard<Timed>;

/** A verdict, or the questions that a program must answer first. */
export const isJudged = either(isAsked, isVerdict) as Guard<Verdict | Asked>;

/** A program's reply as [test, reply, text printed so far]; null if it is of another form. */
export function replyOf(text: string): [number, string, string] | null {
  try {
    const reply: unknown = JSON.parse(text);
    const fits =
      Array.isArray(reply) && reply.length === 3 && isWhole(reply[0]) && isText(reply[1]) && isText(reply[2]);
    return fits ? (reply as [number, string, string]) : null;
  } catch {
    return null;
  }
}

const isRows = list(each(isScalar));

export const isPosed = either(
  isRefused,
  form({
    blanks: each(isText),
    starter: maybe(isText),
    picture: maybe(
      form({
        panels: list(form({ marks: list(isRecord), axes: isRecord, height: isCount })),
        rows: isRows,
        alt: isText,
      }),
    ),
  }),
) as Guard<Posed | Refused>;

export const isSolved = either(isRefused, form({ solution: isAnswer })) as Guard<Solved | Refused>;

/** An address of the web, or one that is relative to the book's. */
const isLink: Test = (v) => isText(v) && /^(?:https?:|(?![a-z][a-z0-9+.-]*:))\S+$/i.test(v);
const isGiven = form({ exercise: isText, variant: isVariant, link: isLink });

export const isSheet = either(
  form({ faults: list(isText) }),
  form({
    csv: isLongText,
    class_file: isLongText,
    rows: list(form({ id: isText, name: isText, given: list(isGiven) })),
  }),
) as Guard<Sheet>;

/** No browser writes more behind the point. */
const MOST_DIGITS = 20;
const isCompared = form({
  id: isText,
  label: isText,
  compare: isText,
  status: isText,
  basis: isText,
  unit: isText,
  one: isText,
  factor: (v) => isNumber(v) && v > 0,
  digits: (v) => isWhole(v) && v <= MOST_DIGITS,
  model_digits: (v) => isWhole(v) && v <= MOST_DIGITS,
  met: isTruth,
  model: either(isNumber, isTruth),
  evidence: maybe(isText),
  expected: maybe(isNumber),
  low: maybe(isNumber),
  high: maybe(isNumber),
  error: maybe(isNumber),
  tolerance: maybe(isNumber),
  spread: maybe(list(isNumber)),
});
const isResult = form({
  describe: isText,
  compare: list(isCompared),
  values: each(isNumber),
  params: each(either(isScalar, isTruth)),
  seed: isWhole,
});

const isPart = form({
  rows: optional(isRows),
  output: optional(isText),
  error: optional(isFault),
  done: optional(isTruth),
  result: maybe(isResult),
}) as (v: unknown) => v is { done?: boolean; error?: unknown; result?: unknown };

export const isStep = ((v: unknown) =>
  isPart(v) && (v.done !== true || v.error !== undefined || isResult(v.result))) as Guard<Step>;
