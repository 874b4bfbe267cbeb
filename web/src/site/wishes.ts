/** Set-ups, controls and pictures that prose names, as buttons; the answer comes to the words if the figure is out of view. */
import type { LiveFigure } from "../figure/live-figure";
import { readWish } from "../figure/wish";
import { el } from "../ui/dom";

const BLOCK = "p, li, dd, td, blockquote, h2, h3, h4";

function isInView(part: HTMLElement): boolean {
  const { top, bottom, height } = part.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > height / 2;
}

/** A copy of the figure's sentence beside the words, with a way to the figure; there is one on a page. */
class Answer {
  readonly #text = el("span");
  readonly #link = el("a", { class: "lf-answer-link" });
  readonly #box = el("p", { class: "lf-answer", role: "status" }, this.#text, " ", this.#link);
  #view: LiveFigure | null = null;

  show(at: HTMLElement, view: LiveFigure): void {
    this.#view = view;
    this.#text.textContent = "";
    this.#link.href = `#${view.root.id}`;
    this.#link.textContent = `See ${view.root.querySelector(".lf-number")?.textContent || view.figure.title}`;
    (at.closest(BLOCK) ?? at).after(this.#box);
  }
  /** What the figure says now. */
  tell(view: LiveFigure): void {
    if (view !== this.#view || !this.#box.isConnected) return;
    this.#text.textContent = view.root.querySelector(".lf-say")?.textContent ?? "";
  }
  hide(): void {
    this.#box.remove();
  }
}

export function bringWishes(views: Map<string, LiveFigure>): void {
  const answer = new Answer();
  const press = (event: Event): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.lf-set");
    const view = views.get(link?.dataset.figure ?? "");
    const wish = readWish(link?.dataset.wish ?? "");
    if (!link || !view || !wish) return; // a figure of another page: the link leads there
    event.preventDefault();
    view.grant(wish);
    if (isInView(view.picture.root)) return answer.hide();
    answer.show(link, view);
    answer.tell(view);
  };
  // the page listens, for an exercise brings words later
  document.addEventListener("click", press);
  document.addEventListener("keydown", (event) => event.key === " " && press(event));
  for (const view of views.values()) view.root.addEventListener("wtg-run", () => answer.tell(view));
}
