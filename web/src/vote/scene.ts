/** The question of a vote, as it stands on the screen. */
import { Question } from "../exercise/question";
import type { Page } from "../python/page-parts";
import { el } from "../ui/dom";

/** The question of one round, apart from what the reader has done with the exercise. */
export class Scene {
  readonly root: HTMLElement;
  readonly question: Question;
  /** The option that is right; null until it is known. */
  right: number | null = null;

  constructor(exercise: HTMLElement, page: Page) {
    const parts = [...exercise.querySelectorAll(":scope .ex-prompt, :scope .ex-picture")];
    const copies = parts.map((part) => part.cloneNode(true) as HTMLElement);
    for (const node of copies.flatMap((copy) => [copy, ...copy.querySelectorAll("[id]")])) node.removeAttribute("id");
    const message = el("p", { class: "ex-message", role: "status", hidden: true });
    this.root = el(
      "div",
      { class: "vote-scene exercise", "data-exercise": exercise.dataset.exercise },
      ...copies,
      message,
    );
    if (exercise.dataset.varies !== undefined) this.root.dataset.varies = "";
    this.question = new Question(this.root, page.engine);
  }
}
