/** The answer file: one JSON with edition, name, and the reader's work. It carries no score: the answers are checked again. */
import { decodeWork } from "./decode-work";
import {
  answersOf,
  isBegun,
  isRecord,
  isTooLong,
  KINDS,
  LONGEST_PROGRAM,
  now,
  TOO_LONG,
  type Answer,
  type ExerciseWork,
  type Kind,
  type Work,
} from "./work";
import type { Store } from "./store";
import type { AnswerFile } from "../data/types";

const MEMBERS = ["variant", "answer", "time", "hints", "passed", "others", "solutions", "passes"];

type Entry = AnswerFile["exercises"][string];
/** The contents of the book by kind, and the exercises whose answer is a program; a missing list is unknown. */
export type Contents = Partial<Record<Kind | "programs", string[]>>;

/** What a file brought. */
export interface Brought {
  work: Work;
  name: string;
  edition: string;
  /** A line on each thing that was left out. */
  notes: string[];
}

const LARGEST = 1_000_000;
const WORDS: Record<Kind, [string, string]> = {
  figures: ["figure", "figures"],
  exercises: ["exercise", "exercises"],
  predictions: ["prediction", "predictions"],
};

const each = <T, U>(part: Record<string, T>, change: (entry: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(part).map(([id, entry]) => [id, change(entry)]));

/** Half of a surrogate pair is no letter. */
const whole = (answer: Answer): Answer => {
  const mend = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");
  if (typeof answer === "string") return mend(answer);
  return each(answer, (field) => (typeof field === "string" ? mend(field) : field));
};

/** The part of an exercise that is saved: no verdict, and no answer that could not be loaded or was not typed. */
function written({ hints, passed, others, solutions, passes, ...work }: ExerciseWork): Entry {
  const { variant, answer, time } = passed && isTooLong(work.answer) ? passed : work;
  const short = Object.entries(others ?? {}).filter(([, other]) => !isTooLong(other));
  return {
    ...{ variant, ...(answer !== undefined && { answer: whole(answer) }), time, hints },
    ...(passed && { passed: { ...passed, answer: whole(passed.answer) } }),
    ...(short.length > 0 && { others: each(Object.fromEntries(short), whole) }),
    ...(solutions && { solutions }),
    ...(passes && { passes }),
  };
}

export function toFile(store: Store): AnswerFile {
  const { figures, exercises, predictions } = store.all();
  return {
    v: 2,
    edition: store.edition,
    name: asName(store.name),
    saved: now(),
    figures: figures as AnswerFile["figures"],
    predictions: each(predictions, ({ answer, time }) => ({ answer, time })),
    exercises: each(Object.fromEntries(Object.entries(exercises).filter(([, work]) => isBegun(work))), written),
  };
}

/** The file's text, and the ids whose answer, or whole entry, is too long for it: a saved file can be loaded. */
export function textOf(store: Store): { text: string; left: string[]; gone: string[] } {
  const file = toFile(store);
  const { exercises } = store.all();
  const length = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value, null, 1)).length;
  const left = Object.keys(exercises).filter((id) => isTooLong(exercises[id]?.answer ?? ""));
  const gone = left.filter((id) => isTooLong(file.exercises[id]?.answer ?? "")); // nothing of it passed
  for (const id of gone) delete file.exercises[id];
  while (length(file) > LARGEST) {
    const all = KINDS.flatMap((kind) => Object.keys(file[kind]).map((id): [Kind, string] => [kind, id]));
    const [kind, id] = all.reduce((a, b) => (length(file[b[0]][b[1]]) > length(file[a[0]][a[1]]) ? b : a));
    delete file[kind][id];
    left.push(id);
    gone.push(id);
  }
  return { text: JSON.stringify(file, null, 1), left, gone };
}
/** Return a line on the entries left out of a file, or null if it is complete. */
export const leftOut = (left: string[]): string | null =>
  left.length
    ? `Not in the file: ${list(left)}. ${TOO_LONG} A file has at most a megabyte. What you typed stays where it is.`
    : null;

