/** The line of an exercise that says when it is asked again, and asks. */
import { button, find } from "../ui/dom";
import type { ExerciseWork } from "../work/work";
import { freshVariant, isDue, retestsOf, saidOfRetests } from "../work/retests";

/** Says when the next re-test may be taken; if one is due, a button goes to a variant that the reader has not met. */
export function showRetest(root: HTMLElement, work: ExerciseWork, go: (variant: number) => void): void {
  const now = new Date();
  const retests = retestsOf(work);
  const line = find(root, ".ex-retest");
  const said = saidOfRetests(retests, now);
  line.hidden = !said;
  const due = isDue(retests, now);
  const take = button("Take it", () => go(freshVariant(work)), { "data-action": "retest" });
  const next = !due ? [] : isFresh(work) ? [" What stands here is it."] : [" ", take];
  line.replaceChildren(`${said.charAt(0).toUpperCase()}${said.slice(1)}.`, ...next);
}

/** A variant that has not passed stands there, and its solution is not known. */
const isFresh = ({ variant, passes, passed, solutions }: ExerciseWork): boolean =>
  variant !== passed?.variant && passes?.[variant] === undefined && solutions?.[variant] === undefined;
