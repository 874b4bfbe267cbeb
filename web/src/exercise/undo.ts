/** Offers to undo a reset, instead of a question before it. The offer has its own line, which nothing else overwrites. */
import { button, el, find, tell } from "../ui/dom";
import { sameAnswer, standing, type Answer, type ExerciseWork } from "../work/work";

interface Lost {
  line: string;
  answer: Answer;
  /** What bringing it back changes in the work. */
  change: Partial<ExerciseWork>;
}

/** The answer that the current one replaced, or null. */
export function lostOf(work: ExerciseWork, start: Answer): Lost | null {
  const { variant, answer, cleared, earlier } = work;
  if (cleared !== undefined && answer === undefined)
    return { line: "Your answer was cleared.", answer: cleared, change: { cleared: undefined } };
  if (earlier?.variant !== variant || [answer, start].some((one) => sameAnswer(earlier.answer, one))) return null;
  const line = "This answer replaced another one of yours.";
  return { line, answer: earlier.answer, change: { earlier: standing(work) ?? undefined } };
}

export class Undo {
  readonly #place = el("p", { class: "ex-message ex-undo", hidden: true });
  readonly #reset: HTMLElement;
  #line = "";

  constructor(root: HTMLElement) {
    find(root, ".ex-say").before(this.#place);
    this.#reset = find(root, "[data-action=reset]");
  }
  offer(line: string, back: () => void): void {
    const bring = (): void => (this.forget(), back(), this.#reset.focus());
    const again = button("Bring it back", bring, { "data-action": "bring-back" });
    if (!this.#place.hidden && this.#line === line) this.#place.querySelector("button")?.replaceWith(again);
    else tell(this.#place, line, "note", again);
    this.#line = line;
  }
  /** There is nothing to bring back. */
  forget(): void {
    tell(this.#place, null);
  }
}
