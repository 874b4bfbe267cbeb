/** An exercise: its question in a variant, the reader's answer to it, and what is kept of both. */
import { fresh, isUntouched } from "./untouched";
import { VerdictPanel } from "./verdict-panel";
import { Checking } from "./checking";
import { find, onceSeen, tell } from "../ui/dom";
import { unreachable } from "../python/failure";
import { Help } from "./help";
import { plain } from "../data/numbers";
import { FieldsEditor, isProgram, ProgramEditor, type AnswerEditor } from "./answer-editor";
import type { Page } from "../python/page-parts";
import { Question, SUPERSEDED } from "./question";
import { now, sameAnswer, type Answer, type ExerciseWork } from "../work/work";
import { Undo } from "./undo";
import { addVariants, turned, type Variants } from "./variants";

const DRAWING = "The question is being drawn…";

export class ExerciseView {
  readonly id: string;
  readonly #root: HTMLElement;
  readonly #page: Page;
  readonly #editor: AnswerEditor;
  readonly #question: Question;
  readonly #help: Help;
  readonly #panel: VerdictPanel;
  readonly #checking: Checking;
  readonly #message: HTMLElement;
  readonly #variants: Variants;
  readonly #undo: Undo;
  #work: ExerciseWork;
  /** Counts the variants that were asked for. */
  #turns = 0;

  constructor(root: HTMLElement, page: Page) {
    this.#root = root;
    this.#page = page;
    this.id = root.dataset.exercise ?? "";
    const guarded = isProgram(root.dataset.kind);
    this.#message = find(root, ".ex-message");
    this.#panel = new VerdictPanel(root);
    this.#undo = new Undo(root);
    this.#question = new Question(root, page.engine);
    const events = {
      changed: () => this.#changed(),
      check: () => void this.#checking.run(),
      lacks: (error: Error) => tell(this.#message, unreachable(error)),
    };
    this.#editor = guarded ? new ProgramEditor(root, events) : new FieldsEditor(root, events);
    this.#work = page.store.get("exercises", this.id) ?? fresh(this.#editor.start);
    this.#help = new Help(root, page, this.#question, (hints) =>
      this.#keep({ hints: Math.max(hints, this.#work.hints) }),
    );
    this.#checking = new Checking(root, {
      id: this.id,
      guarded,
      engine: page.engine,
      editor: this.#editor,
      panel: this.#panel,
      work: () => this.#work,
      keep: (change) => this.#keep(change),
      pose: () => this.#pose(this.#work.variant),
      begun: () => {
        this.#variants.show(this.#work.variant); // this is the one that is checked
        tell(this.#message, null);
      },
      changed: () => this.#changed(),
      passed: () => void this.#help.solve(false).catch(() => undefined),
    });
    find(root, "[data-action=reset]").addEventListener("click", () => this.#reset());
    this.#variants = addVariants(root, this.#question.varies, (variant) => this.#go(variant));
    this.#editor.set(this.#work.answer);
    this.#offer();
    this.#panel.state(this.#work);
    this.#variants.show(this.#work.variant);
    this.#watch();
  }

  #keep(change: Partial<ExerciseWork>): void {
    this.#work = { ...this.#work, ...change };
    const untouched = isUntouched(this.#work, this.#editor.start);
    this.#page.store.set("exercises", this.id, untouched ? null : this.#work);
  }

  /** What takes time comes when the exercise is in view, and the interpreter when the reader is at it. */
  #watch(): void {
    onceSeen(this.#root, () => {
      this.#editor.open().catch((error: Error) => tell(this.#message, unreachable(error)));
      if (this.#turns === 0) void this.#drawn(this.#work.variant); // else a link has asked for another one
      void this.#help.hints(this.#work.hints).catch(() => undefined);
    });
    const untouched = { exercise: this.id, variant: 1, answer: this.#editor.start };
    this.#root.addEventListener("focusin", () => this.#page.engine.rehearse(untouched), { once: true });
  }

