/** The verdict on an answer. One live region speaks: the summary for all, the rest for screen readers. */
import { el, find, setText } from "../ui/dom";
import { plain } from "../data/numbers";
import { heard, shown } from "../ui/prose";
import { saidOfSolution } from "../work/opened";
import { isDue, retestsOf } from "../work/retests";
import { counted, sameGiven, type ExerciseWork } from "../work/work";
import type { Verdict } from "../data/types";
import { showRetest } from "./retest";
import { faultOf, heldOf, results, spoken, summary } from "./verdict";

const LONGEST_OUTPUT = 20_000;

/** The points, and whether the solution was opened before. */
function badge(work: ExerciseWork, of: string, failing: boolean): string {
  const due = isDue(retestsOf(work), new Date()) ? "re-test due" : "";
  return [earned(work, of, failing), saidOfSolution(work), due].filter(Boolean).join("; ");
}

/** Who has passed once has passed; what stands there now may be something else. */
function earned(work: ExerciseWork, of: string, failing: boolean): string {
  if (work.state === "new") return "";
  if (work.state === "tried") return `tried: ${work.points} of ${of} points`;
  if (failing) return "passed before; this answer fails";
  const passed = counted(work) ?? work;
  if (sameGiven(passed, work)) return "passed";
  return passed.variant === work.variant ? "passed; changed since" : `passed, variant ${plain(passed.variant, 0)}`;
}

export class VerdictPanel {
  readonly #root: HTMLElement;
  readonly #go: (variant: number) => void;
  readonly #say: HTMLElement;
  readonly #results: HTMLElement;
  readonly #output: HTMLDetailsElement;

  constructor(root: HTMLElement, go: (variant: number) => void) {
    this.#root = root;
    this.#go = go;
    this.#say = find(root, ".ex-say");
    this.#results = find(root, ".ex-results");
    this.#output = find<HTMLDetailsElement>(root, ".ex-output");
  }

  /** The points; `failing` if the current answer does not pass. */
  state(work: ExerciseWork, failing = false): void {
    this.#root.dataset.state = work.state;
    this.#root.toggleAttribute("data-failing", failing);
    setText(this.#root.querySelector(".ex-state"), badge(work, this.#root.dataset.points ?? "", failing));
    showRetest(this.#root, work, this.#go);
  }

  busy(busy: boolean): void {
    this.#root.toggleAttribute("data-busy", busy);
    this.#root.setAttribute("aria-busy", String(busy));
    const check = find(this.#root, "[data-action=check]");
    const stop = find<HTMLButtonElement>(this.#root, "[data-action=stop]");
    check.setAttribute("aria-disabled", String(busy)); // it keeps the focus
    if (!busy && document.activeElement === stop) check.focus();
    stop.disabled = !busy;
  }

  /** Shows one line; a `quiet` one is only for screen readers. */
  say(text: string, quiet = false): void {
    this.#say.removeAttribute("data-passed");
    this.#say.toggleAttribute("data-quiet", quiet);
    this.#say.replaceChildren(quiet && text ? el("span", { class: "lf-hidden" }, text) : text);
  }

  get said(): string {
    return this.#say.textContent ?? "";
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

  /** There is no verdict; `said` where the field at fault says why. */
  refuse(why: string, said = false): void {
    this.clear();
    const because = el("span", said ? { class: "lf-hidden" } : {}, `: ${heard(why)}`);
    this.#say.replaceChildren("Not checked", because, ...(said ? ["."] : []));
  }

  show(verdict: Verdict): void {
    this.clear();
    const fault = faultOf(verdict);
    const held = heldOf(verdict);
    const line = el("span", { class: "ex-fault-line" }, ...shown(fault));
    const rest = el("span", { class: "lf-hidden" }, ` ${spoken(verdict)}`);
    this.#say.toggleAttribute("data-passed", verdict.passed);
    this.#say.replaceChildren(
      summary(verdict),
      ...(held ? [" ", el("span", { class: "ex-held" }, held)] : []),
      ...(fault ? [" ", line] : []),
      rest,
    );
    this.#results.replaceChildren(...results(verdict));
    this.#results.hidden = verdict.tests.every((test) => test.outcome !== "passed" && !test.message);
    const output = verdict.output ?? "";
    this.#output.hidden = !output.trim();
    this.#output.open = true;
    setText(this.#output.querySelector("pre"), output.slice(0, LONGEST_OUTPUT));
  }
}
