/** What comes from the interpreter, tested for its form: a reader's program may have broken what makes it. */
import { isAnswer } from "../work/decode-work";
import { isRecord } from "../work/work";
import type { News, Timed } from "./remote";
import type { Phase, Stage } from "./supply";
import type { Asked, Posed, Refused, Sheet, Solved, Step, Verdict } from "../data/types";

export type Guard<T> = (reply: unknown) => reply is T;

const isText = (v: unknown): v is string => typeof v === "string";
const isCount = (v: unknown): v is number => typeof v === "number" && Number.isFinite(v) && v >= 0;
const isMaybe = (v: unknown, is: (v: unknown) => boolean): boolean => v === undefined || v === null || is(v);
const isLine = (v: unknown): v is number => isCount(v) && Number.isInteger(v) && v >= 1;
const isFault = (v: unknown): boolean =>
  isRecord(v) &&
  isText(v.message) &&
  isMaybe(v.line, isLine) &&
  isMaybe(v.param, isText) &&
  isMaybe(v.field, isText) &&
  isMaybe(v.kind, isText);
const isRefused = (v: unknown): v is Refused => isRecord(v) && isFault(v.error);

const isTest = (v: unknown): boolean =>
  isRecord(v) &&
  isText(v.id) &&
  isCount(v.points) &&
  isText(v.outcome) &&
  typeof v.guard === "boolean" &&
  isMaybe(v.advice, isText) &&
  isMaybe(v.message, isText);

const isVerdict: Guard<Verdict> = (v): v is Verdict =>
  isRecord(v) &&
  !("kind" in v) &&
  isText(v.exercise) &&
  typeof v.passed === "boolean" &&
  isCount(v.points) &&
  isCount(v.of) &&
  isMaybe(v.error, isFault) &&
  isMaybe(v.output, isText) &&
  Array.isArray(v.tests) &&
  v.tests.every(isTest);

const isAsked = (v: unknown): v is Asked => isRecord(v) && isRecord(v.ask) && isRecord(v.limits);

const PHASES: Record<Phase, true> = { fetch: true, compile: true, start: true, unpack: true, import: true };
const isStage = (v: unknown): v is Stage =>
  isRecord(v) &&
  isText(v.phase) &&
  Object.hasOwn(PHASES, v.phase) &&
  isCount(v.got) &&
  isCount(v.of) &&
  Array.isArray(v.waiting) &&
  v.waiting.every(isText);

/** What an interpreter tells beside its answers; what has another form is left out. */
export function newsOf(v: unknown): News {
  if (!isRecord(v)) return {};
  return {
    ...(isLine(v.line) && { line: v.line }),
    ...(isText(v.reply) && { reply: v.reply }),
    ...(isStage(v.stage) && { stage: v.stage }),
  };
}

export const isTimed: Guard<Timed> = (v): v is Timed => isRecord(v) && isText(v.text) && isCount(v.ms);

/** A verdict, or what a program must be asked first. */
export const isJudged: Guard<Verdict | Asked> = (v): v is Verdict | Asked => isAsked(v) || isVerdict(v);

/** A program's reply as [test, reply, text printed so far]; null if it is of another form. */
export function replyOf(text: string): [number, string, string] | null {
  try {
    const reply: unknown = JSON.parse(text);
    const fits =
      Array.isArray(reply) && reply.length === 3 && isCount(reply[0]) && isText(reply[1]) && isText(reply[2]);
    return fits ? (reply as [number, string, string]) : null;
  } catch {
    return null;
  }
}

export const isPosed: Guard<Posed | Refused> = (v): v is Posed | Refused =>
  isRefused(v) ||
  (isRecord(v) &&
    isRecord(v.blanks) &&
    Object.values(v.blanks).every(isText) &&
    isMaybe(v.starter, isText) &&
    isMaybe(v.picture, (p) => isRecord(p) && Array.isArray(p.panels) && Array.isArray(p.rows) && isText(p.alt)));

export const isSolved: Guard<Solved | Refused> = (v): v is Solved | Refused =>
  isRefused(v) || (isRecord(v) && isAnswer(v.solution));

const isRow = (v: unknown): boolean => isRecord(v) && isText(v.id) && isText(v.name) && Array.isArray(v.given);

export const isSheet: Guard<Sheet> = (v): v is Sheet =>
  isRecord(v) &&
  (Array.isArray(v.faults)
    ? v.faults.every(isText)
    : isText(v.csv) && isText(v.class_file) && Array.isArray(v.rows) && v.rows.every(isRow));

const isResult = (v: unknown): boolean => isRecord(v) && isText(v.describe) && Array.isArray(v.compare);

const isScalar = (v: unknown): boolean => typeof v === "string" || (typeof v === "number" && Number.isFinite(v));
const isRowOfFigure = (v: unknown): boolean => {
  if (!isRecord(v)) return false;
  for (const name in v) if (!isScalar(v[name])) return false;
  return true;
};
const isRows = (v: unknown): boolean => Array.isArray(v) && v.every(isRowOfFigure);

export const isStep: Guard<Step> = (v): v is Step =>
  isRecord(v) &&
  isMaybe(v.rows, isRows) &&
  isMaybe(v.error, isFault) &&
  isMaybe(v.output, isText) &&
  isMaybe(v.result, isResult) &&
  (!v.done || isRecord(v.result) || isRecord(v.error));
