/** The page of the whole machine brought to life: it keeps what is shown, its history and its links, and draws it. */
import { render } from "preact";
import type { Lab, LabTold, Study } from "../data/types";
import { pack, unpackAny } from "../data/share";
import { CUT, NO_DOOR, OTHER, type Kept, type Linked } from "./kept";
import { makeActs, type Acting } from "./acts";
import { flagged, nothing } from "./change";
import { Page } from "./page";
import { Runner } from "./runner";
import { arriving, BLANK, shownDoor, type Began, type Surroundings } from "./start";
import { sidesOf, type Acts, type Side, type View } from "./view";

const LINK = /^#lab~(.*)$/;

export class LabView implements Acting {
  readonly root: HTMLElement;
  readonly edition: string;
  readonly runner: Runner;
  view: View;
  readonly #around: Surroundings;
  readonly #acts: Acts;
  readonly #first: string;
  readonly #doors = new Map<string, Promise<Lab>>();
  /** What the reader did, for surroundings without a history of their own. */
  readonly #past: Kept[] = [];
  #at = 0;
  #top = 0;
  #frame = 0;

  constructor(root: HTMLElement, { fixed, door }: Began, around: Surroundings) {
    this.root = root;
    this.edition = around.edition;
    this.#around = around;
    this.runner = new Runner(around.asker, around.live, this);
    this.#first = door.name;
    this.#doors.set(door.name, Promise.resolve(door));
    const isLinked = around.isPage && LINK.test(location.hash);
    this.view = { ...BLANK, fixed, ...(isLinked ? arriving(fixed) : shownDoor(door)) };
    if (!isLinked) this.runner.arrived(door.study);
    this.#acts = makeActs(this);
    root.replaceChildren();
    this.#paint();
    root.dataset.ready = "true";
    // somebody is at the machine: interpreters take a second to load
    const warm = (): void => sidesOf(this.view).forEach((side) => around.asker.warm(side));
    for (const sign of ["pointerover", "focusin"]) root.addEventListener(sign, warm, { once: true });
    this.#past.push(this.#kept());
    if (!around.isPage) {
      this.view.door = null;
      this.runner.hold(sidesOf(this.view));
      return;
    }
    history.replaceState(this.#kept(), "");
    window.addEventListener("popstate", (event) => void this.#back(event.state as Kept | null));
    window.addEventListener("hashchange", () => {
      if (LINK.test(location.hash)) window.scrollTo({ top: 0 });
      void this.#arrive();
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    void this.#arrive();
  }

  #key(event: KeyboardEvent): void {
    const isTyping = (event.target as HTMLElement).matches("input:not([type=radio]), textarea, select");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "z") this.go(-1);
    else if (event.key === "Z") this.go(1);
    else if (/^[ab]$/.test(event.key) && this.view.opened)
      this.#acts.open({ ...this.view.opened, side: event.key as Side });
    else if (event.key === "Escape" && this.view.opened) this.#acts.open(null); // while it is drawn anew nothing in it has the focus
  }

  #paint(): void {
    this.#frame = 0;
    const moves = { canUndo: this.#at > 0, canRedo: this.#at < this.#top };
    render(<Page view={{ ...this.view, ...moves }} acts={this.#acts} />, this.root);
  }
  set(more: Partial<View>): void {
    this.view = { ...this.view, ...more };
    if (document.hidden) this.#paint();
    else this.#frame ||= requestAnimationFrame(() => this.#paint());
  }

  #kept(): Kept {
    const { study, door, state } = this.view;
    return { lab: this.#at, study, door, isEmpty: state === "empty" };
  }
  #push(address: string): void {
    this.#top = this.#at += 1;
    this.#past.splice(this.#at, Infinity, this.#kept());
    if (this.#around.isPage) history.pushState(this.#kept(), "", address);
    this.set({});
  }
  go(step: number): void {
    const to = this.#at + step;
    if (to < 0 || to > this.#top) return;
    if (this.#around.isPage) history.go(step);
    else void this.#back(this.#past[to] ?? null);
  }
  async #back(state: Kept | null): Promise<void> {
    if (typeof state?.lab !== "number") return;
    this.#at = state.lab;
    if (state.isEmpty) this.clear(false);
    else if (state.door) await this.openDoor(state.door, false);
    else await this.take(state.study, false);
  }

  /** What a link or an address asks for. */
  async #arrive(): Promise<void> {
    const door = new URLSearchParams(location.search).get("door");
    const payload = LINK.exec(location.hash)?.[1];
    if (payload !== undefined) await this.#follow((await unpackAny(payload)) as Partial<Linked> | null);
    else if (door && this.view.fixed.doors.every((each) => each.name !== door)) this.set({ notes: [NO_DOOR] });
    else if (door && door !== this.view.door) await this.openDoor(door, false);
  }
  async #follow(linked: Partial<Linked> | null): Promise<void> {
    const { v, lab, figure, window } = linked ?? {};
    if (v === 1 && typeof figure === "string") return this.#ofFigure(figure, linked?.params ?? {});
    if (v !== 1 || typeof lab !== "object") return this.#fail(CUT);
    this.set({ window: window ?? null, tab: linked?.tab ?? this.view.tab });
    const taken = this.take(lab, false, { notes: linked?.edition === this.edition ? [] : [OTHER] });
    history.replaceState(this.#kept(), "");
    await taken;
  }

  /** Set up the machine of a figure. */
  async #ofFigure(figure: string, params: object): Promise<void> {
    this.set({ notes: ["Sets up the machine of the figure …"] });
    try {
      const { study, notes } = await this.runner.ofFigure(figure, params);
      if (study) await this.take(study, true, { notes });
    } catch (error) {
      await this.#fail((error as Error).message);
    }
  }
  /** Say why a link leads nowhere, over the first question if nothing is shown. */
  async #fail(note: string): Promise<void> {
    if (!this.view.setup) await this.openDoor(this.#first, false);
    this.set({ notes: [note] });
  }

  async openDoor(name: string, isNew = true): Promise<void> {
    const fetched =
      this.#doors.get(name) ??
      fetch(new URL(`lab/${name}.json`, this.#around.live)).then((answer) => answer.json() as Promise<Lab>);
    this.#doors.set(name, fetched);
    fetched.catch(() => this.#doors.delete(name));
    const turn = ++this.runner.turn;
    try {
      const lab = await fetched;
      if (turn !== this.runner.turn) return;
      this.runner.arrived(lab.study);
      this.set({ ...shownDoor(lab), tab: this.view.tab });
      if (isNew) this.#push(`${location.pathname}?door=${name}`);
    } catch (error) {
      this.set({ notes: [`This question could not be loaded: ${(error as Error).message}`] });
    }
  }

  /** Take the machine and its loads away. */
  clear(isNew = true): void {
    this.runner.turn += 1;
    const { fixed, tab, opened } = this.view;
    const study = nothing(fixed.machines[0]?.machine ?? "");
    this.set({ ...BLANK, fixed, tab, opened, study, door: null, state: "empty" });
    if (isNew) this.#push(location.pathname);
  }

  /** Set up another study, and run what it changes. */
  async take(study: Study, isNew = true, known: Pick<LabTold, "setup" | "refused" | "notes"> = {}): Promise<void> {
    const turn = ++this.runner.turn;
    const state = this.view.state === "empty" ? "empty" : "running";
    const window = isNew ? null : this.view.window;
    const notes = known.notes ?? [];
    const stale = this.runner.staleOf(study);
    const setup = flagged(this.view.setup, study, this.view.fixed);
    this.set({ study, setup, door: null, window, state, trials: new Map(), notes, typed: null, stale });
    if (isNew) {
      this.#push(location.pathname);
      const payload = await pack({ v: 1, lab: study, window: null, edition: this.edition });
      if (turn !== this.runner.turn) return;
      if (this.#around.isPage) history.replaceState(this.#kept(), "", `${location.pathname}#lab~${payload}`);
    }
    try {
      const told = known.setup ? known : await this.runner.describe(study);
      if (turn !== this.runner.turn) return;
      const b = this.view.setup?.sides.b;
      const setup =
        told.refused && told.setup && b
          ? { ...told.setup, sides: { ...told.setup.sides, b } }
          : (told.setup ?? this.view.setup ?? (await this.#doors.get(this.#first))?.setup ?? null);
      this.set({ setup: flagged(setup, study, this.view.fixed), refused: told.refused ?? null, state: "running" });
      if (this.view.opened && !told.refused) this.runner.beside().catch(() => undefined);
      await this.runner.run(turn);
    } catch (error) {
      if (turn === this.runner.turn) this.set({ notes: [(error as Error).message], state: "done" });
    }
  }
}
