/** An exercise: the reader's answer to a variant of the question, and what the tests say about it. */
import { Board } from "./board";
import { find, tell } from "./dom";
import type { Missed } from "./engine";
import { unreachable } from "./failure";
import { Help } from "./help";
import { FieldsPad, isProgram, ProgramPad, type Pad } from "./pad";
import { plain } from "./numbers";
import type { Page } from "./page-parts";
import { Question, SUPERSEDED } from "./question";
import { judged, now, sameAnswer, type Answer, type ExerciseWork } from "./saved";
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

  constructor(root: HTMLElement, page: Page) {
    this.#root = root;
    this.#page = page;
    this.id = root.dataset.exercise ?? "";
    this.#guarded = isProgram(root.dataset.kind);
    this.#message = find(root, ".ex-message");
    this.#board = new Board(root);
    this.#undo = new Undo(this.#message);
    this.#question = new Question(root, page.engine);
    const hands = { changed: () => this.#changed(), check: () => void this.check() };
    this.#pad = this.#guarded ? new ProgramPad(root, hands) : new FieldsPad(root, hands);
    this.#work = page.store.get("exercises", this.id) ?? this.#fresh();
    this.#help = new Help(root, page, this.#question, (hints) => this.#keep({ hints }));
    find(root, "[data-action=stop]").addEventListener("click", () => this.#stop());
    find(root, "[data-action=reset]").addEventListener("click", () => this.#reset());
    find(root, ".ex-form").addEventListener("submit", (event) => (event.preventDefault(), void this.check()));
    this.#variants = addVariants(root, this.#question.varies, (variant) => this.#go(variant));
    this.#pad.set(this.#work.answer);
    this.#board.state(this.#work.state, null);
    this.#variants.show(this.#work.variant);
    this.#watch();
  }

  #fresh(): ExerciseWork {
    return { variant: 1, answer: this.#pad.start, time: now(), hints: 0, state: "new", points: 0 };
  }
  #keep(change: Partial<ExerciseWork>): void {
    this.#work = { ...this.#work, ...change };
    const { state, hints, answer, variant, shelf } = this.#work;
    const untouched = state === "new" && hints === 0 && variant === 1 && !shelf && sameAnswer(answer, this.#pad.start);
    this.#page.store.set("exercises", this.id, untouched ? null : this.#work);
  }

  /** What takes time comes when the exercise is in view, and the interpreter when the reader is at it. */
  #watch(): void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((e) => e.isIntersecting)) return;
        observer.disconnect();
        this.#pad.open().catch((error: Error) => tell(this.#message, unreachable(error)));
        void this.#pose(this.#work.variant);
        void this.#help.hints(this.#work.hints).catch(() => undefined);
      },
      { rootMargin: "200px" },
    );
    observer.observe(this.#root);
    const untouched = { exercise: this.id, variant: 1, answer: this.#pad.start };
    this.#root.addEventListener("focusin", () => this.#page.engine.rehearse(untouched), { once: true });
  }

  #changed(): void {
    this.#keep({ answer: this.#pad.answer(), time: now() });
    this.#board.state(this.#work.state, null);
    this.#board.age();
    this.#undo.forget();
  }

  async check(): Promise<void> {
    if (this.#busy) return;
    await this.#pad.open().catch(() => undefined);
    this.#undo.forget();
    tell(this.#message, null);
    this.#pad.mark(null);
    this.#board.clear();
    this.#wait(true, this.#page.engine.isUp ? "Checking…" : "Starting the interpreter…");
    const wrong = await this.#pose(this.#work.variant);
    const wish = { exercise: this.id, variant: this.#work.variant, answer: this.#pad.answer() };
    const came = wrong ? null : await this.#page.engine.check(this, wish, this.#guarded);
    this.#wait(false, "");
    if (!came) this.#failed({ message: wrong ?? "" }, false);
    else if ("kind" in came) this.#missed(came);
    else this.#told(came);
    if (!sameAnswer(wish.answer, this.#pad.answer())) this.#changed(); // the verdict is of what was there
  }

  #wait(busy: boolean, text: string): void {
    this.#busy = busy;
    this.#board.busy(busy);
    this.#board.say(text);
  }

  #missed(came: Missed): void {
    if (came.kind === "error") this.#failed(came.error, came.error.kind === "code");
    else this.#board.say("Stopped.");
  }
  /** There is no verdict. If it is the answer's fault it was a try. */
  #failed(fault: { message: string; line?: number | null }, tried: boolean): void {
    if (tried) this.#try(this.#work.points);
    this.#board.state(this.#work.state, tried ? "failing" : null);
    this.#board.say(`Not checked: ${fault.message}`);
    this.#pad.mark(fault);
  }
  #try(points: number, passed = false): void {
    this.#keep(judged(this.#work, { points, passed }));
  }

  #told(verdict: Verdict): void {
    const { error, passed } = verdict;
    const refused = !this.#guarded && error;
    if (!refused) this.#try(verdict.points, passed);
    this.#board.state(this.#work.state, refused ? null : passed ? "passed" : "failing");
    const said = error ? this.#pad.mark({ ...error, message: faultOf(verdict) }) : false;
    this.#board.show(verdict, { refused: Boolean(refused), said });
    if (passed) void this.#help.solve(false).catch(() => undefined);
  }

  #stop(): void {
    this.#page.engine.stop(this);
    find(this.#root, "[data-action=check]").focus();
  }

  #reset(): void {
    if (this.#busy) this.#page.engine.stop(this);
    const before = this.#pad.answer();
    this.#put(this.#pad.start);
    if (sameAnswer(before, this.#pad.start)) return;
    this.#undo.offer(() => {
      this.#put(before);
      find(this.#root, "[data-action=reset]").focus();
    });
    this.#board.say("Your answer was cleared; it can be brought back.", true);
  }
  #put(answer: Answer): void {
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
    tell(this.#message, null);
    this.#board.say(this.#question.varies && variant !== 1 ? "The question is being drawn…" : "", true);
    const wrong = await this.#pose(variant);
    this.#board.say("", true);
    if (wrong) return this.#variants.show(this.#work.variant);
    this.#keep(turned(this.#work, variant, this.#pad.start, this.#question.varies));
    this.#put(this.#work.answer);
    this.#variants.show(variant, true);
  }

  /** Another tab has changed the work. */
  sync(): void {
    const kept = this.#page.store.get("exercises", this.id) ?? this.#fresh();
    const before = this.#work;
    this.#work = kept;
    this.#board.state(kept.state, null);
    if (kept.variant === before.variant && sameAnswer(kept.answer, this.#pad.answer())) return;
    this.#pad.set(kept.answer);
    this.#pad.mark(null);
    this.#board.clear();
    this.#variants.show(kept.variant);
    void this.#pose(kept.variant);
  }
}
