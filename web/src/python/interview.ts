/** Calls a program, in an interpreter of its own, as the tests ask. */
import type { Asked, Answer, Said } from "../data/types";
import { replyOf } from "./decode-replies";
import { TOO_LONG, type WorkerClient } from "./worker-client";
import type { Listener } from "./starting";
import type { WorkerPool } from "./worker-pool";

const SECOND = 1000;

export class Interview {
  /** What the program has said so far, by test. */
  readonly said: Record<string, Said> = {};
  readonly #pool: WorkerPool;
  readonly #owner: object;
  readonly #code: Answer;
  #client: WorkerClient | null = null;
  #harmless = false;
  /** Milliseconds that the program has had. */
  #used = 0;

  readonly #onStart: Listener;

  constructor(pool: WorkerPool, owner: object, code: Answer, onStart: Listener) {
    this.#onStart = onStart;
    this.#pool = pool;
    this.#owner = owner;
    this.#code = code;
  }

  /** Asks until all is answered, or the program has ended in too many tests. */
  async hold({ ask, limits }: Asked, isStopped: () => boolean): Promise<void> {
    for (const [test, asked] of Object.entries(ask)) this.said[test] = { asked, replies: [], ended: null, line: null };
    let left = Object.keys(ask);
    for (let ended = 0; left.length && ended < limits.tests && !isStopped(); ended++)
      left = await this.#session(left, limits);
  }

  /** Asks test after test until one ends the interpreter; the rest is left open. */
  async #session(tests: string[], limits: Asked["limits"]): Promise<string[]> {
    const client = this.#pool.guestFor(this.#owner);
    this.#client = client;
    await client.started(this.#onStart);
    client.line = null;
    let at = 0;
    let isFirst = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let begun = performance.now();
    const wait = (seconds: number): void => {
      clearTimeout(timer);
      const ms = Math.min(seconds * SECOND, limits.total * SECOND - this.#used);
      timer = setTimeout(() => client.end(TOO_LONG), Math.max(0, ms));
    };
    client.heard = (text) => {
      if (isFirst) this.#harmless = text === "true"; // said before the program ran
      isFirst = false;
      const reply = replyOf(text);
      const test = this.said[tests[reply?.[0] ?? -1] ?? ""];
      if (!reply || !test) return;
      at = reply[0];
      test.replies.push([reply[1], reply[2]]);
      this.#used += performance.now() - begun;
      begun = performance.now();
      const isOver = test.replies.length > test.asked.length;
      if (isOver) at += 1;
      wait(isOver ? limits.load : limits.call);
    };
    wait(limits.load);
    try {
      const asked = tests.map((test) => this.said[test]?.asked);
      await client.call((remote) => remote.interview(JSON.stringify({ code: this.#code, tests: asked })));
      return [];
    } catch (error) {
      client.end((error as Error).message);
      const test = this.said[tests[at] ?? ""];
      if (test) {
        test.ended = (error as Error).message === TOO_LONG ? "late" : "gone";
        test.line = client.line;
      }
      return test?.replies.length ? tests.slice(at + 1) : []; // a program that cannot be loaded answers no other question
    } finally {
      this.#used += performance.now() - begun;
      clearTimeout(timer);
      client.heard = () => undefined;
    }
  }

  /** The program's interpreter, if that has ended. */
  get ended(): WorkerClient | null {
    return this.#client?.dead ? this.#client : null;
  }

  /** Gives the interpreter up, unless the program has surely left nothing in it. */
  over(): void {
    if (!this.#client || this.#client.dead) return;
    if (this.#harmless) this.#client.guest = null;
    else this.#pool.retire(this.#client);
  }
}
