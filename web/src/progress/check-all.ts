/** Checks all answers of a reader, one after the other, and shows each result. */
import { el, find, setText, tell } from "../ui/dom";
import { isProgram } from "../exercise/answer-editor";
import type { Page } from "../python/page-parts";
import { counted, isTooLong, judged, putAside, TOO_LONG, type ExerciseWork, type Given } from "../work/work";
import { faultOf } from "../exercise/verdict";

/** The last check of the answer that counts: whether it passes, and why it could not be checked. */
export interface Now {
  passed: boolean;
  why: string;
}
/** What an answer earned. */
interface Earned extends Now {
  points: number;
  /** It was refused or judged, and not just hindered. */
  isVerdict: boolean;
  /** The tests, or their patience, had to do with it. */
  isTry: boolean;
}

/** The work without an answer of which it was only said that it passed. */
const unclaimed = ({ passed, ...work }: ExerciseWork): ExerciseWork => (passed ? putAside(work, passed) : work);

export class CheckAll {
  readonly now = new Map<string, Now>();
  readonly #root: HTMLElement;
  readonly #line: HTMLElement;
  readonly #page: Page;
  readonly #changed: () => void;
  /** Who is being checked, each in an interpreter that no other program has seen. */
  #owner: object | null = null;
  #stopped = false;

  constructor(root: HTMLElement, line: HTMLElement, page: Page, changed: () => void) {
    this.#root = root;
    this.#line = line;
    this.#page = page;
    this.#changed = changed;
    find(root, "[data-action=check-all]").addEventListener("click", () => void this.run());
    find(root, "[data-action=stop]").addEventListener("click", () => {
      this.#stopped = true;
      if (this.#owner) page.engine.stop(this.#owner);
      find(root, "[data-action=check-all]").focus();
    });
  }

  #busy(owner: object | null): void {
    this.#owner = owner;
    find(this.#root, "[data-action=stop]").hidden = !owner;
    find(this.#root, "[data-action=check-all]").setAttribute("aria-disabled", String(owner !== null));
  }

  /** Checks fields first: a program needs an interpreter of its own. */
  async run(): Promise<void> {
    if (this.#owner) return;
    const { exercises } = this.#page.store.all();
    const isAnswered = (id = ""): boolean => exercises[id] !== undefined && counted(exercises[id]) !== null;
    const rows = [...this.#root.querySelectorAll<HTMLElement>("[data-exercise]")];
    const there = rows.filter((row) => isAnswered(row.dataset.exercise));
    const order = there.sort((a, b) => Number(isProgram(a.dataset.kind)) - Number(isProgram(b.dataset.kind)));
    if (!order.length) return tell(this.#line, "There is no answer to check yet.", "note");
    this.#stopped = false;
    this.#page.engine.warm();
    let [good, points, of, count] = [0, 0, 0, 0];
    tell(this.#line, `Checking ${order.length} answers.`, "note");
    for (const row of order) {
      this.#busy({});
      const seen = el("span", { "aria-hidden": "true" }, `Checking ${count + 1} of ${order.length}…`);
      this.#line.replaceChildren(seen); // screen readers hear the end
      setText(row.querySelector(".pg-state"), "checking…");
      const earned = await this.#one(row.dataset.exercise ?? "", isProgram(row.dataset.kind));
      this.#changed();
      if (this.#stopped) break;
      count += 1;
      of += Number(row.dataset.points);
      points += earned?.points ?? 0;
      good += Number(earned?.passed ?? false);
    }
    this.#busy(null);
    const stopped = this.#stopped ? "Stopped. " : "";
    const end = `${stopped}Checked ${count} of ${order.length} answers: ${good} pass, ${points} of ${of} points.`;
    tell(this.#line, end, "note");
  }

  /** The answer that counts. One that a file only said had passed, and that does not, gives way to what stands there. */
  async #one(id: string, isCode: boolean): Promise<Earned | null> {
    const work = this.#page.store.get("exercises", id);
    const given = work && counted(work);
    if (!given) return null;
    const earned = await this.#ask(id, given, isCode);
    if (!earned) return null;
    this.now.set(id, earned);
    const latest = this.#page.store.get("exercises", id) ?? work;
    const after = { ...latest, ...(earned.isTry && judged(latest, earned, given)) };
    const isClaim = earned.isVerdict && !earned.passed && after.passed !== undefined && after.state !== "passed";
    this.#page.store.set("exercises", id, isClaim ? unclaimed(after) : after);
    return isClaim ? this.#one(id, isCode) : earned;
  }

  /** Null where it was stopped. */
  async #ask(id: string, { variant, answer }: Given, isCode: boolean): Promise<Earned | null> {
    if (isTooLong(answer)) return { passed: false, points: 0, why: TOO_LONG, isVerdict: true, isTry: false };
    const reply = await this.#page.engine.check(this.#owner ?? this, { exercise: id, variant, answer });
    if (!("kind" in reply)) {
      const isTry = isCode || !reply.error; // refused fields do not count
      return { passed: reply.passed, points: reply.points, why: faultOf(reply), isVerdict: true, isTry };
    }
    if (reply.kind !== "error") return null;
    const isTry = reply.error.kind === "code";
    return { passed: false, points: 0, why: reply.error.message, isVerdict: isTry, isTry };
  }
}
