/** The page of progress: the state of every exercise and prediction of the book, and the answer file. */
import { el, find, setText, tell } from "./dom";
import { forget, handIn, lineOf } from "./hand-in";
import { fileInput } from "./load";
import { plain } from "./numbers";
import { isProgram } from "./pad";
import type { Page } from "./page-parts";
import { isTooLong, judged, TOO_LONG, type ExerciseWork, type Work } from "./saved";
import type { Verdict } from "./types";
import { faultOf } from "./verdict";
import { saveWork } from "./work";

/** What the last check of all said of an answer that is there: whether it passes, and why it could not be checked. */
interface Now {
  passed: boolean;
  why: string;
}

function stateOf(work: ExerciseWork | undefined, now: Now | undefined): string {
  if (!work) return "not begun";
  const variant = work.variant === 1 ? "" : `, variant ${plain(work.variant, 0)}`;
  const words = { new: "begun, not checked yet", tried: "tried", passed: "passed" };
  const failing = work.state === "passed" && now && !now.passed ? " before, failing now" : "";
  return words[work.state] + failing + variant + (now?.why ? `. ${now.why}` : "");
}

export class ProgressView {
  readonly #root: HTMLElement;
  readonly #page: Page;
  readonly #exercises: HTMLElement[];
  readonly #now = new Map<string, Now>();
  /** Who is being checked, each in an interpreter that no other program has seen. */
  #checking: object | null = null;

