/** One check of an answer at a time, from the press of the button to the verdict. */
import type { VerdictPanel } from "./verdict-panel";
import { asSentence, find, onSubmit } from "../ui/dom";
import type { Engine } from "../python/engine";
import type { Missed } from "../python/outcome";
import { patiently, type Listener } from "../python/starting";
import type { AnswerEditor } from "./answer-editor";
import { isTooLong, judged, sameAnswer, TOO_LONG, type ExerciseWork, type Given } from "../work/work";
import type { Verdict } from "../data/types";
import { faultOf } from "./verdict";

/** What a check needs of the exercise. */
export interface CheckContext {
  readonly id: string;
  /** Whether the answer is a program. */
  readonly guarded: boolean;
  readonly engine: Engine;
  readonly editor: AnswerEditor;
  readonly panel: VerdictPanel;
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
  readonly #context: CheckContext;
  #busy = false;
  /** Which check this is: when another has begun, or this was stopped, it has nothing more to say. */
  #turn = 0;

  constructor(root: HTMLElement, context: CheckContext) {
    this.#root = root;
    this.#context = context;
    find(root, "[data-action=stop]").addEventListener("click", () => {
      if (this.drop()) context.panel.say("Stopped.");
    });
    onSubmit(find<HTMLFormElement>(root, ".ex-form"), () => this.run());
  }

  async run(): Promise<void> {
    if (this.#busy || this.#root.hasAttribute("data-turning")) return;
    const { panel, engine, id, editor } = this.#context;
    const own = ++this.#turn;
    this.#busy = true;
    this.#context.begun();
    editor.mark(null);
    panel.clear();
    panel.busy(true);
    panel.say(engine.isUp ? "Checking…" : "Starting the interpreter…");
    const onStart: Listener = (line) => {
      if (own === this.#turn) panel.say(line === null ? "Checking…" : asSentence(line));
    };
    await patiently("the editor's script", (line) => line && panel.say(asSentence(line)), editor.open()).catch(
      () => undefined,
    );
    const unposed = own === this.#turn ? await this.#context.pose() : null;
    if (own !== this.#turn) return;
    const checked = { variant: this.#context.work().variant, answer: editor.answer() };
    const wrong = unposed ?? (isTooLong(checked.answer) ? TOO_LONG : null);
    const reply = wrong ? null : await engine.check(this, { exercise: id, ...checked }, onStart);
    if (own !== this.#turn) return;
    this.#rest();
    if (!reply) panel.refuse(wrong ?? "");
    else if ("kind" in reply) this.#missed(reply, checked);
    else this.#judged(reply, checked);
    if (!sameAnswer(checked.answer, editor.answer())) this.#context.changed();
  }

  /** Ends a running check, even an endless loop, without a message; false if none runs. */
  drop(): boolean {
    if (!this.#busy) return false;
    this.#context.engine.stop(this);
    this.#rest();
    return true;
  }
  #rest(): void {
    this.#turn += 1;
    this.#busy = false;
    this.#context.panel.busy(false);
    this.#context.panel.say("");
  }

  /** There is no verdict. If it is the answer's fault it was a try. */
  #missed(missed: Missed, checked: Checked): void {
    const context = this.#context;
    if (missed.kind !== "error") return context.panel.say("Stopped.");
    const isTry = missed.error.kind === "code";
    if (isTry) context.keep(judged(context.work(), { points: 0, passed: false }, checked));
    context.panel.state(context.work(), isTry);
    context.panel.refuse(missed.error.message);
    context.editor.mark(missed.error);
  }

  #judged(verdict: Verdict, checked: Checked): void {
    const context = this.#context;
    const fault = verdict.error && { ...verdict.error, message: faultOf(verdict) };
    if (fault && !context.guarded) {
      context.panel.state(context.work());
      return context.panel.refuse(fault.message, context.editor.mark(fault)); // a form filled in wrongly was no try
    }
    context.keep(judged(context.work(), verdict, checked));
    context.panel.state(context.work(), !verdict.passed);
    context.panel.show(verdict);
    if (fault) context.editor.mark(fault);
    if (verdict.passed) context.passed();
  }
}
