/** An exercise: the reader's answer to a variant of the question, and what the tests say about it. */
import { fresh, isUntouched } from "./begun";
import { Board } from "./board";
import { find, onceSeen, tell } from "./dom";
import type { Missed } from "./engine";
import { unreachable } from "./failure";
import { Help } from "./help";
import { FieldsPad, isProgram, ProgramPad, type Pad } from "./pad";
import { plain } from "./numbers";
import type { Page } from "./page-parts";
import { Question, SUPERSEDED } from "./question";
import { isTooLong, judged, now, sameAnswer, TOO_LONG, type Answer, type ExerciseWork } from "./saved";
import type { Verdict } from "./types";
import { Undo } from "./undo";
import { faultOf } from "./verdict";
import { addVariants, turned, type Variants } from "./variants";

export class ExerciseView {
  readonly id: string;
  readonly #root: HTMLElement;
  readonly #page: Page;
  readonly #pad: Pad;
  readonly #guarded: boolean;
  readonly #question: Question;
  readonly #help: Help;
  readonly #board: Board;
  readonly #message: HTMLElement;
  readonly #variants: Variants;
  readonly #undo: Undo;
  #work: ExerciseWork;
  #busy = false;
  /** Counts what the page itself puts in the answer's place: a check that was under way is then of no answer here. */
  #puts = 0;

  constructor(root: HTMLElement, page: Page) {
    this.#root = root;
    this.#page = page;
    this.id = root.dataset.exercise ?? "";
    this.#guarded = isProgram(root.dataset.kind);
    this.#message = find(root, ".ex-message");
    this.#board = new Board(root);
    this.#undo = new Undo(root);
    this.#question = new Question(root, page.engine);
    const hands = { changed: () => this.#changed(), check: () => void this.check() };
    this.#pad = this.#guarded ? new ProgramPad(root, hands) : new FieldsPad(root, hands);
    this.#work = page.store.get("exercises", this.id) ?? fresh(this.#pad.start);
    this.#help = new Help(root, page, this.#question, (hints) =>
      this.#keep({ hints: Math.max(hints, this.#work.hints) }),
    );
    find(root, "[data-action=stop]").addEventListener("click", () => {
      page.engine.stop(this);
      find(root, "[data-action=check]").focus();
    });
    find(root, "[data-action=reset]").addEventListener("click", () => this.#reset());
    find(root, ".ex-form").addEventListener("submit", (event) => (event.preventDefault(), void this.check()));
    this.#variants = addVariants(root, this.#question.varies, (variant) => this.#go(variant));
    this.#pad.set(this.#work.answer);
    this.#offer();
    this.#board.state(this.#work.state, null);
    this.#variants.show(this.#work.variant);
    this.#watch();
  }

  #keep(change: Partial<ExerciseWork>): void {
    this.#work = { ...this.#work, ...change };
    const untouched = isUntouched(this.#work, this.#pad.start);
    this.#page.store.set("exercises", this.id, untouched ? null : this.#work);
  }

  /** What takes time comes when the exercise is in view, and the interpreter when the reader is at it. */
  #watch(): void {
    onceSeen(this.#root, () => {
      this.#pad.open().catch((error: Error) => tell(this.#message, unreachable(error)));
      void this.#pose(this.#work.variant);
      void this.#help.hints(this.#work.hints).catch(() => undefined);
    });
    const untouched = { exercise: this.id, variant: 1, answer: this.#pad.start };
    this.#root.addEventListener("focusin", () => this.#page.engine.rehearse(untouched), { once: true });
  }

