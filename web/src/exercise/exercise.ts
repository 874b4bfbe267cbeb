/** An exercise: its question in a variant, the reader's answer, and the work that is kept. */
import { VerdictPanel } from "./verdict-panel";
import { Checking } from "./checking";
import { find, tell } from "../ui/dom";
import { unreachable } from "../python/failure";
import { Help } from "./help";
import { plain } from "../data/numbers";
import { FieldsEditor, isProgram, ProgramEditor, typedIn, type AnswerEditor } from "./answer-editor";
import type { Page } from "../python/page-parts";
import { Question, SUPERSEDED, turning } from "./question";
import { fresh, isUntouched, now, sameAnswer, type Answer, type ExerciseWork } from "../work/work";
import { hasSeen, withOpened } from "../work/opened";
import { lostOf, Undo } from "./undo";
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
  /** Counts the requested variants. */
  #turns = 0;

  constructor(root: HTMLElement, page: Page) {
    this.#root = root;
    this.#page = page;
    this.id = root.dataset.exercise ?? "";
    const guarded = isProgram(root.dataset.kind);
    this.#message = find(root, ".ex-message");
    this.#panel = new VerdictPanel(root, (variant) => void this.#go(variant));
    this.#undo = new Undo(root);
    this.#question = new Question(root, page.engine);
    const events = {
      changed: () => this.#changed(),
      check: () => void this.#checking.run(),
      lacks: (error: Error) => tell(this.#message, unreachable(error)),
    };
    this.#editor = guarded ? new ProgramEditor(root, events) : new FieldsEditor(root, events);
    this.#work = page.store.get("exercises", this.id) ?? fresh();
    this.#help = new Help(root, page, this.#question, {
      hint: (hints) => this.#keep({ hints: Math.max(hints, this.#work.hints) }),
      opened: (variant) => {
        this.#keep({ solutions: { [variant]: now(), ...this.#work.solutions } });
        this.#panel.state(this.#work, root.hasAttribute("data-failing"));
      },
      isKnown: (variant) => hasSeen(this.#work, variant),
    });
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
    find(root, "[data-action=reset]").addEventListener("click", () => void this.#reset());
    this.#variants = addVariants(root, this.#question.varies, (variant) => this.#go(variant));
    this.#editor.set(this.#answer);
    this.#offer();
    this.#panel.state(this.#work);
    this.#variants.show(this.#work.variant);
    this.#watch();
  }

  #keep(change: Partial<ExerciseWork>): void {
    const { store } = this.#page;
    this.#work = withOpened({ ...this.#work, ...change }, store.get("exercises", this.id)?.solutions); // in any tab
    store.set("exercises", this.id, isUntouched(this.#work) ? null : this.#work);
  }

  /** Loads what takes time when the exercise is opened, and the interpreter when the reader works on it. */
  #watch(): void {
    const begin = (): void => {
      this.#editor.open().catch((error: Error) => tell(this.#message, unreachable(error)));
      if (this.#turns === 0) void this.#drawn(this.#work.variant); // else a link has requested another one
      void this.#help.hints(this.#work.hints).catch(() => undefined);
    };
    find(this.#root, ".ex-fold").addEventListener("toggle", begin, { once: true });
    const rehearse = (): void =>
      this.#page.engine.rehearse({ exercise: this.id, variant: 1, answer: this.#editor.start });
    this.#root.addEventListener("focusin", rehearse, { once: true });
  }

  /** The text of the editor. */
  get #answer(): Answer {
    return this.#work.answer ?? this.#editor.start;
  }

  #changed(): void {
    this.#keep({ answer: typedIn(this.#editor), time: now(), cleared: undefined });
    this.#panel.state(this.#work);
    this.#panel.age();
    this.#offer();
  }

  async #reset(): Promise<void> {
    this.#checking.drop();
    if (await this.#pose(this.#work.variant)) return; // what it begins with is not known
    const before = this.#editor.answer();
    this.#put();
    if (sameAnswer(before, this.#editor.start)) return;
    this.#keep({ cleared: before });
    this.#offer();
    this.#panel.say("Your answer was cleared; it can be brought back.", true);
  }
  /** A cleared answer can be brought back until something else is typed, a replaced one always. */
  #offer(): void {
    const lost = lostOf(this.#work, this.#editor.start);
    if (!lost) return this.#undo.forget();
    this.#undo.offer(lost.line, () => {
      this.#keep(lost.change);
      this.#put(lost.answer);
      this.#offer();
    });
  }
  /** The page itself puts an answer there: nothing is said of another one any more. */
  #put(answer?: Answer): void {
    this.#checking.drop();
    this.#keep({ answer, time: now() });
    this.#show();
  }
  #show(): void {
    this.#editor.set(this.#answer);
    this.#editor.mark(null);
    this.#panel.clear();
    this.#panel.state(this.#work);
  }

  /** Shows the question of a variant; a text says in one line why it cannot be had. */
  async #pose(variant: number): Promise<string | null> {
    const before = this.#question.variant;
    const wrong = await this.#question.show(variant);
    if (wrong && wrong !== SUPERSEDED) tell(this.#message, `Variant ${plain(variant, 0)} cannot be shown: ${wrong}`);
    if (wrong || variant === before || !this.#question.varies) return wrong;
    this.#help.renew();
    this.#editor.begin(this.#question.starter);
    if (this.#work.answer === undefined) this.#editor.set(this.#editor.start);
    this.#offer();
    return null;
  }

  /** Says that it is drawn as long as that takes. */
  async #drawn(variant: number): Promise<string | null> {
    const far = this.#question.varies && variant !== this.#question.variant && variant !== 1;
    this.#panel.say(far ? DRAWING : "");
    const wrong = await this.#pose(variant);
    if (this.#panel.said === DRAWING && wrong !== SUPERSEDED) this.#panel.say("");
    return wrong;
  }

  /** Shows another variant: keeps the answer to this one, and restores the answer to that one. */
  async #go(variant: number): Promise<void> {
    this.#checking.drop();
    tell(this.#message, null);
    const own = ++this.#turns;
    turning(this.#root, true);
    const wrong = await this.#drawn(variant);
    if (own !== this.#turns) return;
    turning(this.#root, false);
    if (wrong) return this.#variants.show(this.#work.variant);
    this.#keep(turned(this.#work, variant, this.#question.varies));
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
    const kept = this.#page.store.get("exercises", this.id) ?? fresh();
    const { variant } = this.#work;
    this.#work = kept;
    void this.#help.hints(kept.hints).catch(() => undefined);
    this.#offer();
    if (kept.variant === variant && sameAnswer(this.#answer, this.#editor.answer())) return this.#panel.state(kept);
    this.#checking.drop();
    this.#show();
    this.#variants.show(kept.variant);
    void this.#pose(kept.variant);
  }
}
