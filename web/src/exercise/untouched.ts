/** An exercise before anything was done with it. */
import { isBegun, type ExerciseWork } from "../work/work";

/** Nothing of it need be kept. */
export const isUntouched = (work: ExerciseWork): boolean =>
  work.state === "new" && work.variant === 1 && !isBegun(work) && !work.earlier && work.cleared === undefined;
