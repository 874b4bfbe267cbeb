/** The screen of a vote: one exercise as large as fits, its options, the clock of the discussion, and the outcome. */
import { loader } from "../exercise/help";
import type { Page } from "../python/page-parts";
import { el, find, setText } from "../ui/dom";
import { plain } from "../data/numbers";
import { Pages } from "./pages";
import { Scene } from "./scene";
import * as votes from "./vote";

const DISCUSSION = 120_000;
const SAID: Record<votes.Stage, string> = {
  vote: "Vote, each for yourself",
  discuss: "Convince your neighbour",
  again: "Vote again, on other numbers",
  reveal: "The answer",
};
const VOTING = "A, B, … vote · digits: its count · ⌫ takes back · H shows votes · → on · Esc ends";
const KEYS: Record<votes.Stage, string> = {
  vote: VOTING,
  discuss: "→ on · ← back · T clock again · + a minute more · Esc ends",
  again: VOTING,
  reveal: "← back · Esc ends",
};

export class Show {
  readonly #id: string;
  readonly #page: Page;
  readonly #exercise: HTMLElement;
  readonly #dialog = el("dialog", { class: "vote" });
  readonly #scenes: [Scene, Scene];
  readonly #pages: Pages;
  readonly #ended: () => void;
  #vote: votes.Vote;
  #hand = votes.emptyHand();
  #isOpen = false;
  #until = 0;
  #ticking = 0;

