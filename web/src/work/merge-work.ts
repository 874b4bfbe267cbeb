/** Merges two pieces of work: the own one, and that of a file. */
import { earliest, withOpened } from "./opened";
import { counted, KINDS, putAside, sameAnswer, sameGiven, standing } from "./work";
import type { ExerciseWork, Kind, Work } from "./work";

const sameOthers = (a: ExerciseWork, b: ExerciseWork): boolean =>
  Object.entries(a.others ?? {}).every(([variant, answer]) => sameAnswer(answer, b.others?.[variant] ?? answer));
/** Where nothing stands, anything may. */
const sameStanding = (a: ExerciseWork, b: ExerciseWork): boolean => !standing(a) || !standing(b) || sameGiven(a, b);
const sameEntry: { [K in Kind]: (a: Work[K][string], b: Work[K][string]) => boolean } = {
  figures: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  exercises: (a, b) =>
    sameStanding(a, b) && (!a.passed || !b.passed || sameGiven(a.passed, b.passed)) && sameOthers(a, b),
  predictions: (a, b) => a.answer === b.answer,
};

/** The ids of which both have something, and not the same. */
export function conflicts(own: Work, theirs: Work): [Kind, string][] {
  return KINDS.flatMap((kind) =>
    Object.keys(theirs[kind])
      .filter((id) => {
        const [a, b] = [own[kind][id], theirs[kind][id]];
        return a && b && !(sameEntry[kind] as (a: unknown, b: unknown) => boolean)(a, b);
      })
      .map((id): [Kind, string] => [kind, id]),
  );
}

/** Merges two works. Where they differ, `wins` is shown; an answer to another variant is kept aside. */
export function merged(own: Work, theirs: Work, wins: "own" | "theirs"): Work {
  const work = structuredClone(own);
  const differ = new Set(conflicts(own, theirs).map(([kind, id]) => `${kind} ${id}`));
  for (const kind of KINDS) {
    for (const [id, entry] of Object.entries(theirs[kind])) {
      const own = work[kind] as Record<string, unknown>;
      const isTheirs = wins === "theirs" && differ.has(`${kind} ${id}`);
      if (!own[id] || (isTheirs && kind !== "exercises")) own[id] = structuredClone(entry);
      else if (kind === "exercises")
        own[id] = mergedEntry(own[id] as ExerciseWork, entry as ExerciseWork, isTheirs || undefined);
    }
  }
  return work;
}

/** Of two pieces of work on one exercise the first keeps its place, or gives it up; what gives way is put aside. */
export function mergedEntry(own: ExerciseWork, other: ExerciseWork, givesUp = !counted(own)): ExerciseWork {
  const [first, second] = givesUp ? [other, own] : [own, other];
  const isSame = sameGiven(first, second);
  const passed = first.passed ?? (isSame ? second.passed : undefined);
  let work = withOpened({ ...structuredClone(first), hints: Math.max(own.hints, other.hints) }, second.solutions);
  if (passed) work.passed = passed;
  if (second.passes) work.passes = earliest(work.passes, second.passes);
  if (second.earlier) work = putAside(work, second.earlier);
  for (const [variant, answer] of Object.entries(second.others ?? {}))
    work = putAside(work, { variant: Number(variant), answer, time: second.time });
  const given = standing(second);
  if (given && !isSame) work = putAside(work, given);
  if (second.cleared) work = putAside(work, { ...second, answer: second.cleared });
  if (second.passed && !(passed && sameGiven(passed, second.passed))) work = putAside(work, second.passed);
  return work;
}
