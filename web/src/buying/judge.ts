/** Who judges: an interpreter for all candidates, and another for the machine near the edge. */
import type { Judged, OpenedPool, Refined } from "../data/types";
import type { Asker } from "../lab/runner";
import type { Made } from "./view";

/** The machine runs for so long at most (ms). */
const MACHINE = 20_000;

/** A purchase as it was judged when the book was built, and its candidates on the edge as they were opened. */
export interface Built {
  judged: () => Promise<Judged>;
  edge: () => Promise<Record<number, OpenedPool>>;
}
type Failed = { error?: string };
const keyOf = ({ wants, goods }: Pick<Made, "wants" | "goods">): string => JSON.stringify([wants, goods]);

export class Judge {
  readonly #asker: Asker;
  /** Which wants and tables each interpreter judged or was told of. */
  readonly #knows = new Map<string, { key: string; done: Promise<unknown> }>();
  /** The last judgement. */
  #judged: { made: Made; judged: Judged } | null = null;
  readonly #built: (made: Made) => Built | null;
  turn = 0;

  /** `built` finds what was judged when the book was built. */
  constructor(asker: Asker, built: (made: Made) => Built | null) {
    this.#asker = asker;
    this.#built = built;
  }

  /** Get what is next asked for before it is: the opened pools of the book, and an interpreter that knows this judgement. */
  async warm(): Promise<void> {
    if (this.#judged)
      void this.#built(this.#judged.made)
        ?.edge()
        .catch(() => undefined);
    await this.#told("a").catch(() => undefined); // whoever asks it something is told
  }
  async #ask<T extends object>(side: string, method: string, request: object): Promise<T> {
    const answer = await this.#asker.ask<T & Failed>(side, method, request);
    if (answer.error) throw new Error(answer.error);
    return answer;
  }
  /** Judge what is asked, unless it was judged when the book was built. */
  async judge(made: Made): Promise<Judged> {
    const { turn } = this;
    const key = keyOf(made);
    const built = this.#built(made);
    const ready = await built?.judged().catch(() => null);
    const judged = ready ?? (await this.#ask<Judged>("a", "judge", { wants: made.wants, goods: made.goods }));
    if (turn === this.turn) this.#judged = { made, judged };
    if (!ready) this.#knows.set("a", { key, done: Promise.resolve() });
    return judged;
  }
  /** Take what was judged elsewhere. */
  arrived(made: Made, judged: Judged): void {
    this.#judged = { made, judged };
  }
  /** Let an interpreter know the last judgement. */
  async #told(side: string): Promise<void> {
    if (!this.#judged) return;
    const { wants, goods } = this.#judged.made;
    const key = keyOf({ wants, goods });
    const { columns, limits } = this.#judged.judged;
    const known = this.#knows.get(side);
    const done = known?.key === key ? known.done : this.#ask(side, "load", { wants, goods, columns, limits });
    this.#knows.set(side, { key, done });
    try {
      await done;
    } catch (error) {
      this.#knows.delete(side);
      throw error;
    }
  }

  /** What the columns of a candidate do not tell: as it was opened when the book was built, or by the interpreter. */
  async opened(index: number): Promise<OpenedPool> {
    const built = this.#judged && this.#built(this.#judged.made);
    const opened = await built?.edge().catch(() => null);
    if (opened?.[index]) return opened[index];
    await this.#told("a");
    return this.#ask<OpenedPool>("a", "opened", { index });
  }

  /** Let the machine run candidates one after the other, until its time is over or nobody wants it any more. */
  async refine(order: () => number[], tell: (index: number, said: Refined) => void): Promise<void> {
    const { turn } = this;
    const isOver = (): boolean => turn !== this.turn;
    await this.warm(); // what a reader waits for comes first
    if (isOver()) return;
    await this.#told("b");
    let isLate = false;
    const late = new Promise<void>((resolve) => setTimeout(resolve, MACHINE)).then(() => (isLate = true));
    const done = new Set<number>();
    while (!isOver() && !isLate) {
      const next = order().find((index) => !done.has(index));
      if (next === undefined) return;
      done.add(next);
      const asked = this.#ask<Refined>("b", "refined", { index: next });
      await Promise.race([asked.then((said) => (isOver() ? undefined : tell(next, said))), late]);
    }
  }
}
