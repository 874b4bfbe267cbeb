/** Reads a reader's work from the browser's store or a file, where it may be of any form. */
import {
  empty,
  isChoice,
  isRecord,
  isVariant,
  KINDS,
  LONGEST_PROGRAM,
  MOST_VARIANTS,
  now,
  type Answer,
  type ExerciseWork,
  type FigureWork,
  type Given,
  type PredictionWork,
  type Work,
} from "./work";

const LONGEST_FIELD = 200;
const MOST_FIELDS = 50;
const MOST_HINTS = 20;
const TIME = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;
const ID = /^[a-z][a-z0-9-]{0,99}$/;
const NAME = /^[a-z][a-z0-9_]*$/;
const VARIANT = `a whole number from 1 to ${MOST_VARIANTS.toLocaleString("en-US")}`;

/** An entry is wrong; the message says how. */
class Unfit extends Error {}

/** A wrong value for a message: short. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}
function must(good: boolean, what: string, wanted: string, value: unknown): asserts good {
  if (!good) throw new Unfit(`its ${what} must be ${wanted}, not ${shown(value)}`);
}

const isTime = (v: unknown): v is string => typeof v === "string" && TIME.test(v);
const isWhole = (v: unknown, low: number, high: number): v is number =>
  typeof v === "number" && Number.isInteger(v) && v >= low && v <= high;
const isSetting = (v: unknown): boolean => ["number", "string", "boolean"].includes(typeof v);

/** `strict` for files; work in the browser is never discarded for a detail. */
function timeOf(v: unknown, otherwise: string, strict: boolean): string {
  if (isTime(v)) return v;
  must(v === undefined || !strict, "time", "one like 2026-11-21T23:40:00Z", v);
  return otherwise;
}
/** Half of a surrogate pair is no text. */
const isWellFormed = (v: string): boolean => !/\p{Surrogate}/u.test(v);

function answerOf(v: unknown, strict = false): Answer {
  if (typeof v === "string") {
    must(!strict || isWellFormed(v), "answer", "text", "half of a letter");
    return v;
  }
  must(isRecord(v), "answer", "a program’s text or fields", v);
  const fields = Object.entries(v);
  must(fields.length <= MOST_FIELDS, "answer", `at most ${MOST_FIELDS} fields`, fields.length);
  for (const [name, field] of fields) {
    must(NAME.test(name), "fields’ names", "words in small letters", name);
    const good =
      typeof field === "boolean" || (typeof field === "string" && field.length <= LONGEST_FIELD && isWellFormed(field));
    must(good, `field ${name}`, `what was typed (at most ${LONGEST_FIELD} characters), or true or false`, field);
  }
  return v as Answer;
}
export function isAnswer(v: unknown): v is Answer {
  try {
    answerOf(v);
    return true;
  } catch {
    return false;
  }
}

function givenOf(v: unknown, time: string, strict: boolean): Given {
  must(isRecord(v), "answer that passed", "an object", v);
  must(isVariant(v.variant), "variant", VARIANT, v.variant);
  return { variant: v.variant, answer: answerOf(v.answer, strict), time: timeOf(v.time, time, strict) };
}

function othersOf(v: unknown, strict: boolean): Record<string, Answer> {
  must(isRecord(v), "answers to other variants", "an object", v);
  for (const [variant, answer] of Object.entries(v)) {
    must(isVariant(Number(variant)) && /^[1-9]\d*$/.test(variant), "variant", VARIANT, variant);
    answerOf(answer, strict);
  }
  return v as Record<string, Answer>;
}

/** Times by variant, of opened solutions or passes; wrong ones in the browser's store are left out. */
function timesOf(v: unknown, what: string, strict: boolean): Record<string, string> {
  must(isRecord(v) || !strict, `record of ${what}`, "an object", v);
  const found: Record<string, string> = {};
  for (const [variant, time] of Object.entries(isRecord(v) ? v : {})) {
    const good = isVariant(Number(variant)) && /^[1-9]\d*$/.test(variant) && isTime(time);
    must(good || !strict, what, "times by the numbers of variants", { [variant]: time });
    if (good) found[variant] = time;
  }
  return found;
}

