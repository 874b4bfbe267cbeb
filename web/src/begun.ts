/** An exercise before anything was done with it. */
import { now, sameAnswer, type Answer, type ExerciseWork } from "./saved";

/** Nothing of it need be kept. */
export function isUntouched({ state, hints, variant, shelf, cleared, answer }: ExerciseWork, start: Answer): boolean {
  const plain = state === "new" && hints === 0 && variant === 1 && !shelf && cleared === undefined;
  return plain && sameAnswer(answer, start);
}

export const fresh = (start: Answer): ExerciseWork => {
  return { variant: 1, answer: start, time: now(), hints: 0, state: "new", points: 0 };
};
