/** Who judges: two interpreters, of which one then opens candidates, and the other runs the machine near the edge. */
import type { BuyingFixed, Judged, JudgedPart, OpenedPool, Refined } from "../data/types";
import type { Asker } from "../lab/runner";
import { PARTS, together } from "./parts";
import type { Made } from "./view";

/** The machine runs for so long at most (ms). */
const MACHINE = 20_000;

/** A purchase as it was judged when the book was built, and its candidates on the edge as they were opened. */
export interface Built {
  judged: () => Promise<Judged>;
  edge: () => Promise<Record<number, OpenedPool>>;
}
type Failed = { error?: string; refused?: Judged["refused"] };
/** Why nothing could be judged; if the judge says so, with the rows of a table that are to blame. */
export interface Unjudged extends Error {
  refused?: Judged["refused"];
}
const keyOf = ({ wants, goods }: Pick<Made, "wants" | "goods">): string => JSON.stringify([wants, goods]);

export class Judge {
  readonly #asker: Asker;
  readonly #fixed: BuyingFixed;
  /** Which wants and tables each interpreter was told of. */
  readonly #knows = new Map<string, { key: string; done: Promise<unknown> }>();
  /** The judgement that is under way or done. */
  #done: Promise<unknown> = Promise.resolve();
  /** The last judgement. */
  #judged: { made: Made; judged: Judged } | null = null;
  readonly #built: (made: Made) => Built | null;
  turn = 0;

  /** `built` finds what was judged when the book was built. */
  constructor(asker: Asker, fixed: BuyingFixed, built: (made: Made) => Built | null) {
    this.#asker = asker;
    this.#fixed = fixed;
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
    if (answer.error)
      throw Object.assign(new Error(answer.error), { refused: answer.refused ?? [] }) satisfies Unjudged;
    return answer;
  }
  /** Read tables, and throw what the judge has against all of them. */
  check(goods: Made["goods"]): Promise<object> {
    return this.#ask("a", "tables", { goods });
  }
  /** Judge what is asked, unless it was judged when the book was built; call `tell` with what is judged so far. */
  async judge(made: Made, tell: (judged: Judged) => void): Promise<Judged> {
    const { turn } = this;
    const work = async (): Promise<Judged> => {
      const ready = await this.#built(made)
        ?.judged()
        .catch(() => null);
      const judged = ready ?? (await this.#parts(made, tell));
      if (turn === this.turn) this.#judged = { made, judged };
      return judged;
    };
    const done = work();
    this.#done = done;
    return done;
  }
  /**
   * Both interpreters judge all parts, from both ends, but those that the other one has judged: whoever comes to its end
   * first is done, however long the other one has something else to do, and if it fails.
   */
  async #parts({ wants, goods }: Made, tell: (judged: Judged) => void): Promise<Judged> {
    const { turn } = this;
    const done = new Set<number>();
    let judged: Judged | null = null;
    let refuse: (error: unknown) => void = () => undefined;
    const refused = new Promise<never>((_, reject) => (refuse = reject));
    const work = async (side: string, order: number[]): Promise<void> => {
      for (const part of order) {
        if (turn !== this.turn) return;
        if (done.has(part)) continue;
        const some = await this.#ask<JudgedPart>(side, "part", { wants, goods, part, of: PARTS }).catch((error) => {
          if ((error as Unjudged).refused) refuse(error); // the other one would say the same
          throw error;
        });
        if (turn !== this.turn || done.has(part)) continue;
        done.add(part);
        this.#judged = null; // the page shows others now
        judged = together(this.#fixed, wants, judged, some);
        if (done.size < PARTS) tell(judged);
      }
    };
    const all = [...Array(PARTS).keys()];
    const halves = [all.slice(0, PARTS / 2), all.slice(PARTS / 2)];
    const back = halves.flatMap((half) => half.reverse());
    const both = Promise.any([work("a", all), work("b", back)]).catch((error: AggregateError) => {
      throw error.errors[0];
    });
    await Promise.race([both, refused]);
    return judged as unknown as Judged;
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
    await this.#done.catch(() => undefined);
    if (!this.#judged) throw new Error("not all pools could be judged");
    const built = this.#built(this.#judged.made);
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
