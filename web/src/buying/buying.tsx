/** The tool brought to life: it keeps what is shown, its history and its links, and draws it. */
import { render } from "preact";
import { pack, unpackAny } from "../data/share";
import type { BuyingFixed, Judged } from "../data/types";
import type { Asker } from "../lab/runner";
import { makeActs, type Acting } from "./acts";
import { arrive, leave, openerOf } from "./focus";
import { Judge, type Built, type Unjudged } from "./judge";
import { fitted, History } from "./kept";
import { Page } from "./page";
import { refusedIn } from "./refused";
import { begun, shownFor } from "./start";
import { isWanted, ran, waiting, type Acts, type Made, type View } from "./view";

export interface Surroundings {
  edition: string;
  asker: Asker;
  storage: Storage | null;
  /** Whether there is an interpreter for the machine, too: in a single one, everything else would wait for it. */
  refines: boolean;
  built: (purchase: string) => Built;
}
const HASH = /^#buying~(.*)$/;
const CUT = "This link is cut or changed; the wants below are not those that were sent.";
/** The width of what stands beside the picture (pixels), and the width from which it stands there. */
const [BESIDE, BROAD] = [308, 860];

export class BuyingView implements Acting {
  readonly root: HTMLElement;
  readonly edition: string;
  view: View;
  readonly #fixed: BuyingFixed;
  readonly #judge: Judge;
  readonly #refines: boolean;
  readonly #history: History;
  readonly #acts: Acts;
  /** What the candidates on the page were judged by. */
  #by: string;
  #frame = 0;
  #opener = "";

  constructor(
    root: HTMLElement,
    fixed: BuyingFixed,
    judged: Judged,
    { edition, asker, storage, built, refines }: Surroundings,
  ) {
    this.root = root;
    this.edition = edition;
    this.#fixed = fixed;
    this.#refines = refines;
    const purchaseOf = ({ wants, goods }: Made): string | undefined =>
      Object.keys(goods).length
        ? undefined
        : fixed.purchases.find((each) => JSON.stringify(each.wants) === JSON.stringify(wants))?.name;
    this.#judge = new Judge(asker, fixed, (made) => {
      const name = purchaseOf(made);
      return name ? built(name) : null;
    });
    this.view = begun(fixed, judged);
    this.#judge.arrived(this.view, judged);
    this.#by = this.#key();
    this.#history = new History(this.#made(), fixed, storage);
    this.#acts = makeActs(this);
    this.#measure();
    root.replaceChildren();
    this.paint();
    root.dataset.ready = "true";
    new ResizeObserver(() => this.#measure()).observe(root);
    for (const sign of ["pointerover", "focusin"]) root.addEventListener(sign, () => this.#begin(), { once: true });
    document.addEventListener("keydown", ({ key }) => (key === "Escape" ? this.#acts.leave() : undefined));
    window.addEventListener("hashchange", () => void this.#arrive());
    this.#take(this.#history.now);
    void this.#arrive();
  }

  #key(): string {
    return JSON.stringify([this.view.wants, this.view.goods]);
  }
  #made(): Made {
    const { wants, against, goods } = this.view;
    return { wants, against, goods };
  }
  #measure(): void {
    const { clientWidth } = this.root;
    const width = Math.max(260, clientWidth < BROAD ? clientWidth : clientWidth - BESIDE);
    if (clientWidth && width !== this.view.width) this.set({ width });
  }
  paint(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { canUndo, canRedo } = this.#history;
    render(<Page view={{ ...this.view, canUndo, canRedo }} acts={this.#acts} />, this.root);
  }
  set(more: Partial<View>): void {
    this.view = { ...this.view, ...more };
    if (more.wants) this.view.fixed = shownFor(this.#fixed, more.wants);
    if (document.hidden) this.paint();
    else this.#frame ||= requestAnimationFrame(() => this.paint());
  }

  /** Show what a reader made, and judge it if the candidates on the page are judged by something else. */
  #take(made: Made): void {
    const isFresh = JSON.stringify([made.wants, made.goods]) === this.#by;
    this.set({ ...made, typed: null, isFresh, isDragged: false, note: "" });
    if (!isFresh) void this.#judged();
    else if (this.view.state === "judging") {
      this.#judge.turn += 1;
      void this.#refined();
    }
  }
  commit(more: Partial<Made>): void {
    const made = { ...this.#made(), ...more };
    if (JSON.stringify(made) !== JSON.stringify(this.#history.now)) this.#history.push(made);
    this.#take(made);
  }
  check(goods: Made["goods"]): Promise<object> {
    return this.#judge.check(goods);
  }
  go(step: number): void {
    this.#take(this.#history.go(step));
  }

  /** Somebody is at the tool: the machine may run what was judged when the book was built. */
  #begin(): void {
    if (isWanted(this.view)) void this.#refined();
  }
  async #judged(): Promise<void> {
    const [turn, key, made] = [++this.#judge.turn, this.#key(), this.#made()];
    this.set({ state: "judging", opened: null, pool: null });
    try {
      const began = performance.now();
      let gone: Partial<View> = { refined: new Map(), hovered: null, opened: null, pool: null };
      const take = (judged: Judged, by: string, took: number | null): void => {
        this.#by = by;
        this.set({ judged, closed: judged, by: made.wants, isFresh: key === this.#key(), took, ...gone });
        gone = {};
      };
      const judged = await this.#judge.judge(made, (some) => take(some, "", null));
      if (turn !== this.#judge.turn) return;
      take(judged, key, (performance.now() - began) / 1000);
      await this.#refined();
    } catch (error) {
      if (turn === this.#judge.turn) this.set(refusedIn(this.view, error as Unjudged));
    }
  }
  async #refined(): Promise<void> {
    const { turn } = this.#judge;
    if (!this.#refines) return this.set({ state: "done" });
    this.set({ state: "refining" });
    try {
      await this.#judge.refine(
        () => waiting(this.view),
        (index, said) => this.set(ran(this.view, index, said)),
      );
    } catch (error) {
      if (turn === this.#judge.turn) this.set({ note: (error as Error).message });
    }
    if (turn === this.#judge.turn) this.set({ state: "done" });
  }

  async open(index: number | null): Promise<void> {
    const [before, { turn }] = [this.view.opened, this.#judge];
    if (before === null && index !== null) this.#opener = openerOf(index);
    this.set({ opened: index, pool: null, lab: "", hovered: null, waits: "reading prices and commands …" });
    this.paint();
    if (index === null) {
      if (before !== null) leave(this.root, this.#opener);
      return;
    }
    arrive(this.root, true);
    const isOver = (): boolean => this.view.opened !== index || turn !== this.#judge.turn;
    try {
      const pool = await this.#judge.opened(index);
      const payload = await pack({ v: 1, lab: pool.lab, window: null, edition: this.edition });
      if (isOver()) return;
      this.set({ pool, lab: `lab.html#lab~${payload}` });
      this.paint();
      arrive(this.root, false);
      this.#begin();
    } catch (error) {
      if (!isOver()) this.set({ waits: `Prices and commands could not be read: ${(error as Error).message}` });
    }
  }

  /** What a link asks for: it stands on top of what the reader made, which Undo brings back. */
  async #arrive(): Promise<void> {
    const payload = HASH.exec(location.hash)?.[1];
    if (payload === undefined) return;
    this.root.scrollIntoView();
    const linked = (await unpackAny(payload)) as { v?: number; buying?: unknown } | null;
    const made = linked?.v === 1 ? fitted(linked.buying, this.view.fixed) : null;
    if (!made) return this.set({ note: CUT });
    this.commit(made);
  }
}
