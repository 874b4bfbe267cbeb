/** The page's interpreters: one that works, and a spare that is kept ready to take over. */
import { WorkerClient } from "./worker-client";

/** When the spare boots: not before the first use, nor while its result is awaited; soon where one has just been used. */
const LATER = 1500;
const SOON = 250;
/** The owner of an interpreter in which a program has failed. */
export const BROKEN = {};

export class WorkerPool {
  /** How often one could not start since one could. */
  failures = 0;
  readonly #url: URL;
  #client: WorkerClient | null = null;
  #spare: WorkerClient | null = null;
  /** Whether something has run: before that nobody stops anything. */
  #begun = false;
  /** Whether a spare was needed once: then it is likely to be needed again. */
  #used = false;
  /** The check of an untouched answer, when checks are to be expected: it is done before one is asked for. */
  #practice: string | null = null;

  constructor(url: URL) {
    this.#url = url;
  }

  get isUp(): boolean {
    return this.#client !== null && this.#client.up && !this.#client.dead;
  }

  #make(): WorkerClient {
    const client = new WorkerClient(this.#url);
    this.#prepare(client);
    return client;
  }
  #prepare(client: WorkerClient | null): void {
    if (this.#practice !== null && client && !client.dead) client.rehearse(this.#practice);
  }

  warm(): WorkerClient {
    if (!this.#client || this.#client.dead) {
      const client = this.#spare && !this.#spare.dead ? this.#spare : this.#make();
      this.#client = client;
      this.#spare = null;
      client.ready.then(
        () => {
          this.failures = 0;
          if (this.#begun) this.#keepSpare(client);
        },
        () => (this.failures += 1),
      );
    }
    return this.#client;
  }

  #keepSpare(client: WorkerClient): void {
    const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 8;
    if (memory <= 2 || client !== this.#client || client.dead) return;
    setTimeout(() => (this.#spare ??= this.#make()), this.#used ? SOON : LATER);
  }

  /** From now on checks are to be expected. */
  rehearse(practice: string): void {
    this.#practice = practice;
    this.#begun = true;
    this.#prepare(this.warm());
    this.#prepare(this.#spare);
  }

  replace(reason: string): void {
    this.#used = true;
    this.#client?.end(reason);
    this.warm();
  }

  /** Checks run no program where another text may have left something, not even an earlier one of the same answer. */
  clientForCheck(guarded: boolean): WorkerClient {
    return this.clientFor({}, guarded);
  }
  /** A program has run that may have left something: a clean interpreter takes over now, so that the next check need not wait for it. */
  retire(client: WorkerClient): void {
    if (client === this.#client && !client.dead && client.guest) this.replace("a fresh one takes over");
  }

  /** A reader's program can leave anything behind in an interpreter, so nobody else runs where it ran. */
  clientFor(owner: object, guarded: boolean): WorkerClient {
    const guest = this.#client?.guest;
    if (guest && (!guarded || guest !== owner)) this.replace("a fresh one takes over");
    const client = this.warm();
    if (guarded) client.guest = owner;
    if (!this.#begun) client.ready.then(() => this.#keepSpare(client)).catch(() => undefined);
    this.#begun = true;
    return client;
  }
}