  #changed(): void {
    this.#keep({ answer: this.#pad.answer(), time: now(), cleared: undefined });
    this.#board.state(this.#work.state, null);
    this.#board.age();
    this.#undo.forget();
  }

  async check(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    await this.#pad.open().catch(() => undefined);
    const puts = this.#puts;
    this.#variants.show(this.#work.variant); // this is the one that is checked
    tell(this.#message, null);
    this.#pad.mark(null);
    this.#board.clear();
    this.#wait(true, this.#page.engine.isUp ? "Checking…" : "Starting the interpreter…");
    const unposed = await this.#pose(this.#work.variant);
    const wish = { exercise: this.id, variant: this.#work.variant, answer: this.#pad.answer() };
    const wrong = unposed ?? (isTooLong(wish.answer) ? TOO_LONG : null);
    const here = !wrong && puts === this.#puts;
    const came = here ? await this.#page.engine.check(this, wish, this.#guarded) : null;
    if (puts !== this.#puts) return this.#wait(false); // what was to be checked is no longer there
    this.#wait(false, "");
    if (!came) this.#failed({ message: wrong ?? "" }, false);
    else if ("kind" in came) this.#missed(came);
    else this.#told(came);
    if (!sameAnswer(wish.answer, this.#pad.answer())) this.#changed(); // the verdict is of what was there
  }

  #wait(busy: boolean, text?: string): void {
    this.#busy = busy;
    this.#board.busy(busy);
    if (text !== undefined) this.#board.say(text);
  }

  #missed(came: Missed): void {
    if (came.kind === "error") this.#failed(came.error, came.error.kind === "code");
    else this.#board.say("Stopped.");
  }
  /** There is no verdict. If it is the answer's fault it was a try. */
  #failed(fault: { message: string; line?: number | null }, tried: boolean): void {
    if (tried) this.#keep(judged(this.#work, { points: 0, passed: false }));
    this.#board.state(this.#work.state, tried ? "failing" : null);
    this.#board.say(`Not checked: ${fault.message}`);
    this.#pad.mark(fault);
  }

  #told(verdict: Verdict): void {
    const { error, passed } = verdict;
    const refused = !this.#guarded && error;
    if (!refused) this.#keep(judged(this.#work, verdict));
    this.#board.state(this.#work.state, refused ? null : passed ? "passed" : "failing");
    const said = error ? this.#pad.mark({ ...error, message: faultOf(verdict) }) : false;
    this.#board.show(verdict, { refused: Boolean(refused), said });
    if (passed) void this.#help.solve(false).catch(() => undefined);
  }

  #reset(): void {
    if (this.#busy) this.#page.engine.stop(this);
    const before = this.#pad.answer();
    this.#put(this.#pad.start);
    if (sameAnswer(before, this.#pad.start)) return;
    this.#keep({ cleared: before });
    this.#offer();
    this.#board.say("Your answer was cleared; it can be brought back.", true);
  }
  /** What was cleared can be brought back as long as nothing else is typed. */
  #offer(): void {
    const { answer, cleared } = this.#work;
    if (cleared === undefined || !sameAnswer(answer, this.#pad.start)) return this.#undo.forget();
    this.#undo.offer(() => (this.#keep({ cleared: undefined }), this.#put(cleared)));
  }
  #put(answer: Answer): void {
    this.#puts += 1;
    this.#pad.set(answer);
    this.#pad.mark(null);
    this.#keep({ answer, time: now() });
    this.#board.clear();
    this.#board.state(this.#work.state, null);
  }

  /** Shows the question of a variant; a text says in one line why it cannot be had. */
  async #pose(variant: number): Promise<string | null> {
    const before = this.#question.variant;
    const wrong = await this.#question.show(variant);
    if (wrong && wrong !== SUPERSEDED) tell(this.#message, `Variant ${plain(variant, 0)} cannot be shown: ${wrong}`);
    if (!wrong && variant !== before && this.#question.varies) this.#help.renew();
    return wrong;
  }

  /** Another variant: what was typed for this one is put aside, what was typed for that one comes back. */
  async #go(variant: number): Promise<void> {
    if (this.#busy) this.#page.engine.stop(this);
    this.#puts += 1;
    tell(this.#message, null);
    this.#board.say(this.#question.varies && variant !== 1 ? "The question is being drawn…" : "", true);
    const wrong = await this.#pose(variant);
    this.#board.say("", true);
    if (wrong) return this.#variants.show(this.#work.variant);
    this.#keep(turned(this.#work, variant, this.#pad.start, this.#question.varies));
    this.#put(this.#work.answer);
    this.#offer();
    this.#variants.show(variant, true);
  }

  /** Another tab has changed the work. */
  sync(): void {
    const kept = this.#page.store.get("exercises", this.id) ?? fresh(this.#pad.start);
    const before = this.#work;
    this.#work = kept;
    void this.#help.hints(kept.hints).catch(() => undefined);
    this.#board.state(kept.state, null);
    this.#offer();
    if (kept.variant === before.variant && sameAnswer(kept.answer, this.#pad.answer())) return;
    this.#puts += 1;
    this.#pad.set(kept.answer);
    this.#pad.mark(null);
    this.#board.clear();
    this.#variants.show(kept.variant);
    void this.#pose(kept.variant);
  }
}
