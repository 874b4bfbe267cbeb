/** Which variant of a question: a fresh one, or the one that a teacher named. */
import { find, setText, tell } from "./dom";
import { parse } from "./numbers";
import { isVariant, MOST_VARIANTS, now, sameAnswer, type Answer, type ExerciseWork } from "./saved";

/** The work turned to another variant; where the question is the same in all of them, so is the answer. */
export function turned(work: ExerciseWork, variant: number, start: Answer, varies: boolean): Partial<ExerciseWork> {
  if (variant === work.variant || !varies) return { variant };
  const shelf = { ...work.shelf };
  const typed = sameAnswer(work.answer, start) ? work.cleared : work.answer;
  if (typed !== undefined) shelf[work.variant] = typed;
  const answer = shelf[variant] ?? start;
  delete shelf[variant];
  return { variant, answer, time: now(), shelf: Object.keys(shelf).length ? shelf : undefined, cleared: undefined };
}

export interface Variants {
  /** Says which variant stands there; `arrived` leads the reader to its question. */
  show(variant: number, arrived?: boolean): void;
}

export function addVariants(root: HTMLElement, varies: boolean, go: (variant: number) => Promise<void>): Variants {
  const form = find<HTMLFormElement>(root, ".ex-variant");
  const input = find<HTMLInputElement>(form, "input");
  const message = find(root, ".ex-message");
  const another = find(root, "[data-action=another]");
  let shown = 1;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = parse(input.value);
    if (!isVariant(typed)) {
      input.setAttribute("aria-invalid", "true");
      const wanted = `a whole number from 1 to ${MOST_VARIANTS.toLocaleString("en-US")}`;
      tell(message, `A variant is ${wanted}; “${input.value.trim().slice(0, 30)}” is not.`);
      return input.focus();
    }
    void go(typed);
  });
  another.addEventListener("click", () => {
    let fresh = shown;
    while (fresh === shown) fresh = 2 + Math.floor(Math.random() * (MOST_VARIANTS - 1));
    void go(fresh);
  });
  another.title = varies ? "The same question with other numbers" : "The same question; the tests take other inputs";
  return {
    show(variant, arrived = false) {
      shown = variant;
      input.value = String(variant);
      input.removeAttribute("aria-invalid");
      const name = `variant ${variant.toLocaleString("en-US")}`;
      setText(root.querySelector(".ex-which"), variant === 1 ? "" : ` · ${name}`);
      if (!arrived) return;
      const prompt = find(root, ".ex-prompt");
      if (root.getBoundingClientRect().top < 0) root.scrollIntoView({ block: "start" });
      prompt.focus({ preventScroll: true });
    },
  };
}
