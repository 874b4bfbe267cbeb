/** The page's interpreters: one for the book's own code, and those that are shut in, for readers' programs. */
import { inThePage, shutIn, type Place } from "./places";
import { WorkerClient } from "./worker-client";

/** When the next guest room is made ready (ms): not while a reader waits for a result. */
const SOON = 250;
/** The owner of an interpreter in which a program has failed. */
export const BROKEN = {};
const isSmall = (): boolean => ((navigator as { deviceMemory?: number }).deviceMemory ?? 8) <= 2;

export interface Places {
  inThePage(live: string, isFresh: boolean): Place;
  shutIn(live: string, isFresh: boolean): Place;
}

export class WorkerPool {
  /** How often one could not start since one could. */
  failures = 0;
  readonly #live: string;
  readonly #places: Places;
  #host: WorkerClient | null = null;
  #guest: WorkerClient | null = null;
  /** The check of an untouched answer, when checks are likely: it is done in advance. */
  #practice: string | null = null;

  constructor(live: string, places: Places = { inThePage, shutIn }) {
    this.#live = live;
    this.#places = places;
  }

  get isUp(): boolean {
    return this.#host !== null && this.#host.up && !this.#host.dead;
  }

  #make(place: Place): WorkerClient {
    const client = new WorkerClient(place);
    client.ready.then(
      () => (this.failures = 0),
      () => (this.failures += 1),
    );
    return client;
  }

  /** Where the book's own code runs. */
  warm(): WorkerClient {
    if (!this.#host || this.#host.dead) {
      this.#host = this.#make(this.#places.inThePage(this.#live, this.failures > 0));
      if (this.#practice !== null) this.#host.rehearse(this.#practice);
    }
    return this.#host;
  }

  /** From now on checks are to be expected; `isProgram`: of programs. */
  rehearse(practice: string, isProgram: boolean): void {
    this.warm().rehearse((this.#practice = practice));
    if (isProgram) this.invite();
  }

  /** A reader's program is to be expected. */
  invite(): void {
    if (!isSmall()) this.#fresh();
  }

  /** The guest room, if it is unused. */
  #fresh(): WorkerClient {
    if (!this.#guest || this.#guest.dead) this.#guest = this.#make(this.#places.shutIn(this.#live, this.failures > 0));
    return this.#guest;
  }

  /** A reader's program can leave anything behind in an interpreter, so no other program runs there. */
  guestFor(owner: object): WorkerClient {
    if (this.#guest?.guest && this.#guest.guest !== owner) this.#guest.end("a fresh one takes over");
    const client = this.#fresh();
    client.guest = owner;
    return client;
  }

  /** The program has ended and may have left traces: a clean interpreter takes over, so that the next call need not wait. */
  retire(client: WorkerClient): void {
    if (client !== this.#guest || !client.guest) return;
    client.end("a fresh one takes over");
    if (!isSmall()) setTimeout(() => this.#fresh(), SOON);
  }

  /** Ends what runs: the program if it is one, else the book's own code. */
  replace(owner: object): void {
    if (this.#guest?.guest === owner) return this.#guest.end("stopped");
    this.#host?.end("stopped");
    this.warm();
  }
}