  constructor(exercise: HTMLElement, page: Page, vote: votes.Vote, ended: () => void) {
    this.#id = exercise.dataset.exercise ?? "";
    [this.#exercise, this.#page, this.#vote, this.#ended] = [exercise, page, vote, ended];
    this.#scenes = [new Scene(exercise, page), new Scene(exercise, page)];
    const part = (name: string, live = false): HTMLElement =>
      el("div", { class: `vote-${name}`, "aria-live": live ? "polite" : null });
    const head = el("header", {}, part("stage", true), part("total"), part("page"), part("clock"));
    const main = el("main", {}, part("question"), part("options"));
    this.#pages = new Pages(main);
    this.#dialog.append(head, main, el("footer", {}, part("keys")));
    this.#dialog.setAttribute("aria-label", `Vote: ${find(exercise, ".ex-title").textContent ?? ""}`);
    this.#dialog.addEventListener("keydown", (event) => this.#key(event));
    this.#dialog.addEventListener("close", () => this.#close());
    document.body.append(this.#dialog);
    this.#dialog.tabIndex = -1;
    this.#dialog.showModal();
    this.#dialog.focus();
    window.addEventListener("resize", this.#fit);
    this.#ticking = window.setInterval(() => this.#tick(), 250);
    this.#enter();
    void this.#load();
  }

  /** Draws both questions, the one that is needed first at first; then learns what is right. */
  async #load(): Promise<void> {
    for (const [n, scene] of this.#scenes.entries()) {
      const variant = this.#vote.variants[n as 0 | 1];
      const wrong = await scene.question.show(variant);
      const why = scene.root.querySelector<HTMLElement>(".ex-why");
      if (why) scene.question.fill(why); // a vote that was opened at its end has shown it already
      if (wrong) setText(find(scene.root, ".ex-message"), `Variant ${plain(variant, 0)} cannot be shown: ${wrong}`);
      find(scene.root, ".ex-message").hidden = !wrong;
      this.#draw();
      const solved = await this.#page.engine.solve(this, { exercise: this.#id, variant });
      const answer = "solution" in solved && typeof solved.solution !== "string" ? solved.solution : {};
      const right = this.#options.findIndex(([value]) => value === answer[this.#vote.field]);
      scene.right = right < 0 ? null : right;
      this.#draw();
    }
  }

  /** The values and labels of the options. */
  get #options(): [string, string][] {
    const inputs = this.#exercise.querySelectorAll<HTMLInputElement>(`.ex-fields input[name="${this.#vote.field}"]`);
    return [...inputs].map((input) => [input.value, input.parentElement?.textContent?.trim() ?? input.value]);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const done = votes.pressed(this.#vote, this.#hand, event.key);
    const { stage } = this.#vote;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      if (this.#pages.turn(step)) setText(find(this.#dialog, ".vote-page"), this.#pages.words);
      return;
    }
    if (done) {
      [this.#vote, this.#hand] = [done.vote, done.hand];
      if (done.vote.stage !== stage) this.#enter();
    } else if (event.key.toUpperCase() === "H" && stage !== "reveal") this.#isOpen = !this.#isOpen;
    else if (event.key.toUpperCase() === "T" && stage === "discuss") this.#until = Date.now() + DISCUSSION;
    else if (event.key === "+" && stage === "discuss") this.#until = Math.max(this.#until, Date.now()) + 60_000;
    else return;
    event.preventDefault();
    this.#draw();
  }

  #enter(): void {
    this.#isOpen = false;
    if (this.#vote.stage === "discuss") this.#until = Date.now() + DISCUSSION;
    this.#draw();
    this.#pages.begin(this.#vote.stage === "reveal");
    setText(find(this.#dialog, ".vote-page"), this.#pages.words);
  }

  #tick(): void {
    const isShown = this.#vote.stage === "discuss";
    setText(find(this.#dialog, ".vote-clock"), isShown ? votes.clock(this.#until - Date.now()) : "");
  }

  #draw(): void {
    const { stage } = this.#vote;
    const round = votes.roundOf(stage);
    history.replaceState(history.state, "", votes.addressOf(this.#id, this.#vote));
    this.#dialog.dataset.stage = stage;
    setText(find(this.#dialog, ".vote-stage"), SAID[stage]);
    setText(find(this.#dialog, ".vote-keys"), KEYS[stage]);
    setText(find(this.#dialog, ".vote-total"), this.#outcome());
    find(this.#dialog, ".vote-question").replaceChildren(this.#scenes[round].root);
    const rows = this.#options.map(([, label], n) => this.#option(label, n));
    const legend = `.ex-choice[data-field="${this.#vote.field}"] legend`;
    const asked = el("p", { class: "vote-asked" }, this.#exercise.querySelector(legend)?.textContent ?? "");
    find(this.#dialog, ".vote-options").replaceChildren(asked, el("ol", {}, ...rows));
    void this.#explain();
    this.#tick();
    this.#fit();
  }

  /** How many have voted, or how many were right in both rounds. */
  #outcome(): string {
    const { stage, counts } = this.#vote;
    const sum = votes.total(counts[votes.roundOf(stage)]);
    if (stage !== "reveal") return sum === 1 ? "1 vote" : `${sum} votes`;
    const right = this.#scenes.map((scene) => scene.right);
    const [before, after] = votes.shares(this.#vote, right).map((one) => (one === null ? "–" : `${one} %`));
    return `right: ${before ?? "–"} before, ${after ?? "–"} after`;
  }

  #option(label: string, n: number): HTMLElement {
    const { stage, counts } = this.#vote;
    const isReveal = stage === "reveal";
    const rounds = isReveal ? [0, 1] : this.#isOpen ? [votes.roundOf(stage)] : [];
    const bars = rounds.map((round) => {
      const all = counts[round as 0 | 1];
      const share = votes.total(all) ? (100 * (all[n] ?? 0)) / votes.total(all) : 0;
      const isRight = isReveal && this.#scenes[round as 0 | 1].right === n;
      const bar = el("span", { class: "vote-bar", "data-right": isRight }, el("span", {}));
      (bar.firstElementChild as HTMLElement).style.width = `${share}%`;
      const said = isReveal ? `${round ? "after" : "before"}: ${all[n] ?? 0}` : `${all[n] ?? 0}`;
      return el("span", { class: "vote-round" }, bar, el("span", {}, `${said}${isRight ? ", right" : ""}`));
    });
    const letter = el("b", {}, votes.LETTERS[n] ?? "");
    const isRight = isReveal && this.#scenes[1].right === n;
    const isNamed = this.#hand.option === n && this.#isOpen;
    return el("li", { "data-right": isRight, "data-named": isNamed }, letter, el("span", {}, label, ...bars));
  }

  /** Why it is so, above the question of the second round, and nowhere before the end. */
  async #explain(): Promise<void> {
    const { root, question } = this.#scenes[1];
    let why = root.querySelector<HTMLElement>(".ex-why");
    if (why) why.hidden = this.#vote.stage !== "reveal";
    if (why || this.#vote.stage !== "reveal") return;
    root.prepend((why = el("div", { class: "ex-why" })));
    const exercise = await loader(this.#id, this.#page.live)().catch(() => null);
    why.innerHTML = exercise?.why ?? "";
    question.fill(why);
    this.#fit();
  }

  readonly #fit = (): void => {
    this.#pages.fit();
    setText(find(this.#dialog, ".vote-page"), this.#pages.words);
  };

  #close(): void {
    window.clearInterval(this.#ticking);
    window.removeEventListener("resize", this.#fit);
    this.#page.engine.stop(this);
    this.#dialog.remove();
    history.replaceState(history.state, "", `#exercise-${this.#id}`);
    this.#exercise.querySelector<HTMLElement>(".ex-vote")?.focus();
    this.#ended();
  }
}
