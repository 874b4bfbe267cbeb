/** The page's interpreters: one that works, and a spare that is kept ready to take over. */
import { Lane } from "./worker-client";

/** When the spare boots: not while the first result is awaited; soon where one has just been used. */
const LATER = 1500;
const SOON = 250;
/** The owner of an interpreter in which a program has failed. */
export const BROKEN = {};

export class Lanes {
  /** How often one could not start since one could. */
  failures = 0;
  readonly #url: URL;
  #lane: Lane | null = null;
  #spare: Lane | null = null;
  /** Whether a spare was needed once: then it is likely to be needed again. */
  #used = false;
  /** The check of an untouched answer, when checks are to be expected: it is done before one is asked for. */
  #practice: string | null = null;

  constructor(url: URL) {
    this.#url = url;
  }

  get isUp(): boolean {
    return this.#lane !== null && this.#lane.up && !this.#lane.dead;
  }

  #make(): Lane {
    const lane = new Lane(this.#url);
    this.#prepare(lane);
    return lane;
  }
  #prepare(lane: Lane | null): void {
    if (this.#practice !== null && lane && !lane.dead) lane.rehearse(this.#practice);
  }

  warm(): Lane {
    if (!this.#lane || this.#lane.dead) {
      const lane = this.#spare && !this.#spare.dead ? this.#spare : this.#make();
      this.#lane = lane;
      this.#spare = null;
      lane.ready.then(
        () => this.#keepSpare(lane),
        () => (this.failures += 1),
      );
    }
    return this.#lane;
  }

  #keepSpare(lane: Lane): void {
    this.failures = 0;
    const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 8;
    if (memory <= 2 || lane !== this.#lane || lane.dead) return;
    setTimeout(() => (this.#spare ??= this.#make()), this.#used ? SOON : LATER);
  }

  /** From now on checks are to be expected. */
  rehearse(practice: string): void {
    this.#practice = practice;
    this.#prepare(this.warm());
    this.#prepare(this.#spare);
  }

  replace(reason: string): void {
    this.#used = true;
    this.#lane?.end(reason);
    this.warm();
  }

  /** Checks run no program where another text may have left something, not even an earlier one of the same answer. */
  laneForCheck(guarded: boolean): Lane {
    return this.laneFor({}, guarded);
  }
  /** A program has run that may have left something: a clean interpreter takes over now, so that the next check need not wait for it. */
  retire(lane: Lane): void {
    if (lane === this.#lane && !lane.dead && lane.guest) this.replace("a fresh one takes over");
  }

  /** A reader's program can leave anything behind in an interpreter, so nobody else runs where it ran. */
  laneFor(owner: object, guarded: boolean): Lane {
    const guest = this.#lane?.guest;
    if (guest && (!guarded || guest !== owner)) this.replace("a fresh one takes over");
    const lane = this.warm();
    if (guarded) lane.guest = owner;
    return lane;
  }
}