  #changed(): void {
    this.#keep({ answer: this.#editor.answer(), time: now(), cleared: undefined });
    this.#panel.state(this.#work);
    this.#panel.age();
    this.#offer();
  }

  #reset(): void {
    this.#checking.drop();
    const before = this.#editor.answer();
    this.#put(this.#editor.start);
    if (sameAnswer(before, this.#editor.start)) return;
    this.#keep({ cleared: before });
    this.#offer();
    this.#panel.say("Your answer was cleared; it can be brought back.", true);
  }
  /** What was cleared can be brought back as long as nothing else is typed; what gave way to another answer, always. */
  #offer(): void {
    const { variant, answer, time, cleared, earlier } = this.#work;
    const { start } = this.#editor;
    if (cleared !== undefined && sameAnswer(answer, start))
      return this.#undo.offer(
        "Your answer was cleared.",
        () => (this.#keep({ cleared: undefined }), this.#put(cleared)),
      );
    if (earlier?.variant !== variant || [answer, start].some((one) => sameAnswer(earlier.answer, one)))
      return this.#undo.forget();
    this.#undo.offer("Another answer of yours gave way to this one.", () => {
      this.#keep({ earlier: { variant, answer, time } });
      this.#put(earlier.answer);
      this.#offer();
    });
  }
  /** The page itself puts an answer there: nothing is said of another one any more. */
  #put(answer: Answer): void {
    this.#checking.drop();
    this.#keep({ answer, time: now() });
    this.#show();
  }
  #show(): void {
    this.#editor.set(this.#work.answer);
    this.#editor.mark(null);
    this.#panel.clear();
    this.#panel.state(this.#work);
  }

  /** Shows the question of a variant; a text says in one line why it cannot be had. */
  async #pose(variant: number): Promise<string | null> {
    const before = this.#question.variant;
    const wrong = await this.#question.show(variant);
    if (wrong && wrong !== SUPERSEDED) tell(this.#message, `Variant ${plain(variant, 0)} cannot be shown: ${wrong}`);
    if (!wrong && variant !== before && this.#question.varies) this.#help.renew();
    return wrong;
  }

  /** Says that it is drawn as long as that takes. */
  async #drawn(variant: number): Promise<string | null> {
    const far = this.#question.varies && variant !== this.#question.variant && variant !== 1;
    this.#panel.say(far ? DRAWING : "");
    const wrong = await this.#pose(variant);
    if (this.#panel.said === DRAWING && wrong !== SUPERSEDED) this.#panel.say("");
    return wrong;
  }
  /** Until the new question is there the old one stands, and what would be typed under it belongs to neither. */
  #turning(turning: boolean): void {
    this.#root.toggleAttribute("data-turning", turning);
    find(this.#root, ".ex-fields, .ex-editor").inert = turning;
    find(this.#root, "[data-action=check]").setAttribute("aria-disabled", String(turning));
  }

  /** Another variant: what was typed for this one is put aside, what was typed for that one comes back. */
  async #go(variant: number): Promise<void> {
    this.#checking.drop();
    tell(this.#message, null);
    const mine = ++this.#turns;
    this.#turning(true);
    const wrong = await this.#drawn(variant);
    if (mine !== this.#turns) return;
    this.#turning(false);
    if (wrong) return this.#variants.show(this.#work.variant);
    this.#keep(turned(this.#work, variant, this.#editor.start, this.#question.varies));
    this.#put(this.#work.answer);
    this.#offer();
    this.#variants.show(variant, true);
  }

  /** Opens the variant that a link names. */
  visit(named: string): void {
    this.#variants.visit(named);
  }

  /** Another tab has changed the work. */
  sync(): void {
    const kept = this.#page.store.get("exercises", this.id) ?? fresh(this.#editor.start);
    const before = this.#work;
    this.#work = kept;
    void this.#help.hints(kept.hints).catch(() => undefined);
    this.#offer();
    if (kept.variant === before.variant && sameAnswer(kept.answer, this.#editor.answer()))
      return this.#panel.state(this.#work);
    this.#checking.drop();
    this.#show();
    this.#variants.show(kept.variant);
    void this.#pose(kept.variant);
  }
}
