/** One interpreter and its life: it boots, answers calls, and can be ended at any moment. */
import { wrap, type Remote as Wrapped } from "comlink";
import { errorOf, isTimed, newsOf } from "./decode-replies";
import type { Place } from "./places";
import type { Remote, Timed } from "./remote";
import { Starting, type Listener } from "./starting";

export const TOO_LONG = "too long";
/** Its name is that of its cause. */
export class Ended extends Error {
  constructor(why: string, name = "Error") {
    super(why);
    this.name = name;
  }
}

export class WorkerClient {
  readonly ready: Promise<string>;
  /** The line that the reader's code was last seen at. */
  line: number | null = null;
  /** Whose own program ran here. */
  guest: object | null = null;
  /** Told of each reply of a program to a test. */
  heard: (reply: string) => void = () => undefined;
  /** Told of the share of a file that has been read. */
  hasRead: (share: number) => void = () => undefined;
  #prepared: Promise<void> | null = null;
  #practised: string | null = null;
  #figured = false;
  /** Whether a check was requested: then there is nothing to practise. */
  asked = false;
  dead = false;
  up = false;
  readonly #starting = new Starting("worker.js");
  readonly #place: Place;
  readonly #remote: Wrapped<Remote>;
  #end: (reason: Error) => void = () => undefined;
  readonly #ended: Promise<never>;

  constructor(place: Place) {
    this.#place = place;
    this.#remote = wrap<Remote>(place.endpoint);
    this.#ended = new Promise<never>((_, reject) => (this.#end = reject));
    this.#ended.catch(() => undefined);
    place.failed((why) => this.#failed(why));
    place.staged((stage) => this.#starting.reached(stage));
    place.endpoint.addEventListener("message", (event) => {
      const { line, reply, stage, share } = newsOf((event as MessageEvent<unknown>).data);
      if (line !== undefined) this.line = line;
      if (reply !== undefined) this.heard(reply);
      if (share !== undefined) this.hasRead(share);
      if (stage !== undefined) this.#starting.reached(stage);
    });
    this.ready = this.call((remote) => remote.ready());
    this.ready.then(
      () => (this.up = true),
      (error: Error) => this.#failed(error),
    );
  }
  #failed(error: Error): void {
    this.end(error.message, error.name);
  }

  /** Wait until it is up, and report the progress. */
  async started(listener: Listener): Promise<void> {
    if (!this.up) await this.#starting.follow(listener, this.ready);
  }
  /** Wait until it can check, and report the progress. */
  async tested(listener: Listener): Promise<void> {
    await this.#starting.follow(listener, this.prepare());
  }
  /** Wait until it has the exercises, and report the progress. */
  async given(listener: Listener): Promise<void> {
    const given = this.call((remote) => remote.exercises());
    await this.#starting.follow(listener, given);
  }

  /** Call for a text with its time (ms). The reply may be anything: the program may have broken the interpreter. */
  async timed(work: (remote: Wrapped<Remote>) => Promise<unknown>, limit?: number): Promise<Timed> {
    const reply = await this.call(work, limit);
    if (!isTimed(reply)) throw new Error("the program has broken the interpreter: its answer has another form");
    return reply;
  }

  /** A call that fails when the interpreter ends; `limit` milliseconds end it. */
  async call<T>(work: (remote: Wrapped<Remote>) => Promise<T>, limit?: number): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (limit) timer = setTimeout(() => this.end(TOO_LONG), limit);
    try {
      const answer = work(this.#remote).catch((thrown: unknown) => {
        throw errorOf(thrown);
      });
      return await Promise.race([answer, this.#ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Unpacks the tester, once. */
  prepare(): Promise<void> {
    const done = (this.#prepared ??= this.call((remote) => remote.prepare()));
    done.catch(() => (this.#prepared = null)); // its files may load another time
    return done;
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

  end(reason: string, name?: string): void {
    if (this.dead) return;
    this.dead = true;
    this.#starting.over();
    this.#place.end();
    this.#end(new Ended(reason, name));
  }
}
