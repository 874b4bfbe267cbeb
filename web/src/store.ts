/** What readers type, kept in the browser as one types, one record an edition of the book. */

export interface FigureWork {
  params: Record<string, unknown>;
  seed: unknown;
  code?: string;
}
export interface ExerciseWork {
  code: string;
  state: "new" | "tried" | "passed";
  hints: number;
}
export interface Work {
  figures: Record<string, FigureWork>;
  exercises: Record<string, ExerciseWork>;
  predictions: Record<string, number>;
}
export interface AnswerFile extends Work {
  v: 1;
  edition: string;
}
export type Kind = keyof Work;

const PREFIX = "wtg:work:";
const empty = (): Work => ({ figures: {}, exercises: {}, predictions: {} });
const isEmpty = (work: Work): boolean => Object.values(work).every((part) => Object.keys(part as object).length === 0);

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);

const fits: Record<Kind, (v: unknown) => boolean> = {
  figures: (v) => isRecord(v) && isRecord(v.params) && ["undefined", "string"].includes(typeof v.code),
  exercises: (v) => isRecord(v) && typeof v.code === "string" && typeof v.hints === "number",
  predictions: (v) => typeof v === "number" && Number.isFinite(v),
};

/** Whatever lies in the browser or in a file, as work; parts that are not of the right form are left out. */
export function asWork(value: unknown): Work {
  const work = empty();
  if (!isRecord(value)) return work;
  for (const kind of Object.keys(work) as Kind[]) {
    const part = value[kind];
    if (!isRecord(part)) continue;
    for (const [id, entry] of Object.entries(part)) {
      if (/^[a-z][a-z0-9-]*$/.test(id) && fits[kind](entry)) (work[kind] as Record<string, unknown>)[id] = entry;
    }
  }
  return work;
}

export class Store {
  readonly edition: string;
  #storage: Storage | null;
  #memory: Work = empty();

  constructor(edition: string, storage: Storage | null) {
    this.edition = edition;
    this.#storage = storage;
  }

  #read(edition: string): Work {
    try {
      const text = this.#storage?.getItem(PREFIX + edition);
      return text ? asWork(JSON.parse(text)) : empty();
    } catch {
      return empty();
    }
  }
  #write(work: Work): void {
    this.#memory = work;
    try {
      if (isEmpty(work)) this.#storage?.removeItem(PREFIX + this.edition);
      else this.#storage?.setItem(PREFIX + this.edition, JSON.stringify(work));
    } catch {
      this.#storage = null; // full or forbidden: from now on the work lives as long as the page
    }
  }
  all(): Work {
    return this.#storage ? this.#read(this.edition) : this.#memory;
  }

  get<K extends Kind>(kind: K, id: string): Work[K][string] | undefined {
    return this.all()[kind][id] as Work[K][string] | undefined;
  }
  set<K extends Kind>(kind: K, id: string, value: Work[K][string] | null): void {
    const work = this.all();
    const part = work[kind] as Record<string, unknown>;
    if (value === null) delete part[id];
    else part[id] = value;
    this.#write(work);
  }

  /** Earlier editions whose work lies in this browser. */
  older(): string[] {
    const found: string[] = [];
    for (let i = 0; i < (this.#storage?.length ?? 0); i++) {
      const key = this.#storage?.key(i) ?? "";
      if (key.startsWith(PREFIX) && key !== PREFIX + this.edition) found.push(key.slice(PREFIX.length));
    }
    return found.filter((edition) => !isEmpty(this.#read(edition))).sort();
  }
  /** Takes over an earlier edition's work; what was typed in this edition wins. */
  keep(edition: string): void {
    this.merge(this.#read(edition), false);
    this.discard(edition);
  }
  discard(edition: string): void {
    this.#storage?.removeItem(PREFIX + edition);
  }

  merge(more: Work, wins: boolean): void {
    const work = this.all();
    for (const kind of Object.keys(work) as Kind[]) {
      const mine = work[kind] as Record<string, unknown>;
      const theirs = more[kind] as Record<string, unknown>;
      Object.assign(mine, wins ? theirs : { ...theirs, ...mine });
    }
    this.#write(work);
  }
  toFile(): AnswerFile {
    return { v: 1, edition: this.edition, ...this.all() };
  }
  /** Takes in a file; returns a line that says why it cannot, or null. */
  fromFile(text: string): string | null {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return "this file is not one of saved work: it is not JSON";
    }
    if (!isRecord(value) || value.v !== 1) return "this file is not one of saved work";
    this.merge(asWork(value), true);
    return null;
  }
}
