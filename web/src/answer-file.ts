/** The answer file: one JSON with edition, name, and the reader's work. It carries no score: who reads it checks again. */
import { asWork, isRecord, isTooLong, KINDS, now, sameAnswer, TOO_LONG, type Kind, type Work } from "./saved";
import type { Store } from "./store";

export interface AnswerFile {
  v: 2;
  edition: string;
  name: string;
  saved: string;
  figures: Work["figures"];
  predictions: Record<string, { answer: number; time: string }>;
  exercises: Record<string, Pick<Work["exercises"][string], "variant" | "answer" | "time" | "hints">>;
}
/** What there is in the book, by kind, and the exercises that want a program; a list that is missing is not known here. */
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

export function toFile(store: Store): AnswerFile {
  const { figures, exercises, predictions } = store.all();
  return {
    v: 2,
    edition: store.edition,
    name: store.name,
    saved: now(),
    figures,
    predictions: each(predictions, ({ answer, time }) => ({ answer, time })),
    exercises: each(exercises, ({ variant, answer, time, hints }) => ({ variant, answer, time, hints })),
  };
}

/** The file's text, and the ids of programs that are too long for it: nothing is saved that could not be loaded. */
export function textOf(store: Store): { text: string; left: string[] } {
  const file = toFile(store);
  const length = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value, null, 1)).length;
  const left = Object.keys(file.exercises).filter((id) => isTooLong(file.exercises[id]?.answer ?? ""));
  for (const id of left) delete file.exercises[id];
  while (length(file) > LARGEST) {
    const all = KINDS.flatMap((kind) => Object.keys(file[kind]).map((id): [Kind, string] => [kind, id]));
    const [kind, id] = all.reduce((a, b) => (length(file[b[0]][b[1]]) > length(file[a[0]][a[1]]) ? b : a));
    delete file[kind][id];
    left.push(id);
  }
  return { text: JSON.stringify(file, null, 1), left };
}
/** A line on what was left out of a file; null where it is all there. */
export const leftOut = (left: string[]): string | null =>
  left.length
    ? `Not in the file: ${list(left)}. ${TOO_LONG} A file has at most a megabyte. What you typed stays in this browser.`
    : null;

/** Some names, and how many more there are. */
function list(ids: string[]): string {
  const shown = ids.slice(0, 4).map((id) => id.slice(0, 60));
  return shown.join(", ") + (ids.length > 4 ? ` and ${ids.length - 4} more` : "");
}

/** Why a text cannot be an answer file; the line is for whoever chose the file. */
function unreadable(text: string): string {
  const t = text.trim();
  if (!t) return "This file is empty.";
  const begun = t.startsWith("{");
  if (begun && !t.endsWith("}")) return "This file was cut off: its end is missing, so nothing was taken from it.";
  if (begun) return "This file was damaged: it is no longer JSON, so nothing was taken from it.";
  return "This is not an answer file: it is not JSON.";
}

/** Answers that cannot be: of the other sort than the exercise asks for, or too long. */
const misfits = (work: Work, programs: string[] | undefined): string[] =>
  Object.keys(work.exercises).filter((id) => {
    const answer = work.exercises[id]?.answer;
    const isProgram = typeof answer === "string";
    return (isProgram && isTooLong(answer)) || (programs && programs.includes(id) !== isProgram);
  });

/** A name is a line of text. */
const asName = (name: unknown): string =>
  typeof name === "string" ? name.replace(/[\p{C}\u2028\u2029]/gu, "").slice(0, 200) : "";

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
  const work = asWork(value, refused);
  const notes: string[] = [];
  for (const kind of KINDS) {
    const known = contents[kind];
    const strange = known ? Object.keys(work[kind]).filter((id) => !known.includes(id)) : [];
    for (const id of strange) delete work[kind][id];
    const [one, many] = WORDS[kind];
    if (strange.length) notes.push(`This book has no ${strange.length === 1 ? one : many} ${list(strange)}: left out.`);
  }
  for (const id of misfits(work, contents.programs)) {
    refused.push(id);
    delete work.exercises[id];
  }
  if (refused.length) notes.unshift(`Left out, for it is not of the right form: ${list(refused)}.`);
  for (const entry of Object.values(work.exercises))
    Object.assign(entry, { state: "new", points: 0, shelf: undefined, cleared: undefined });
  for (const entry of Object.values(work.predictions)) delete entry.said;
  return { work, name: asName(name), edition, notes };
}

const sameEntry: { [K in Kind]: (a: Work[K][string], b: Work[K][string]) => boolean } = {
  figures: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  exercises: (a, b) => a.variant === b.variant && sameAnswer(a.answer, b.answer),
  predictions: (a, b) => a.answer === b.answer,
};

/** The ids of which both have something, and not the same. */
export function conflicts(mine: Work, theirs: Work): [Kind, string][] {
  return KINDS.flatMap((kind) =>
    Object.keys(theirs[kind])
      .filter((id) => {
        const [a, b] = [mine[kind][id], theirs[kind][id]];
        return a && b && !(sameEntry[kind] as (a: unknown, b: unknown) => boolean)(a, b);
      })
      .map((id): [Kind, string] => [kind, id]),
  );
}

/** Both together. Where they differ `wins` says whose is shown; an answer to another variant goes to the shelf. */
export function joined(mine: Work, theirs: Work, wins: "mine" | "theirs"): Work {
  const work = structuredClone(mine);
  const differ = new Set(conflicts(mine, theirs).map(([kind, id]) => `${kind} ${id}`));
  for (const kind of KINDS) {
    for (const [id, entry] of Object.entries(theirs[kind])) {
      const own = work[kind] as Record<string, unknown>;
      if (!own[id]) own[id] = structuredClone(entry);
      else if (differ.has(`${kind} ${id}`) && kind === "exercises") joinExercise(work, theirs, id, wins);
      else if (differ.has(`${kind} ${id}`) && wins === "theirs") own[id] = structuredClone(entry);
    }
  }
  return work;
}

function joinExercise(work: Work, theirs: Work, id: string, wins: "mine" | "theirs"): void {
  const [own, other] = [work.exercises[id], theirs.exercises[id]];
  if (!own || !other) return;
  const aside = wins === "mine" ? other : own;
  const shelf = { ...own.shelf };
  if (own.variant !== other.variant) shelf[aside.variant] ??= aside.answer;
  if (wins === "theirs") delete shelf[other.variant];
  const { variant, answer, time } = wins === "mine" ? own : other;
  const hints = Math.max(own.hints, other.hints);
  work.exercises[id] = {
    ...own,
    cleared: undefined,
    variant,
    answer,
    time,
    hints,
    ...(Object.keys(shelf).length && { shelf }),
  };
}
