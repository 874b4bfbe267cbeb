/** One interpreter and its life: it boots, answers calls, and can be ended at any moment. */
import { wrap, type Remote as Wrapped } from "comlink";
import type { Place } from "./places";
import type { News, Remote } from "./remote";

export const TOO_LONG = "too long";
export class Ended extends Error {}

export class WorkerClient {
  readonly ready: Promise<string>;
  /** The line that the reader's code was last seen at. */
  line: number | null = null;
  /** Whose own program ran here. */
  guest: object | null = null;
  /** Told of each reply of a program to a test. */
  heard: (reply: string) => void = () => undefined;
  #prepared: Promise<void> | null = null;
  #practised: string | null = null;
  #figured = false;
  /** Whether a reader has asked for a check: then there is nothing to practise. */
  asked = false;
  dead = false;
  up = false;
  readonly #place: Place;
  readonly #remote: Wrapped<Remote>;
  #end: (reason: Error) => void = () => undefined;
  readonly #ended: Promise<never>;

  constructor(place: Place) {
    this.#place = place;
    this.#remote = wrap<Remote>(place.endpoint);
    this.#ended = new Promise<never>((_, reject) => (this.#end = reject));
    this.#ended.catch(() => undefined);
    place.failed((why) => this.end(why));
    place.endpoint.addEventListener("message", (event) => {
      const { line, reply } = (event as MessageEvent<News | null>).data ?? {};
      if (typeof line === "number") this.line = line;
      if (typeof reply === "string") this.heard(reply);
    });
    this.ready = this.call((remote) => remote.ready());
    this.ready.then(
      () => (this.up = true),
      (error: Error) => this.end(error.message),
    );
  }

  /** A call that fails when the interpreter ends; `limit` milliseconds end it. */
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
    this.#place.end();
    this.#end(new Ended(reason));
  }
}
