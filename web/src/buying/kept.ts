/** What a reader made, kept in the browser with its past; nothing of it is lost but by the reader's own hand. */
import type { BuyingFixed } from "../data/types";
import { MOST } from "./said";
import type { Made } from "./view";

const KEY = "wtg:buying";
const STEPS = 60;

interface Kept {
  v: 1;
  past: Made[];
  at: number;
}

const isMade = (made: unknown): made is Made => {
  const { wants, against, goods } = (made ?? {}) as Partial<Made>;
  return [wants, goods].every((each) => typeof each === "object" && each !== null) && typeof against === "string";
};

/** What is of the form of the book's wants: a setting that is not, is the book's. */
export function fitted(made: unknown, fixed: BuyingFixed): Made | null {
  if (!isMade(made)) return null;
  const own = fixed.purchases[0]?.wants ?? {};
  type Wants = Record<string, unknown>;
  const fit = (given: Wants, wanted: Wants): Wants =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => {
        const one = given[name];
        if (value && typeof value === "object") return [name, fit((one ?? {}) as Wants, value as Wants)];
        const isLike =
          typeof one === (typeof value === "boolean" ? "boolean" : "number") && Number(one) >= 0 && Number(one) < MOST;
        return [name, isLike || (one === null && typeof value !== "boolean") ? one : value];
      }),
    );
  const tables = new Set(fixed.tables.map(({ name }) => name));
  const goods = Object.entries(made.goods).filter(([name, csv]) => tables.has(name) && typeof csv === "string");
  return {
    wants: fit(made.wants, own) as Made["wants"],
    against: made.against in fixed.columns && made.against !== "cost" ? made.against : "loss",
    goods: Object.fromEntries(goods),
  };
}

export class History {
  readonly #storage: Storage | null;
  #past: Made[];
  #at = 0;

  constructor(first: Made, fixed: BuyingFixed, storage: Storage | null) {
    this.#storage = storage;
    this.#past = [first];
    try {
      const kept = JSON.parse(storage?.getItem(KEY) ?? "null") as Kept | null;
      const past = (kept?.v === 1 ? kept.past : []).map((made) => fitted(made, fixed)).filter((made) => made !== null);
      if (!past.length) return;
      this.#past = past;
      this.#at = Math.min(Math.max(0, kept?.at ?? 0), past.length - 1);
    } catch {
      // nothing was saved, or it was saved by another version of the page
    }
  }

  get now(): Made {
    return this.#past[this.#at] as Made;
  }
  get canUndo(): boolean {
    return this.#at > 0;
  }
  get canRedo(): boolean {
    return this.#at < this.#past.length - 1;
  }
  push(made: Made): void {
    this.#past = [...this.#past.slice(0, this.#at + 1), made].slice(-STEPS);
    this.#at = this.#past.length - 1;
    this.#keep();
  }
  go(step: number): Made {
    this.#at = Math.min(Math.max(0, this.#at + step), this.#past.length - 1);
    this.#keep();
    return this.now;
  }
  #keep(): void {
    try {
      this.#storage?.setItem(KEY, JSON.stringify({ v: 1, past: this.#past, at: this.#at } satisfies Kept));
    } catch {
      // full or forbidden: it lives as long as the page
    }
  }
}