  constructor(root: HTMLElement, page: Page) {
    this.#root = root;
    this.#page = page;
    this.#exercises = [...root.querySelectorAll<HTMLElement>("[data-exercise]")];
    const name = find<HTMLInputElement>(root, "[name=name]");
    name.value = page.store.name;
    name.addEventListener("input", () => (page.store.name = name.value.trim()));
    const changed = (): void => {
      this.#now.clear();
      this.refresh();
    };
    const file = fileInput(page, lineOf(root, "file"), (line) => {
      changed();
      name.value = page.store.name;
      tell(lineOf(root, "file"), line, "note");
    });
    root.append(file);
    const on = (action: string, work: () => unknown): void =>
      find(root, `[data-action=${action}]`).addEventListener("click", () => void work());
    on("save-work", () => tell(lineOf(root, "hand-in"), saveWork(page)));
    on("hand-in", () => handIn(root, page));
    on("load-work", () => file.click());
    on("check-all", () => this.checkAll());
    on("stop", () => this.#stop());
    on("print", () => window.print());
    on("forget", () => forget(root, page, changed));
    window.addEventListener("beforeprint", () => {
      for (const fold of root.querySelectorAll("details")) fold.open = true;
    });
    this.refresh();
  }

  refresh(): void {
    const work = this.#page.store.all();
    let [passed, points, guessed] = [0, 0, 0];
    for (const section of this.#root.querySelectorAll<HTMLElement>(".pg-chapter")) {
      const rows = [...section.querySelectorAll<HTMLElement>("[data-exercise]")];
      const done = rows.map((row) => this.#exercise(row, work));
      const good = done.filter((each) => each.passed).length;
      const earned = done.reduce((sum, each) => sum + each.points, 0);
      const all = rows.reduce((sum, row) => sum + Number(row.dataset.points), 0);
      setText(
        section.querySelector(".pg-share"),
        rows.length ? `${good} of ${rows.length} passed, ${earned} of ${all} points` : "",
      );
      const guesses = [...section.querySelectorAll<HTMLElement>("[data-prediction]")];
      const made = guesses.filter((row) => this.#prediction(row, work)).length;
      setText(section.querySelector(".pg-made"), made ? `, ${made} made` : "");
      guessed += made;
      passed += good;
      points += earned;
    }
    const predictions = this.#root.querySelectorAll("[data-prediction]");
    const total = this.#root.dataset.points ?? "0";
    find<HTMLProgressElement>(this.#root, ".pg-bar").value = points;
    setText(
      this.#root.querySelector(".pg-said"),
      `Passed: ${passed} of ${this.#exercises.length} exercises. Points: ${points} of ${total}. ` +
        `Predictions made: ${guessed} of ${predictions.length}.`,
    );
  }

  #exercise(row: HTMLElement, { exercises }: Work): { passed: boolean; points: number } {
    const id = row.dataset.exercise ?? "";
    const work = exercises[id];
    const points = Math.min(work?.points ?? 0, Number(row.dataset.points));
    row.dataset.state = work ? (work.state === "new" ? "begun" : work.state) : "new";
    setText(row.querySelector(".pg-state"), stateOf(work, this.#now.get(id)));
    setText(row.querySelector(".pg-points"), `${points} of ${row.dataset.points}`);
    return { passed: work?.state === "passed", points };
  }

  #prediction(row: HTMLElement, { predictions }: Work): boolean {
    const work = predictions[row.dataset.prediction ?? ""];
    row.dataset.state = work ? "passed" : "new";
    const guess = work && (work.said ?? `Your guess: ${plain(work.answer)}. It is not scored yet.`);
    setText(row.querySelector(".pg-state"), guess ?? "no guess yet");
    return work !== undefined;
  }

  #stop(): void {
    const owner = this.#checking;
    this.#checking = null;
    if (owner) this.#page.engine.stop(owner);
    find(this.#root, "[data-action=check-all]").focus();
  }
  #busy(busy: boolean): void {
    find<HTMLButtonElement>(this.#root, "[data-action=stop]").disabled = !busy;
    find(this.#root, "[data-action=check-all]").setAttribute("aria-disabled", String(busy));
  }

  /** One after the other; fields first, for a program needs an interpreter of its own. */
  async checkAll(): Promise<void> {
    if (this.#checking) return;
    const { exercises } = this.#page.store.all();
    const there = this.#exercises.filter((row) => exercises[row.dataset.exercise ?? ""]);
    const order = [...there].sort((a, b) => Number(isProgram(a.dataset.kind)) - Number(isProgram(b.dataset.kind)));
    if (!order.length) return tell(lineOf(this.#root, "check"), "There is no answer to check yet.", "note");
    this.#busy(true);
    this.#page.engine.warm();
    let [good, points, of, count] = [0, 0, 0, 0];
    tell(lineOf(this.#root, "check"), `Checking ${order.length} answers.`, "note");
    for (const row of order) {
      const owner = (this.#checking = {});
      const seen = el("span", { "aria-hidden": "true" }, `Checking ${count + 1} of ${order.length}…`);
      lineOf(this.#root, "check").replaceChildren(seen); // who listens is told the end
      setText(row.querySelector(".pg-state"), "checking…");
      const came = await this.#check(row, owner);
      this.refresh();
      if (this.#checking !== owner) break;
      count += 1;
      of += Number(row.dataset.points);
      points += came?.points ?? 0;
      good += Number(came?.passed ?? false);
    }
    this.#busy(false);
    const stopped = this.#checking ? "" : "Stopped. ";
    this.#checking = null;
    const end = `${stopped}Checked ${count} of ${order.length} answers: ${good} pass, ${points} of ${of} points.`;
    tell(lineOf(this.#root, "check"), end, "note");
  }

  async #check(row: HTMLElement, owner: object): Promise<Verdict | null> {
    const id = row.dataset.exercise ?? "";
    const work = this.#page.store.get("exercises", id);
    if (!work) return null;
    const { variant, answer } = work;
    if (isTooLong(answer)) {
      this.#now.set(id, { passed: false, why: TOO_LONG });
      return null;
    }
    const came = await this.#page.engine.check(owner, { exercise: id, variant, answer }, isProgram(row.dataset.kind));
    if ("kind" in came) {
      if (came.kind === "error") this.#now.set(id, { passed: false, why: came.error.message });
      return null;
    }
    this.#now.set(id, { passed: came.passed, why: faultOf(came) });
    const latest = this.#page.store.get("exercises", id) ?? work;
    this.#page.store.set("exercises", id, { ...latest, ...judged(latest, came) });
    return came;
  }
}