/** In the first form the answer was a program, and there were neither variants nor times. */
function exerciseOf(v: unknown, time: string, strict: boolean): ExerciseWork {
  must(isRecord(v), "entry", "an object", v);
  const { variant = 1, answer = v.code, state, points, hints = 0 } = v;
  must(isWhole(hints, 0, MOST_HINTS), "count of hints", `a whole number up to ${MOST_HINTS}`, hints);
  must(isVariant(variant), "variant", VARIANT, variant);
  const passed = v.passed === undefined ? undefined : givenOf(v.passed, time, strict);
  const earlier = v.earlier === undefined || strict ? undefined : givenOf(v.earlier, time, strict);
  const others = v.others === undefined ? {} : othersOf(v.others, strict);
  const solutions = v.solutions === undefined ? {} : timesOf(v.solutions, "opened solutions", strict);
  const passes = v.passes === undefined ? {} : timesOf(v.passes, "passes", strict);
  return {
    variant,
    ...(answer !== undefined && { answer: answerOf(answer, strict) }), // else none was typed
    time: timeOf(v.time, time, strict),
    hints,
    state: state === "passed" && !passed ? "tried" : state === "tried" || state === "passed" ? state : "new",
    points: isWhole(points, 0, 1000) ? points : 0,
    ...(passed && { passed }),
    ...(Object.keys(others).length && { others }),
    ...(Object.keys(solutions).length && { solutions }),
    ...(Object.keys(passes).length && { passes }),
    ...(isAnswer(v.cleared) && { cleared: v.cleared }),
    ...(earlier && { earlier }),
  };
}

/** The farthest that a bet may be off: more is no number of ours. */
const FARTHEST = 1e12;
function predictionOf(v: unknown, time: string, strict: boolean): PredictionWork {
  const given: Record<string, unknown> = isRecord(v) ? v : { answer: v };
  const { answer, said, off, time: at } = given;
  const isGuess = (typeof answer === "number" && Number.isFinite(answer)) || isChoice(answer);
  must(isGuess, "guess", "a number or a choice", answer);
  const line = typeof said === "string" && said.length < 1000 ? { said } : {};
  const far = typeof off === "number" && (off === 0 || (off >= 1 && off <= FARTHEST)) ? { off } : {};
  return { answer, time: timeOf(at, time, strict), ...line, ...far };
}

function figureOf(v: unknown, _: string, strict: boolean): FigureWork {
  must(isRecord(v), "entry", "an object", v);
  const { params, seed, code } = v;
  must(isRecord(params) && Object.values(params).every(isSetting), "settings", "numbers, texts, true or false", params);
  must(code === undefined || typeof code === "string", "code", "a text", code);
  if (strict) {
    const strange = Object.keys(params).find((name) => !NAME.test(name));
    must(strange === undefined, "settings’ names", "words in small letters", strange);
    must(isWhole(seed, 0, Number.MAX_SAFE_INTEGER), "seed", "a whole number", seed);
    const length = (code ?? "").length;
    const most = `at most ${LONGEST_PROGRAM.toLocaleString("en-US")} characters long`;
    must(length <= LONGEST_PROGRAM && isWellFormed(code ?? ""), "code", most, length);
  }
  return { params, seed, ...(code !== undefined && { code }) };
}

const READ = { figures: figureOf, exercises: exerciseOf, predictions: predictionOf };

/** Returns what the browser or a file holds, as work; adds a line to `refused` for each part of a wrong form. */
export function decodeWork(value: unknown, refused: string[] = [], strict = false): Work {
  const work = empty();
  if (!isRecord(value)) return work;
  const time = now();
  for (const kind of KINDS) {
    const part = value[kind];
    if (!isRecord(part)) {
      if (part !== undefined) refused.push(`${kind} (it must be an object, not ${shown(part)})`);
      continue;
    }
    for (const [id, entry] of Object.entries(part)) {
      try {
        if (!ID.test(id)) throw new Unfit("it is no name of the book’s");
        (work[kind] as Record<string, unknown>)[id] = READ[kind](entry, time, strict);
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        refused.push(`${id.slice(0, 60)} (${error.message})`);
      }
    }
  }
  return work;
}
