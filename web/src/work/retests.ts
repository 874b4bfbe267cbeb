/** Re-tests: an exercise that has passed is asked again on a fresh variant after 1, 7 and 30 days. */
import { isBefore } from "./opened";
import { MOST_VARIANTS, type ExerciseWork } from "./work";

/** Days from one pass to the next test. */
export const GAPS = [1, 7, 30] as const;

export interface Retests {
  /** How many were passed. */
  done: number;
  /** When the next may be taken; null when all are done. */
  due: Date | null;
}

/** The start of a day so many days after a time, by the clock of the reader's computer: who learned in the evening
 * may be asked next morning. */
function dayAfter(time: string, days: number): Date {
  const at = new Date(time);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);
}

/** The re-tests of an exercise; null before it has passed. A pass counts if it came when one was due, on a variant
 * whose solution had not been opened before. */
export function retestsOf({ passes, passed, solutions }: ExerciseWork): Retests | null {
  const known = passes ?? (passed ? { [passed.variant]: passed.time } : {}); // older files hold the last pass only
  const [first, ...later] = Object.entries(known).sort(([, a], [, b]) => (isBefore(a, b) ? -1 : 1));
  if (!first) return null;
  let [done, last] = [0, first[1]];
  for (const [variant, time] of later) {
    const gap = GAPS[done];
    const isSeen = isBefore(solutions?.[variant] ?? time, time);
    if (gap === undefined || isSeen || new Date(time) < dayAfter(last, gap)) continue;
    done += 1;
    last = time;
  }
  const gap = GAPS[done];
  return { done, due: gap === undefined ? null : dayAfter(last, gap) };
}

export const isDue = (retests: Retests | null, now: Date): boolean => Boolean(retests?.due && retests.due <= now);

/** What is said of the re-tests at a time, in a few words; nothing when all are done or none is known. */
export function saidOfRetests(retests: Retests | null, now: Date): string {
  if (!retests?.due) return retests ? "all re-tests passed" : "";
  const which = `re-test ${retests.done + 1} of ${GAPS.length}`;
  if (isDue(retests, now)) return `${which} is due`;
  const year = retests.due.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return `${which} from ${retests.due.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...year })}`;
}

/** A variant that the reader has not met, drawn by a number from 0 to below 1. */
export function freshVariant(work: ExerciseWork, random = Math.random): number {
  const met = new Set([work.variant, ...[work.passes, work.others, work.solutions].flatMap(numbersOf)]);
  for (;;) {
    const variant = 2 + Math.floor(random() * (MOST_VARIANTS - 1));
    if (!met.has(variant)) return variant;
  }
}
const numbersOf = (part: object | undefined): number[] => Object.keys(part ?? {}).map(Number);
