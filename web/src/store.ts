/** What readers type, kept in the browser as one types, one record an edition of the book. */
import { asWork, empty, isEmpty, KINDS, type Kind, type Work } from "./saved";

const PREFIX = "wtg:work:";
const NAME = "wtg:name";

export class Store {
  readonly edition: string;
  /** Called when what is typed can no longer be kept here, and when it can again. */
  onTrouble: (lost: boolean) => void = () => undefined;
  readonly #storage: Storage | null;
  /** What the browser would not take: it lives as long as the page. */
  #memory: Work | null = null;

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
    const before = this.#memory;
    try {
      if (!this.#storage) throw new Error("there is no storage");
      if (isEmpty(work)) this.#storage.removeItem(PREFIX + this.edition);
      else this.#storage.setItem(PREFIX + this.edition, JSON.stringify({ v: 2, ...work }));
      this.#memory = null;
    } catch {
      this.#memory = work; // full or forbidden
    }
    if ((before === null) !== (this.#memory === null)) this.onTrouble(this.#memory !== null);
  }
  /** Whether closing the page would lose something. */
  get isUnsaved(): boolean {
    return this.#memory !== null && !isEmpty(this.#memory);
  }
  all(): Work {
    return this.#memory ? structuredClone(this.#memory) : this.#read(this.edition);
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
  /** Takes over a whole piece of work. */
  put(work: Work): void {
    this.#write(work);
  }

  /** Calls back when another tab has changed the work, or when the page comes back from where it was put away. */
  watch(changed: () => void): void {
    window.addEventListener("storage", (event) => {
      if (event.key === null || event.key === PREFIX + this.edition) changed();
    });
    window.addEventListener("pageshow", (event) => event.persisted && changed());
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
  /** Takes over an earlier edition's work, to be checked anew; what was typed in this edition wins. */
  keep(edition: string): void {
    const [mine, theirs] = [this.all(), this.#read(edition)];
    for (const work of Object.values(theirs.exercises)) Object.assign(work, { state: "new", points: 0 });
    for (const work of Object.values(theirs.predictions)) delete work.said;
    for (const kind of KINDS) Object.assign(mine[kind], { ...theirs[kind], ...mine[kind] });
    this.#write(mine);
    if (!this.#memory) this.discard(edition);
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