/** Describe the contents of the written file. */
export function holds({ exercises, predictions }: Work, gone: string[]): string {
  const answered = Object.entries(exercises).filter(([id, work]) => !gone.includes(id) && answersOf(work).length);
  const states = answered.map(([, { state }]) => state);
  const count = (state: ExerciseWork["state"]): number => states.filter((each) => each === state).length;
  const parts = [`${count("passed")} passed`, `${count("tried")} not yet`];
  if (count("new")) parts.push(`${count("new")} never checked`);
  const guesses = Object.keys(predictions).filter((id) => !gone.includes(id)).length;
  const answers = states.length === 1 ? "an answer to one exercise" : `answers to ${states.length} exercises`;
  const and = guesses ? ` and ${guesses} guess${guesses === 1 ? "" : "es"}` : "";
  return `The file holds ${answers}${states.length ? ` (${parts.join(", ")})` : ""}${and}.`;
}

/** Some names, and how many more there are. */
function list(names: string[]): string {
  const shown = names.slice(0, 4).map((name) => name.slice(0, 160));
  return shown.join(", ") + (names.length > 4 ? ` and ${names.length - 4} more` : "");
}

/** Return why a text cannot be an answer file, in a line for the reader. */
function unreadable(text: string): string {
  const t = text.trim();
  if (!t) return "This file is empty.";
  const begun = t.startsWith("{");
  if (begun && !t.endsWith("}")) return "This file was cut off: its end is missing, so nothing was taken from it.";
  if (begun) return "This file was damaged: it is no longer JSON, so nothing was taken from it.";
  return "This is not an answer file: it is not JSON.";
}

/** Why answers cannot be: of the other sort than the exercise asks for, or too long. */
function misfit(work: ExerciseWork, isProgram: boolean | null): string | null {
  const answers = answersOf(work);
  if (answers.some(isTooLong)) return `it may have at most ${LONGEST_PROGRAM.toLocaleString("en-US")} characters`;
  if (isProgram === null || answers.every((answer) => (typeof answer === "string") === isProgram)) return null;
  return isProgram ? "it asks for a program, not for fields" : "it asks for fields, not for a program";
}

/** Members that claim a score: they are ignored. */
function boasts(value: unknown): boolean {
  const entries = isRecord(value) && isRecord(value.exercises) ? Object.values(value.exercises) : [];
  return entries.some((entry) => isRecord(entry) && Object.keys(entry).some((name) => !MEMBERS.includes(name)));
}

/** A name is a line of text. */
export const asName = (name: unknown): string =>
  typeof name === "string" ? [...name.replace(/[\s\p{C}]+/gu, " ").trim()].slice(0, 200).join("") : "";

/** Takes a file apart; a text says in one line why that cannot be done. */
export function readFile(text: string, contents: Contents): Brought | string {
  if (text.length > LARGEST) return "This file is too large to be an answer file: those have at most a megabyte.";
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return unreadable(text);
  }
  const { v, edition, name } = isRecord(value) ? value : {};
  const missing = KINDS.some((kind) => !isRecord((value as Record<string, unknown> | null)?.[kind]));
  if (typeof v === "number" && v > 2)
    return "This file was saved by a later edition of the book: it cannot be read here.";
  if ((v !== 1 && v !== 2) || typeof edition !== "string" || missing) {
    return "This is JSON, but it is not an answer file of this book.";
  }
  const refused: string[] = [];
  const work = decodeWork(value, refused, true);
  const notes: string[] = [];
  for (const kind of KINDS) {
    const known = contents[kind];
    const strange = known ? Object.keys(work[kind]).filter((id) => !known.includes(id)) : [];
    for (const id of strange) delete work[kind][id];
    const [one, many] = WORDS[kind];
    if (strange.length) notes.push(`This book has no ${strange.length === 1 ? one : many} ${list(strange)}: left out.`);
  }
  for (const [id, entry] of Object.entries(work.exercises)) {
    const wrong = misfit(entry, contents.programs ? contents.programs.includes(id) : null);
    if (wrong) refused.push(`${id} (${wrong})`);
    if (wrong) delete work.exercises[id];
  }
  if (refused.length) notes.unshift(`Left out: ${list(refused)}.`);
  if (boasts(value)) notes.push("The points in the file were ignored: check the answers here.");
  for (const entry of Object.values(work.exercises)) Object.assign(entry, { state: "new", points: 0 });
  for (const entry of Object.values(work.exercises)) delete entry.cleared;
  for (const entry of Object.values(work.predictions)) delete entry.said;
  return { work, name: asName(name), edition, notes };
}
