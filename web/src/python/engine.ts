/** The page's interpreters, and the runs and checks that take turns on them. */
import { broken, lacking, tooLong, tooMany } from "./failure";
import { Ended, TOO_LONG, type WorkerClient } from "./worker-client";
import { isJudged, isPosed, isSheet, isSolved, isStep, type Guard } from "./decode-replies";
import { read, type Check, type Missed, type Outcome, type RunProgress } from "./outcome";
import { Interview } from "./interview";
import type { Listener } from "./starting";
import { isOfFile } from "./file-fault";
import { BROKEN, WorkerPool } from "./worker-pool";
import type { Posed, Refused, Request, Solved, Verdict, Wish } from "../data/types";
import type { Sheet, SheetWish } from "../data/types";

const PATIENCE = 10_000;
const FIRST = 0.025;
const LATER = 0.04;
const MOST_ROWS = 300_000;

interface Job {
  owner: object;
  cancelled: boolean;
  stopped: boolean;
}

export class Engine {
  readonly #pool: WorkerPool;
  #tail: Promise<unknown> = Promise.resolve();
  #jobs = new Map<object, Job>();
  #active: Job | null = null;

  constructor(live: string) {
    this.#pool = new WorkerPool(live);
  }

  get isUp(): boolean {
    return this.#pool.isUp;
  }
  /** Boots the interpreter if it is not up yet. */
  warm(): void {
    this.#pool.warm();
  }
  /** Boots it and makes it ready for runs of such a figure. */
  practise(figure: string): void {
    this.#pool.warm().practise(figure);
  }
  /** Boot it and make it ready for checks, because the reader works on an exercise. */
  rehearse(untouched: Check): void {
    this.#pool.rehearse(JSON.stringify(untouched), typeof untouched.answer === "string");
  }
  /** Somebody is at a program. */
  invite(): void {
    this.#pool.invite();
  }

