/** Messages while an interpreter starts or a file loads: the progress, and the missing file when nothing
 * moves. */
import type { Phase, Stage } from "./supply";

/** Nothing may stand still for so long (ms) without a word. */
export const PATIENCE = 10_000;
/** A start that is over sooner than this (ms) is not counted in bytes. */
const SOON = 1500;
/** A timer later than this (ms) was suspended: the device slept or the page was hidden. */
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
  const here = stage.of ? ` (${megabytes(stage.got)} of ${megabytes(stage.of)} MB are here)` : "";
  return `nothing has come for ${PATIENCE / 1000} seconds: waiting for ${waiting[0] ?? "the next file"}${here}. Check the connection; it goes on when more comes`;
}

/** Called with each line, `isStill` where nothing has moved for long, and with null once the start is over. */
export type Listener = (line: string | null, isStill: boolean) => void;

export class Starting {
  #stage: Stage;
  #line: [string, boolean] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #begun = performance.now();
  readonly #listeners = new Set<Listener>();

  /** `file`: the first file to load. */
  constructor(file: string) {
    this.#stage = { phase: "fetch", got: 0, of: 0, waiting: [file] };
  }

  /** Something has moved. */
  reached(stage: Stage): void {
    this.#stage = stage;
    if (this.#line?.[1] || performance.now() - this.#begun > SOON) this.#say(progress(stage), false);
    this.#watch();
  }

  /** Call `listener` with each line while `work` is under way, and with the one that stands, if there is one. */
  async follow<T>(listener: Listener, work: Promise<T>): Promise<T> {
    if (!this.#listeners.size) this.#begun = performance.now();
    this.#listeners.add(listener);
    if (this.#line) listener(...this.#line);
    this.#watch();
    try {
      return await work;
    } finally {
      this.#listeners.delete(listener);
      if (!this.#listeners.size) this.over();
      listener(null, false);
    }
  }

  over(): void {
    clearTimeout(this.#timer);
    this.#line = null;
  }

  #say(line: string, isStill: boolean): void {
    this.#line = [line, isStill];
    for (const listener of this.#listeners) listener(line, isStill);
  }

  /** Count from now: nothing is reported before a reader waits. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (!this.#listeners.size) return;
    const due = performance.now() + PATIENCE;
    this.#timer = setTimeout(() => {
      if (document.hidden || performance.now() - due > SLEPT) this.#watch();
      else this.#say(standstill(this.#stage), true);
    }, PATIENCE);
  }
}

/** Wait for a file that the browser fetches by itself, and report it if it does not arrive. */
export const patiently = <T>(file: string, listener: Listener, work: Promise<T>): Promise<T> =>
  new Starting(file).follow(listener, work);
