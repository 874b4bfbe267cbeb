/** Runs of both machines of a study, each in an interpreter of its own, and what can be asked of them. */
import type { LabBeside, LabTold, Served, Stepped, Study } from "../data/types";
import { changed, keyOf, withoutB, type Settings } from "./change";
import { sidesOf, SIDES, type Opened, type Side, type View } from "./view";

const FIRST = 0.05;
const LATER = 0.25;
/** Machine time of the short run that shows what a choice does (s). */
const TRIAL = 4;
const PAUSE = 200;

/** Who answers: interpreters in the page, or a notebook's kernel. */
export interface Asker {
  /** Get ready to answer for a side. */
  warm(side: string): void;
  ask<T extends object>(side: string, method: string, request: object): Promise<T>;
}
type Failed = { error?: string };

/** The page that shows what runs. */
export interface Showing {
  readonly view: View;
  set(more: Partial<View>): void;
}

export class Runner {
  readonly #asker: Asker;
  readonly #live: string;
  readonly #page: Showing;
  /** What each side has run to its end, as text. */
  readonly #ran: Partial<Record<Side, string>> = {};
  /** The sides whose samples are in their interpreters. */
  readonly #held = new Set<Side>();
  #isLooking = false;
  turn = 0;

  constructor(asker: Asker, live: string, page: Showing) {
    this.#asker = asker;
    this.#live = live;
    this.#page = page;
  }
  get #view(): View {
    return this.#page.view;
  }
  async #ask<T extends object>(side: Side, method: string, request: object): Promise<T> {
    const answer = await this.#asker.ask<T & Failed>(side, method, request);
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  /** The page shows a study that has run elsewhere. */
  arrived(study: Study): void {
    this.turn += 1;
    this.#held.clear();
    for (const side of SIDES) this.#ran[side] = keyOf(study, side);
  }
  /** The samples of these sides are where the answers come from. */
  hold(sides: Side[]): void {
    for (const side of sides) this.#held.add(side);
  }
  /** These sides have to run again. */
  forget(sides: Side[]): void {
    for (const side of sides) delete this.#ran[side];
  }

  describe(study: Study): Promise<LabTold> {
    return this.#ask("a", "describe", { study });
  }
  ofFigure(figure: string, params: object): Promise<LabTold> {
    return this.#ask("a", "figure", { figure, params });
  }
  paste(study: Study, place: Side | number, text: string, isBuilt: boolean): Promise<LabTold> {
    return this.#ask("a", "paste", { study, place, text, "as built": isBuilt });
  }

  /** The study in which something more happens, or why that cannot be. */
  happen(study: Study, kind: string, at: number): Promise<LabTold> {
    return this.#ask("a", "happen", { study, kind, at });
  }

  /** The sides whose results are of another study than this one. */
  staleOf(study: Study): Side[] {
    return SIDES.filter((side) => (side === "a" || study.b) && this.#ran[side] !== keyOf(study, side));
  }

  /** Run the machines whose results are of another study. */
  async run(turn: number): Promise<void> {
    const { study, refused } = this.#view;
    const isRefused = (side: Side): boolean => refused?.side === side || refused?.side === "a";
    const all = this.staleOf(study);
    const stale = all.filter((side) => !isRefused(side));
    this.#page.set({ stale: all });
    if (!study.b) this.#page.set({ runs: withoutB(this.#view.runs) });
    if (stale.length) this.#page.set({ state: "running" });
    await Promise.all(stale.map((side) => this.#runSide(side, turn)));
    if (turn === this.turn) this.#page.set({ state: "done" });
  }

  async #runSide(side: Side, turn: number): Promise<void> {
    const { study, tab } = this.#view;
    this.#held.delete(side);
    delete this.#ran[side];
    await this.#ask(side, "start", { study, side, key: `run-${side}`, iostat: tab === "printed" });
    let heat: Stepped["heat"] = [];
    let simulated: boolean[] = [];
    for (let budget = FIRST; turn === this.turn; budget = LATER) {
      const from = heat[0]?.length ?? 0;
      const request = { key: `run-${side}`, budget, from, window: this.#view.window };
      const step = await this.#ask<Stepped>(side, "step", request);
      if (turn !== this.turn) return;
      heat = step.heat.map((columns, load) => [...(heat[load] ?? []), ...columns]);
      simulated = [...simulated, ...step.simulated];
      this.#held.add(side);
      const stale = this.#view.stale.filter((each) => each !== side);
      this.#page.set({ runs: { ...this.#view.runs, [side]: { ...step, heat, simulated } }, stale });
      if (step.done) {
        this.#ran[side] = keyOf(study, side);
        return;
      }
    }
  }

  /** Show the stretch that the page asks for; the samples of a door are fetched first. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (let asked: View["window"] | undefined; asked !== this.#view.window;) {
        asked = this.#view.window;
        const shown = await Promise.all(sidesOf(this.#view).map((side) => this.#shown(side, asked ?? null)));
        const runs = { ...this.#view.runs };
        for (const [side, one] of shown) {
          const had = runs[side];
          if (had) runs[side] = { ...had, shown: one.shown };
        }
        this.#page.set({ runs });
      }
    } finally {
      this.#isLooking = false;
    }
  }
  async #shown(side: Side, window: View["window"]): Promise<[Side, Stepped]> {
    await this.#fetched(side);
    const from = this.#view.runs[side]?.heat[0]?.length ?? 0;
    return [side, await this.#ask<Stepped>(side, "show", { key: `run-${side}`, from, window })];
  }
  /** The samples of a door come from a file of their own. */
  async #fetched(side: Side): Promise<void> {
    const { door, study } = this.#view;
    if (this.#held.has(side)) return;
    if (!door) throw new Error("this machine has not run yet");
    const answer = await fetch(new URL(`lab/${door}-${side}.json`, this.#live));
    await this.#ask(side, "load", { key: `run-${side}`, study, side, ...((await answer.json()) as object) });
    this.#held.add(side);
  }

  /** Fetch what the open part has to offer, and try its choices one after the other. */
  async beside(): Promise<void> {
    const { opened, study } = this.#view;
    if (!opened || !this.#view.fixed.rows.some((row) => row.part === opened.what)) return;
    const { turn } = this;
    const isOver = (): boolean => this.#view.opened !== opened || this.turn !== turn;
    const told = await this.#ask<LabBeside>(opened.side, "beside", { study, side: opened.side });
    if (isOver()) return;
    this.#page.set({ beside: told.parts });
    for (const choice of told.parts[opened.what]?.choices ?? []) {
      while (this.#view.state === "running" && !isOver()) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (isOver()) return;
      const found = await this.#tried(choice.settings as Settings, opened, isOver).catch(
        (error: Error) => error.message,
      );
      if (isOver() || found === null) return;
      this.#page.set({ trials: new Map(this.#view.trials).set(choice.name, found) });
    }
  }
  async #tried(settings: Settings, { side }: Opened, isOver: () => boolean): Promise<Served | null> {
    const study = { ...changed(this.#view.study, side, settings), events: [], seconds: TRIAL };
    await this.#ask(side, "start", { study, side, key: `trial-${side}` });
    while (!isOver()) {
      const step = await this.#ask<Stepped>(side, "step", { key: `trial-${side}`, budget: LATER });
      if (step.done) return step.shown.loads[this.#view.setup?.followed ?? 0] ?? null;
    }
    return null;
  }

  /** The followed requests of a run as the text of a file; a door has none and runs first. */
  async trace(side: Side): Promise<string> {
    const { trace } = await this.#ask<{ trace: string }>(side, "trace", { key: `run-${side}` });
    return trace;
  }
  /** Whether a side has run in this page. */
  hasRun(side: Side): boolean {
    return this.#held.has(side) && this.#view.door === null;
  }
}