  /** Ends what the owner runs now, even an endless loop. */
  stop(owner: object): void {
    const job = this.#jobs.get(owner);
    if (!job) return;
    job.cancelled = job.stopped = true;
    if (job === this.#active) this.#pool.replace(owner);
  }

  /** What the owner runs now is not needed any more. */
  drop(owner: object): void {
    const job = this.#jobs.get(owner);
    if (job) job.cancelled = true;
  }

  /** Runs of one owner replace each other; runs of several wait for their turn. */
  async #turn<T>(owner: object, work: (job: Job) => Promise<T>): Promise<T> {
    const earlier = this.#jobs.get(owner);
    if (earlier) earlier.cancelled = true;
    const job: Job = { owner, cancelled: false, stopped: false };
    this.#jobs.set(owner, job);
    this.#pool.warm();
    const run = this.#tail.then(async () => {
      this.#active = job;
      try {
        return await work(job);
      } finally {
        this.#active = null;
        if (this.#jobs.get(owner) === job) this.#jobs.delete(owner);
      }
    });
    this.#tail = run.catch(() => undefined);
    return run;
  }

  /** `guarded` code is the reader's own: it is ended when it gives nothing for ten seconds. */
  run(
    owner: object,
    request: Request,
    guarded: boolean,
    onProgress: (p: RunProgress) => void,
    onStart: Listener,
  ): Promise<Outcome> {
    return this.#turn(owner, async (job): Promise<Outcome> => {
      if (job.cancelled) return { kind: job.stopped ? "stopped" : "cancelled" };
      const client = guarded ? this.#pool.guestFor(owner) : this.#pool.warm();
      const limit = guarded ? PATIENCE : undefined;
      let ms = 0;
      let count = 0;
      let gained = performance.now();
      try {
        await client.started(onStart);
        client.line = null;
        const text = JSON.stringify(request);
        for (let first = true; ; first = false) {
          const answer = await client.timed((r) => (first ? r.begin(text, FIRST) : r.step(LATER)), limit);
          ms += answer.ms;
          const step = read(answer.text, isStep);
          const rows = step.rows ?? [];
          count += rows.length;
          if (rows.length) gained = performance.now();
          if ("error" in step) {
            if (guarded) client.guest = BROKEN;
            if (rows.length) onProgress({ rows, ms });
            return { kind: "error", error: step.error, output: step.output ?? "", keep: rows.length > 0 };
          }
          if (job.stopped) return { kind: "stopped" };
          onProgress({ rows, ms });
          if (step.done) return { kind: "done", result: step.result, output: step.output, ms };
          if (job.cancelled) return { kind: "cancelled" };
          if (guarded && performance.now() - gained > PATIENCE) throw new Ended(TOO_LONG);
          if (count > MOST_ROWS) return { kind: "error", error: tooMany(MOST_ROWS), output: "" };
        }
      } catch (error) {
        return this.#failed(job, client, error as Error, "figure");
      }
    });
  }

  /** Asks something of the exercises. */
  #ask<T>(
    owner: object,
    isFitting: Guard<T>,
    ask: (client: WorkerClient) => Promise<{ text: string }>,
    onStart: Listener = () => undefined,
  ): Promise<T | Missed> {
    return this.#turn(owner, async (job): Promise<T | Missed> => {
      if (job.cancelled) return { kind: job.stopped ? "stopped" : "cancelled" };
      const client = this.#pool.warm();
      try {
        await client.started(onStart);
        await client.given(onStart);
        return read((await ask(client)).text, isFitting);
      } catch (error) {
        return this.#failed(job, client, error as Error, "exercise");
      }
    });
  }

  /** The tests run beside the book's own code. A program runs elsewhere and answers their questions. */
  async check(owner: object, wish: Check, onStart: Listener = () => undefined): Promise<Verdict | Missed> {
    return this.#turn(owner, async (job): Promise<Verdict | Missed> => {
      if (job.cancelled) return { kind: job.stopped ? "stopped" : "cancelled" };
      const client = this.#pool.warm();
      const interview = new Interview(this.#pool, owner, wish.answer, onStart);
      try {
        await client.started(onStart);
        client.asked = true;
        await client.tested(onStart);
        for (let round = 0; ; round++) {
          const text = JSON.stringify({ ...wish, said: interview.said, round });
          const judged = read((await client.timed((r) => r.check(text))).text, isJudged);
          if (!("ask" in judged)) return judged;
          await interview.hold(judged, () => job.stopped);
          if (job.stopped) return { kind: "stopped" };
        }
      } catch (error) {
        return this.#failed(job, interview.ended ?? client, error as Error, "exercise");
      } finally {
        interview.over();
      }
    });
  }
  /** What a variant puts into the question. */
  pose(owner: object, wish: Wish, onStart?: Listener): Promise<Posed | Refused | Missed> {
    return this.#ask(owner, isPosed, (client) => client.timed((r) => r.pose(JSON.stringify(wish))), onStart);
  }
  solve(owner: object, wish: Wish, onStart?: Listener): Promise<Solved | Refused | Missed> {
    return this.#ask(owner, isSolved, (client) => client.timed((r) => r.solve(JSON.stringify(wish))), onStart);
  }
  sheet(owner: object, wish: SheetWish, onStart: Listener): Promise<Sheet | Missed> {
    return this.#ask(owner, isSheet, (client) => client.timed((r) => r.sheet(JSON.stringify(wish))), onStart);
  }

  #failed(job: Job, client: WorkerClient, error: Error, what: "figure" | "exercise"): Missed {
    if (job.stopped) return { kind: "stopped" };
    if (client.up && !client.dead && isOfFile(error)) return { kind: "error", error: lacking(error), output: "" };
    const slow = error instanceof Ended && error.message === TOO_LONG;
    client.end(error.message);
    if (this.#pool.failures < 2) this.#pool.warm();
    const why = slow ? tooLong(client.line, what) : broken(error, this.#pool.failures > 0, client.line);
    return { kind: "error", error: why, output: "" };
  }
}
