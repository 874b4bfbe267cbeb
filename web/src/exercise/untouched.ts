/** An exercise before anything was done with it. */
import { now, sameAnswer, type Answer, type ExerciseWork } from "../work/work";

/** Nothing of it need be kept. */
export function isUntouched(
  { state, hints, variant, passed, others, earlier, cleared, answer }: ExerciseWork,
  start: Answer,
): boolean {
  const plain =
    state === "new" && hints === 0 && variant === 1 && !passed && !others && !earlier && cleared === undefined;
  return plain && sameAnswer(answer, start);
}

export const fresh = (start: Answer): ExerciseWork => {
  return { variant: 1, answer: start, time: now(), hints: 0, state: "new", points: 0 };
};
