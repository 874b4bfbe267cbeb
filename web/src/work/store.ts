/** What readers type, kept in the browser as one types, one record an edition of the book. */
import { decodeWork } from "./decode-work";
import { merged, mergedEntry } from "./merge-work";
import { empty, isEmpty, KINDS, unsaid, type ExerciseWork, type Kind, type Work } from "./work";

const PREFIX = "wtg:work:";
const NAME = "wtg:name";
const PROBE = "wtg:probe";

/** What stands at an id; null where there is nothing. */
type Entry = [Kind, string, unknown];
/** What stood at an id, and what took its place. */
export type GaveWay = [Kind, string, unknown, unknown];

function place(work: Work, kind: Kind, id: string, entry: unknown): void {
  const part = work[kind] as Record<string, unknown>;
  if (entry === null) delete part[id];
  else part[id] = entry;
}

/** The entries in which `after` is another than `before`. */
const differences = (before: Work, after: Work): Entry[] =>
  KINDS.flatMap((kind) =>
    [...new Set([...Object.keys(before[kind]), ...Object.keys(after[kind])])]
      .filter((id) => JSON.stringify(before[kind][id]) !== JSON.stringify(after[kind][id]))
      .map((id): Entry => [kind, id, structuredClone(after[kind][id]) ?? null]),
  );

export class Store {
  readonly edition: string;
  /** Called when work can no longer be kept here, and when it can again. */
  onUnsaved: (lost: boolean) => void = () => undefined;
  readonly #storage: Storage | null;
  /** The entries that the browser would not take: they live as long as the page. */
  #unkept: Entry[] = [];

  constructor(edition: string, storage: Storage | null) {
    this.edition = edition;
    this.#storage = storage;
  }

  #read(edition: string): Work {
    try {
      const text = this.#storage?.getItem(PREFIX + edition);
      return text ? decodeWork(JSON.parse(text)) : empty();
    } catch {
      return empty();
    }
  }
  #write(work: Work): void {
    const before = this.isUnsaved;
    try {
      if (!this.#storage) throw new Error("there is no storage");
      if (isEmpty(work)) this.#storage.removeItem(PREFIX + this.edition);
      else this.#storage.setItem(PREFIX + this.edition, JSON.stringify({ v: 2, ...work }));
      this.#unkept = [];
    } catch {
      this.#unkept = differences(this.#read(this.edition), work); // full or forbidden
    }
    if (before !== this.isUnsaved) this.onUnsaved(this.isUnsaved);
  }
  /** Whether the browser would keep something now. */
  canKeep(): boolean {
    try {
      if (!this.#storage) return false;
      this.#storage.setItem(PROBE, "x".repeat(1000));
      this.#storage.removeItem(PROBE);
      return true;
    } catch {
      return false;
    }
  }
  /** Whether closing the page would lose something. */
  get isUnsaved(): boolean {
    return this.#unkept.length > 0;
  }
  all(): Work {
    const work = this.#read(this.edition); // another tab may have written since
    for (const [kind, id, entry] of this.#unkept) place(work, kind, id, structuredClone(entry));
    return work;
  }

  get<K extends Kind>(kind: K, id: string): Work[K][string] | undefined {
    return this.all()[kind][id] as Work[K][string] | undefined;
  }
  set<K extends Kind>(kind: K, id: string, value: Work[K][string] | null): void {
    const work = this.all();
    place(work, kind, id, value);
    this.#write(work);
  }
  /** Replace the work; return the work before. */
  put(work: Work): GaveWay[] {
    const before = this.all();
    this.#write(work);
    return differences(work, before).map(([kind, id, was]) => [kind, id, was, work[kind][id] ?? null]);
  }
  /** Put the replaced work back, and put newer work at the same place aside. */
  undo(gave: GaveWay[]): void {
    const work = this.all();
    for (const [kind, id, before, after] of gave) {
      const now = work[kind][id] ?? null;
      const isOurs = JSON.stringify(now) === JSON.stringify(after);
      if (isOurs) place(work, kind, id, before);
      else if (kind === "exercises" && before) {
        const both = now ? mergedEntry(before as ExerciseWork, now as ExerciseWork) : before;
        place(work, kind, id, both);
      } else if (!now) place(work, kind, id, before);
    }
    this.#write(work);
  }

  /** Calls back when another tab has changed the work, or when the page returns from the back-forward cache. */
  watch(changed: () => void): void {
    window.addEventListener("storage", (event) => {
      if (event.key === null || event.key === PREFIX + this.edition) changed();
    });
    window.addEventListener("pageshow", (event) => event.persisted && changed());
  }

  /** Earlier editions with work in this browser. */
  older(): string[] {
    const found: string[] = [];
    for (let i = 0; i < (this.#storage?.length ?? 0); i++) {
      const key = this.#storage?.key(i) ?? "";
      if (key.startsWith(PREFIX) && key !== PREFIX + this.edition) found.push(key.slice(PREFIX.length));
    }
    return found.filter((edition) => !isEmpty(this.#read(edition))).sort();
  }
  /** Imports an earlier edition's work, to be checked again; keeps aside what this edition's work replaces. */
  keep(edition: string): void {
    const [own, theirs] = [this.all(), this.#read(edition)];
    for (const work of Object.values(theirs.exercises)) Object.assign(work, { state: "new", points: 0 });
    for (const work of Object.values(theirs.predictions)) unsaid(work);
    this.#write(merged(own, theirs, "own"));
    if (!this.isUnsaved) this.discard(edition);
  }
  discard(edition: string): void {
    this.#storage?.removeItem(PREFIX + edition);
  }

  /** How the reader wants to be called in an answer file, in whatever edition. */
  get name(): string {
    try {
      return this.#storage?.getItem(NAME) ?? this.#name;
    } catch {
      return this.#name;
    }
  }
  set name(name: string) {
    this.#name = name;
    try {
      if (name) this.#storage?.setItem(NAME, name);
      else this.#storage?.removeItem(NAME);
    } catch {
      /* it lives as long as the page */
    }
  }
  #name = "";
}
