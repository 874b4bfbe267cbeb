/** What a reader is told while an interpreter starts: how far it has come, and what it waits for when nothing moves. */
import type { Phase, Stage } from "./supply";

/** Nothing may stand still for so long (ms) without a word. */
export const PATIENCE = 10_000;
/** A start that is over sooner than this (ms) is not counted in bytes. */
const SOON = 1500;
/** A timer that comes later than this (ms) has slept: the device was asleep or the page out of sight. */
const SLEPT = 3000;
const MB = 1e6;

const WORDS: Record<Phase, string> = {
  fetch: "loading the interpreter…",
  compile: "compiling the interpreter…",
  start: "starting the interpreter…",
  unpack: "unpacking the tests…",
  import: "loading the tests…",
};
const megabytes = (bytes: number): string => (bytes / MB).toFixed(1);

/** Say in a few words how far the start is. */
function progress({ phase, got, of }: Stage): string {
  if (phase !== "fetch" || !of) return WORDS[phase];
  return `loading the interpreter: ${megabytes(got)} of ${megabytes(of)} MB`;
}

/** Say what has not moved for ten seconds, and what to do. */
function standstill(stage: Stage): string {
  const { phase, waiting } = stage;
  if (phase !== "fetch")
    return `${WORDS[phase].replace("…", "")} takes longer than ${PATIENCE / 1000} seconds on this device; it goes on`;
  const file = waiting[0] ?? "the next file";
  return `nothing has come for ${PATIENCE / 1000} seconds: waiting for ${file} (${megabytes(stage.got)} of ${megabytes(stage.of)} MB are here). Check the connection; it goes on when more comes`;
}

/** Called with each line, `isStill` where nothing has moved for long, and with null once the start is over. */
export type Listener = (line: string | null, isStill: boolean) => void;

export class Starting {
  #stage: Stage = { phase: "fetch", got: 0, of: 0, waiting: ["worker.js"] };
  #line: [string, boolean] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #begun = performance.now();
  readonly #listeners = new Set<Listener>();

  constructor() {
    this.#watch();
  }

  /** Something has moved. */
  reached(stage: Stage): void {
    this.#stage = stage;
    this.#watch();
    if (performance.now() - this.#begun > SOON) this.#say(progress(stage), false);
  }

  /** Call `listener` with each line from now on, and with the one that stands, if there is one; the result ends it. */
  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#line) listener(...this.#line);
    return () => this.#listeners.delete(listener);
  }

  over(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #say(line: string, isStill: boolean): void {
    this.#line = [line, isStill];
    for (const listener of this.#listeners) listener(line, isStill);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const due = performance.now() + PATIENCE;
    this.#timer = setTimeout(() => {
      if (document.hidden || performance.now() - due > SLEPT) this.#watch();
      else this.#say(standstill(this.#stage), true);
    }, PATIENCE);
  }
}
