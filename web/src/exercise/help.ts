/** Help with an exercise: hints that open one by one, and a solution with its explanation. */
import { button, el, find, tell } from "../ui/dom";
import { unreachable } from "../python/failure";
import type { Page } from "../python/page-parts";
import type { Question } from "./question";
import type { Answer } from "../work/work";
import type { Exercise } from "../data/types";

export function loader(id: string, live: string): () => Promise<Exercise> {
  let loading: Promise<Exercise> | null = null;
  return () => {
    loading ??= fetch(new URL(`exercises/${id}.json`, live)).then((r) => {
      if (!r.ok) throw new Error(`the exercise could not be loaded (${r.status})`);
      return r.json() as Promise<Exercise>;
    });
    loading.catch(() => (loading = null));
    return loading;
  };
}

/** The fields of an answer with their labels, as the form shows them. */
function fields(exercise: Exercise, answer: Exclude<Answer, string>): HTMLElement {
  const rows = (exercise.form ?? []).flatMap((field) => {
    const value = answer[field.name];
    const chosen = field.kind === "choice" && field.options.find((option) => option.value === value)?.label;
    const unit = field.kind === "number" ? field.unit : "";
    const text = typeof value === "boolean" ? (value ? "on" : "off") : chosen || `${value ?? ""} ${unit}`;
    return [el("dt", {}, field.label), el("dd", {}, text.trim())];
  });
  return el("dl", {}, ...rows);
}

/** What help needs of the exercise. */
interface HelpContext {
  hint(open: number): void;
  /** The solution of a variant was opened. */
  opened(variant: number): void;
  /** Whether it is too late to ask: the variant has passed, or its solution was opened before. */
  isKnown(variant: number): boolean;
}

export class Help {
  readonly #root: HTMLElement;
  readonly #page: Page;
  readonly #question: Question;
  readonly #load: () => Promise<Exercise>;
  readonly #context: HelpContext;
  readonly #hint: HTMLButtonElement;
  #open = 0;

  constructor(root: HTMLElement, page: Page, question: Question, context: HelpContext) {
    this.#root = root;
    this.#page = page;
    this.#question = question;
    this.#load = loader(root.dataset.exercise ?? "", page.live);
    this.#context = context;
    this.#hint = find<HTMLButtonElement>(root, "[data-action=hint]");
    const fail = (error: unknown): void => tell(this.#message, unreachable(error as Error));
    this.#hint.addEventListener("click", () => {
      find(root, ".ex-hints").setAttribute("aria-live", "polite"); // hints that were open are not read out
      void this.hints(this.#open + 1).then(() => context.hint(this.#open), fail);
    });
    find(root, "[data-action=solution]").addEventListener("click", () => {
      if (context.isKnown(question.variant)) void this.solve(true).catch(fail);
      else this.#ask(fail);
    });
  }
  get #message(): HTMLElement {
    return find(this.#root, ".ex-message");
  }

  /** Open this many hints; open ones stay as they are, so that only a new one is read out. Nothing is stored: a page that
   * follows another tab would overwrite its later work. */
  async hints(wanted: number): Promise<void> {
    if (wanted <= 0) return;
    const { hints } = await this.#load();
    const open = Math.min(wanted, hints.length);
    const list = find(this.#root, ".ex-hints");
    list.hidden = false;
    for (const html of hints.slice(list.childElementCount, open)) {
      const item = el("li");
      item.innerHTML = html;
      this.#question.fill(item);
      list.append(item);
    }
    this.#open = Math.max(this.#open, open);
    const all = open >= hints.length;
    this.#hint.setAttribute("aria-disabled", String(all));
    this.#hint.textContent = all ? "No more hints" : `Hint ${open + 1} of ${hints.length}`;
  }

  #ask(fail: (error: unknown) => void): void {
    const message = this.#message;
    const described = { "aria-describedby": message.id };
    const yes = button("Show it", () => void this.solve(true).catch(fail), {
      "data-action": "solution-yes",
      ...described,
    });
    const no = button("Not yet", () => (tell(message, null), find(this.#root, "[data-action=solution]").focus()), {
      "data-action": "solution-no",
    });
    const line = "Show the solution? Your answer is kept, and the file that you hand in says that you opened it.";
    tell(message, line, "note", yes, no);
    yes.focus();
  }

  /** The solution and why: open if the reader asked for it, folded if the answer has just passed. */
  async solve(open: boolean): Promise<void> {
    const place = find(this.#root, ".ex-solution");
    const { variant } = this.#question;
    if (place.hidden) {
      const exercise = await this.#load();
      const why = el("div", { class: "ex-why" });
      why.innerHTML = exercise.why;
      this.#question.fill(why);
      const summary = el("summary", {}, "A solution, and why");
      const fold = el("details", {}, summary, await this.#solution(exercise), why);
      fold.addEventListener("toggle", () => fold.open && this.#context.opened(variant));
      place.replaceChildren(fold);
      place.hidden = false;
    }
    if (!open) return;
    this.#context.opened(variant); // a fold says so a moment later
    tell(this.#message, null);
    find<HTMLDetailsElement>(place, "details").open = true;
    find(place, "summary").focus();
  }

  async #solution(exercise: Exercise): Promise<HTMLElement> {
    const { solution } = exercise;
    const { variant, varies } = this.#question;
    if (solution !== null && (variant === 1 || !varies)) return el("pre", { tabindex: "0" }, el("code", {}, solution));
    const solved = await this.#page.engine.solve(this, { exercise: exercise.id, variant });
    if ("kind" in solved) throw new Error(solved.kind === "error" ? solved.error.message : "stopped");
    if ("error" in solved) throw new Error(solved.error.message);
    const answer = solved.solution;
    return typeof answer === "string" ? el("pre", { tabindex: "0" }, el("code", {}, answer)) : fields(exercise, answer);
  }

  /** Another variant: its numbers in the hints, and another solution. */
  renew(): void {
    for (const item of this.#root.querySelectorAll<HTMLElement>(".ex-hints li")) this.#question.fill(item);
    const place = find(this.#root, ".ex-solution");
    place.hidden = true;
    place.replaceChildren();
  }
}
