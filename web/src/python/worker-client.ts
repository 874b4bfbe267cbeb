/** One worker and its life: it boots, answers calls, and can be ended at any moment. */
import { wrap, type Remote as Wrapped } from "comlink";
import type { Remote } from "./remote";

export const TOO_LONG = "too long";
export class Ended extends Error {}

export class WorkerClient {
  readonly ready: Promise<string>;
  /** The line that the reader's code was last seen at. */
  line: number | null = null;
  /** Whose own program ran here. */
  guest: object | null = null;
  #prepared: Promise<void> | null = null;
  #practised: string | null = null;
  #figured = false;
  /** Whether a reader has asked for a check: then there is nothing to practise. */
  asked = false;
  dead = false;
  up = false;
  readonly #worker: Worker;
  readonly #remote: Wrapped<Remote>;
  #end: (reason: Error) => void = () => undefined;
  readonly #ended: Promise<never>;

  constructor(url: URL) {
    this.#worker = new Worker(url, { type: "module", name: "figures" });
    this.#remote = wrap<Remote>(this.#worker);
    this.#ended = new Promise<never>((_, reject) => (this.#end = reject));
    this.#ended.catch(() => undefined);
    this.#worker.addEventListener("error", (event) => this.end(event.message || "its files could not be loaded"));
    this.#worker.addEventListener("message", (event: MessageEvent<{ line?: number }>) => {
      if (typeof event.data?.line === "number") this.line = event.data.line;
    });
    this.ready = this.call((remote) => remote.ready());
    this.ready.then(
      () => (this.up = true),
      (error: Error) => this.end(error.message),
    );
  }

  /** A call that fails when the worker ends; `limit` milliseconds end the worker. */
  async call<T>(work: (remote: Wrapped<Remote>) => Promise<T>, limit?: number): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (limit) timer = setTimeout(() => this.end(TOO_LONG), limit);
    try {
      return await Promise.race([work(this.#remote), this.#ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Unpacks the tester, once. */
  prepare(): Promise<void> {
    return (this.#prepared ??= this.call((remote) => remote.prepare()));
  }
  /** Checks an answer for practice: an exercise's first check in an interpreter takes longer than those after it. */
  rehearse(wish: string): void {
    if (wish === this.#practised) return;
    this.#practised = wish;
    const practise = (): unknown => this.asked || this.call((remote) => remote.check(wish));
    this.prepare()
      .then(practise)
      .catch(() => undefined);
  }

  /** Runs a figure for practice, once. */
  practise(figure: string): void {
    if (this.#figured) return;
    this.#figured = true;
    this.ready.then(() => this.call((remote) => remote.practise(figure))).catch(() => undefined);
  }

  end(reason: string): void {
    if (this.dead) return;
    this.dead = true;
    this.#worker.terminate();
    this.#end(new Ended(reason));
  }
}
