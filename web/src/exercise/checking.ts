/** One check of an answer at a time, from the press of the button to what is said of it. */
import type { Board } from "./verdict-panel";
import { find } from "../ui/dom";
import type { Engine, Missed } from "../python/engine";
import type { Pad } from "./answer-editor";
import { isTooLong, judged, sameAnswer, TOO_LONG, type ExerciseWork, type Given } from "../work/work";
import type { Verdict } from "../data/types";
import { faultOf } from "./verdict";

/** What a check needs of the exercise. */
export interface Desk {
  readonly id: string;
  /** Whether the answer is a program. */
  readonly guarded: boolean;
  readonly engine: Engine;
  readonly pad: Pad;
  readonly board: Board;
  work(): ExerciseWork;
  keep(change: Partial<ExerciseWork>): void;
  /** Brings the question up to date; a text says why that cannot be. */
  pose(): Promise<string | null>;
  begun(): void;
  /** The reader has changed the answer since. */
  changed(): void;
  passed(): void;
}
type Checked = Omit<Given, "time">;

export class Checking {
  readonly #root: HTMLElement;
  readonly #desk: Desk;
  #busy = false;
  /** Which check this is: when another has begun, or this was stopped, it has nothing more to say. */
  #turn = 0;

  constructor(root: HTMLElement, desk: Desk) {
    this.#root = root;
    this.#desk = desk;
    find(root, "[data-action=stop]").addEventListener("click", () => {
      if (this.drop()) desk.board.say("Stopped.");
    });
    find(root, ".ex-form").addEventListener("submit", (event) => (event.preventDefault(), void this.run()));
  }

  async run(): Promise<void> {
    if (this.#busy || this.#root.hasAttribute("data-turning")) return;
    const { board, engine, guarded, id, pad } = this.#desk;
    const mine = ++this.#turn;
    this.#busy = true;
    this.#desk.begun();
    pad.mark(null);
    board.clear();
    board.busy(true);
    board.say(engine.isUp ? "Checking…" : "Starting the interpreter…");
    await pad.open().catch(() => undefined);
    const unposed = mine === this.#turn ? await this.#desk.pose() : null;
    if (mine !== this.#turn) return;
    const checked = { variant: this.#desk.work().variant, answer: pad.answer() };
    const wrong = unposed ?? (isTooLong(checked.answer) ? TOO_LONG : null);
    const came = wrong ? null : await engine.check(this, { exercise: id, ...checked }, guarded);
    if (mine !== this.#turn) return;
    this.#rest();
    if (!came) board.refuse(wrong ?? "");
    else if ("kind" in came) this.#missed(came, checked);
    else this.#told(came, checked);
    if (!sameAnswer(checked.answer, pad.answer())) this.#desk.changed();
  }

  /** Ends a check that runs, even an endless loop, and says nothing of it; false if there is none. */
  drop(): boolean {
    if (!this.#busy) return false;
    this.#desk.engine.stop(this);
    this.#rest();
    return true;
  }
  #rest(): void {
    this.#turn += 1;
    this.#busy = false;
    this.#desk.board.busy(false);
    this.#desk.board.say("");
  }

  /** There is no verdict. If it is the answer's fault it was a try. */
  #missed(missed: Missed, checked: Checked): void {
    const desk = this.#desk;
    if (missed.kind !== "error") return desk.board.say("Stopped.");
    const isTry = missed.error.kind === "code";
    if (isTry) desk.keep(judged(desk.work(), { points: 0, passed: false }, checked));
    desk.board.state(desk.work(), isTry);
    desk.board.refuse(missed.error.message);
    desk.pad.mark(missed.error);
  }

  #told(verdict: Verdict, checked: Checked): void {
    const desk = this.#desk;
    const fault = verdict.error && { ...verdict.error, message: faultOf(verdict) };
    if (fault && !desk.guarded) {
      desk.board.state(desk.work());
      return desk.board.refuse(fault.message, desk.pad.mark(fault)); // a form filled in wrongly was no try
    }
    desk.keep(judged(desk.work(), verdict, checked));
    desk.board.state(desk.work(), !verdict.passed);
    desk.board.show(verdict);
    if (fault) desk.pad.mark(fault);
    if (verdict.passed) desk.passed();
  }
}
