/** Where the verdict on an answer stands. One region speaks: the summary for all, the rest of it for those who listen. */
import { el, find, setText } from "./dom";
import type { ExerciseWork } from "./saved";
import type { Verdict } from "./types";
import { faultOf, results, spoken, summary } from "./verdict";

const LONGEST_OUTPUT = 20_000;

export class Board {
  readonly #root: HTMLElement;
  readonly #say: HTMLElement;
  readonly #results: HTMLElement;
  readonly #output: HTMLDetailsElement;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#say = find(root, ".ex-say");
    this.#results = find(root, ".ex-results");
    this.#output = find<HTMLDetailsElement>(root, ".ex-output");
  }

  /** Who has passed once has passed; what is said beside it is true of the answer that is there now. */
  state(state: ExerciseWork["state"], now: "passed" | "failing" | null): void {
    this.#root.dataset.state = state;
    if (now) this.#root.dataset.now = now;
    else delete this.#root.dataset.now;
    const before = now === "failing" ? "passed before, failing now" : "passed before";
    const passed = now === "passed" ? "passed" : before;
    const words = { new: "", tried: "tried", passed };
    setText(this.#root.querySelector(".ex-state"), words[state]);
  }

  busy(busy: boolean): void {
    this.#root.toggleAttribute("data-busy", busy);
    this.#root.setAttribute("aria-busy", String(busy));
    find<HTMLButtonElement>(this.#root, "[data-action=stop]").disabled = !busy;
    find(this.#root, "[data-action=check]").setAttribute("aria-disabled", String(busy)); // it keeps the focus
  }

  /** One line; `quiet` ones are only for those who listen. */
  say(text: string, quiet = false): void {
    this.#say.removeAttribute("data-passed");
    this.#say.toggleAttribute("data-quiet", quiet);
    this.#say.replaceChildren(quiet && text ? el("span", { class: "lf-hidden" }, text) : text);
  }

  clear(): void {
    this.#root.removeAttribute("data-old");
    this.say("");
    this.#results.hidden = true;
    this.#output.hidden = true;
  }
  /** The answer was changed since. */
  age(): void {
    if (!this.#results.hidden || this.#say.textContent) this.#root.dataset.old = "true";
  }

  show(verdict: Verdict, { refused, said }: { refused: boolean; said: boolean }): void {
    this.clear();
    const fault = faultOf(verdict);
    this.#say.toggleAttribute("data-passed", verdict.passed);
    if (refused)
      return this.#say.replaceChildren("Not checked yet. ", el("span", said ? { class: "lf-hidden" } : {}, fault));
    const shown = el("span", { class: "ex-fault-line" }, fault);
    const rest = el("span", { class: "lf-hidden" }, ` ${spoken(verdict)}`);
    this.#say.replaceChildren(summary(verdict), ...(fault ? [" ", shown] : []), rest);
    this.#results.replaceChildren(...results(verdict));
    this.#results.hidden = verdict.tests.every((test) => test.outcome !== "passed" && !test.message);
    const output = verdict.output ?? "";
    this.#output.hidden = !output.trim();
    this.#output.open = true;
    setText(this.#output.querySelector("pre"), output.slice(0, LONGEST_OUTPUT));
  }
}
