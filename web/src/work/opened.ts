/** Describes the solutions that a reader opened, before an answer or after it had passed. */
import { plain } from "../data/numbers";
import { counted, type ExerciseWork } from "./work";

/** Whether one time as the work has them is before another. */
export const isBefore = (a: string, b: string): boolean => a.slice(0, -1) < b.slice(0, -1);

/** The work with another record of opened solutions, too: of each variant the time when its solution was first opened. */
export function withOpened(work: ExerciseWork, more: ExerciseWork["solutions"]): ExerciseWork {
  return more ? { ...work, solutions: earliest(work.solutions, more) } : work;
}

/** Two records of times by variant as one, with the earlier time of each. */
export function earliest(own: Times | undefined, more: Times): Times {
  const times = { ...more, ...own };
  for (const [variant, time] of Object.entries(more)) if (isBefore(time, times[variant] ?? time)) times[variant] = time;
  return times;
}
type Times = Record<string, string>;

/** The opened solution that matters most: one opened before the answer, and of its own variant, if there is one. */
export function saidOfSolution(work: ExerciseWork): string {
  const given = counted(work);
  const { variant, time } = given ?? work;
  const all = Object.entries(work.solutions ?? {});
  const before = all.filter(([, at]) => isBefore(at, time));
  const isOwn = ([which]: [string, string]): boolean => Number(which) === variant;
  const first = before.find(isOwn) ?? before[0] ?? all.find(isOwn) ?? all[0];
  if (!first) return "";
  const opened = isOwn(first) ? "solution opened" : `solution of variant ${plain(Number(first[0]), 0)} opened`;
  if (!given) return opened;
  if (before.length) return `${opened} before this answer`;
  return `${opened} ${work.state === "passed" ? "afterwards" : "after this answer"}`;
}

/** Whether a variant's solution is known already: it was opened before, or the variant has passed. */
export const hasSeen = ({ solutions, state, passed }: ExerciseWork, variant: number): boolean =>
  solutions?.[variant] !== undefined || (state === "passed" && passed?.variant === variant);
