/** The page of progress: the state of every exercise and prediction of the book, and the answer file. */
import { asName } from "../work/answer-file";
import { CheckAll, type Now } from "./check-all";
import { button, find, setText, tell } from "../ui/dom";
import { clearLines, forget, handIn, lineOf } from "./hand-in";
import { fileInput, tellImported, type Before } from "../work/import-file";
import { plain } from "../data/numbers";
import type { Page } from "../python/page-parts";
import { saidOfSolution } from "../work/opened";
import { counted, sameGiven, type ExerciseWork, type Work } from "../work/work";
import { isDue, retestsOf, saidOfRetests } from "../work/retests";
import { showDue } from "./due";
import { saveWork } from "../work/work-panel";

const named = (variant: number): string => `variant ${plain(variant, 0)}`;

/** The variant of the answer that counts, and the current answer if it differs. */
function stateOf(work: ExerciseWork, now: Now | undefined): string {
  const given = counted(work);
  const aside = Object.keys(work.others ?? {}).map((variant) => named(Number(variant)));
  if (!given) return `not answered, ${named(work.variant)}${aside.length ? `; put aside: ${aside.join(", ")}` : ""}`;
  const state = work.state === "tried" ? "tried" : "begun, not checked yet";
  if (work.state !== "passed") return `${state}, ${named(given.variant)}`;
  const failing = now && !now.passed ? " before, failing now" : "";
  const other = given.variant === work.variant ? "changed since" : `now at ${named(work.variant)}`;
  return `passed${failing}, ${named(given.variant)}${sameGiven(given, work) ? "" : `; ${other}`}`;
}

/** All that is said of an exercise in a line. */
function toldOf(work: ExerciseWork | undefined, now: Now | undefined): string {
  if (!work) return "not begun";
  const retests = retestsOf(work);
  const due = isDue(retests, new Date()) ? saidOfRetests(retests, new Date()) : "";
  const parts = [stateOf(work, now), saidOfSolution(work), due].filter(Boolean).join("; ");
  return now?.why ? `${parts}. ${now.why}` : parts;
}

export class ProgressView {
  readonly #root: HTMLElement;
  readonly #page: Page;
  readonly #exercises: HTMLElement[];
  readonly #checks: CheckAll;

  constructor(root: HTMLElement, page: Page) {
    this.#root = root;
    this.#page = page;
    this.#exercises = [...root.querySelectorAll<HTMLElement>("[data-exercise]")];
    this.#checks = new CheckAll(root, lineOf(root, "check"), page, () => this.refresh());
    const name = find<HTMLInputElement>(root, "[name=name]");
    if (name.value)
      page.store.name = asName(name.value); // typed before this script came
    else name.value = page.store.name;
    name.addEventListener("input", () => (page.store.name = asName(name.value)));
    const changed = (): void => {
      this.#checks.now.clear();
      this.refresh();
    };
    const line = lineOf(root, "file");
    const file = fileInput(page, line, (loaded) => {
      changed();
      name.value = page.store.name;
      const back = (before: Before): void => {
        page.store.undo(before.gave);
        page.store.name = name.value = before.name;
        changed();
        tell(line, "It is all back.", "note");
        find(root, "[data-action=load-work]").focus();
      };
      const check = button("Check now", () => (tell(line, null), this.#checks.run()), {
        "data-action": "load-check",
      });
      tellImported(line, loaded, back, check);
    });
    root.append(file);
    root.addEventListener(
      "click",
      ({ target }) => (target as Element).closest("[data-action]") && clearLines(root),
      true,
    );
    const on = (action: string, work: () => unknown): void =>
      find(root, `[data-action=${action}]`).addEventListener("click", () => void work());
    on("save-work", () => saveWork(page, lineOf(root, "hand-in")));
    on("hand-in", () => handIn(root, page));
    on("load-work", () => file.click());
    on("print", () => window.print());
    on("forget", () => forget(root, page, changed));
    window.addEventListener("beforeprint", () => {
      const day = new Date().toLocaleDateString("en-GB", { dateStyle: "long" });
      const parts = [page.store.name, day, `edition ${page.edition}`].filter(Boolean);
      setText(root.querySelector(".pg-printed"), parts.join(" · "));
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
    showDue(this.#root, this.#exercises, work, new Date());
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
    const isAnswered = work !== undefined && counted(work) !== null;
    const state = isAnswered && work.state !== "new" ? work.state : "begun";
    row.dataset.state = isAnswered || work?.solutions ? state : "new";
    setText(row.querySelector(".pg-state"), toldOf(work, this.#checks.now.get(id)));
    setText(row.querySelector(".pg-points"), `${points} of ${row.dataset.points}`);
    return { passed: work?.state === "passed", points };
  }

  #prediction(row: HTMLElement, { predictions }: Work): boolean {
    const work = predictions[row.dataset.prediction ?? ""];
    row.dataset.state = work ? "passed" : "new";
    const guess =
      work &&
      (work.said ??
        `Your guess: ${typeof work.answer === "number" ? plain(work.answer) : work.answer}. It is not scored yet.`);
    setText(row.querySelector(".pg-state"), guess ?? "no guess yet");
    return work !== undefined;
  }
}
