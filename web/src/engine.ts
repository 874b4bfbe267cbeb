/** The page's interpreter: one warm worker, one spare, and the runs that take turns on it. */
import { broken, tooLong, tooMany } from "./failure";
import { Ended, Lane, TOO_LONG } from "./lane";
import type { Fault, Request, Result, Row, Step, Verdict } from "./types";

export const PATIENCE = 10_000;
const FIRST = 0.025;
const LATER = 0.04;
const MOST_ROWS = 300_000;
const BROKEN = {};

export interface Progress {
  rows: Row[];
  ms: number;
}
export type Outcome =
  | { kind: "done"; result: Result; output: string; ms: number }
  | { kind: "error"; error: Fault; output: string; keep?: boolean }
  | { kind: "stopped" }
  | { kind: "cancelled" };

interface Job {
  owner: object;
  cancelled: boolean;
  stopped: boolean;
}

export class Engine {
  readonly #url: URL;
  #lane: Lane | null = null;
  #spare: Lane | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  #jobs = new Map<object, Job>();
  #active: Job | null = null;
  #failures = 0;

  constructor(live: string) {
    this.#url = new URL("worker.js", live);
  }

  get isUp(): boolean {
    return this.#lane !== null && this.#lane.up && !this.#lane.dead;
  }

  /** Boots the interpreter if it is not up yet. */
  warm(): Lane {
    if (!this.#lane || this.#lane.dead) {
      const lane = this.#spare && !this.#spare.dead ? this.#spare : new Lane(this.#url);
      this.#lane = lane;
      this.#spare = null;
      lane.ready.then(
        () => this.#keepSpare(lane),
        () => (this.#failures += 1),
      );
    }
    return this.#lane;
  }

  #keepSpare(lane: Lane): void {
    this.#failures = 0;
    const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 8;
    if (memory > 2 && lane === this.#lane && !lane.dead) {
      setTimeout(() => (this.#spare ??= new Lane(this.#url)), 1500);
    }
  }

  /** Ends what the owner runs now, even an endless loop; the spare takes over. */
  stop(owner: object): void {
    const job = this.#jobs.get(owner);
    if (!job) return;
    job.cancelled = job.stopped = true;
    if (job === this.#active) this.#replace("stopped");
  }

  #replace(reason: string): void {
    this.#lane?.end(reason);
    this.warm();
  }

  /** A reader's program can leave anything behind in an interpreter, so nobody else runs where it ran. */
  #laneFor(owner: object, guarded: boolean): Lane {
    const guest = this.#lane?.guest;
    if (guest && (!guarded || guest !== owner)) this.#replace("a fresh one takes over");
    const lane = this.warm();
    if (guarded) lane.guest = owner;
    return lane;
  }

  /** Runs of one owner replace each other; runs of several wait for their turn. */
  async #turn<T>(owner: object, work: (job: Job) => Promise<T>): Promise<T> {
    const earlier = this.#jobs.get(owner);
    if (earlier) earlier.cancelled = true;
    const job: Job = { owner, cancelled: false, stopped: false };
    this.#jobs.set(owner, job);
    this.warm();
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
  run(owner: object, request: Request, guarded: boolean, onProgress: (p: Progress) => void): Promise<Outcome> {
    return this.#turn(owner, async (job): Promise<Outcome> => {
      if (job.cancelled) return { kind: job.stopped ? "stopped" : "cancelled" };
      const lane = this.#laneFor(owner, guarded);
      const limit = guarded ? PATIENCE : undefined;
      let ms = 0;
      let count = 0;
      let gained = performance.now();
      try {
        await lane.ready;
        lane.line = null;
        const text = JSON.stringify(request);
        for (let first = true; ; first = false) {
          const answer = await lane.call((r) => (first ? r.begin(text, FIRST) : r.step(LATER)), limit);
          ms += answer.ms;
          const step = JSON.parse(answer.text) as Step;
          const rows = step.rows ?? [];
          count += rows.length;
          if (rows.length) gained = performance.now();
          if (step.error) {
            if (guarded) lane.guest = BROKEN;
            if (rows.length) onProgress({ rows, ms });
            return { kind: "error", error: step.error, output: step.output ?? "", keep: rows.length > 0 };
          }
          if (job.stopped) return { kind: "stopped" };
          onProgress({ rows, ms });
          if (step.done && step.result) return { kind: "done", result: step.result, output: step.output ?? "", ms };
          if (job.cancelled) return { kind: "cancelled" };
          if (guarded && performance.now() - gained > PATIENCE) throw new Ended(TOO_LONG);
          if (count > MOST_ROWS) return { kind: "error", error: tooMany(MOST_ROWS), output: "" };
        }
      } catch (error) {
        return this.#failed(job, lane, error as Error, "figure");
      }
    });
  }

  /** Checks an answer. Unpacking the tester is not the reader's time, so it gets its own. */
  check(owner: object, exercise: string, code: string): Promise<Verdict | Exclude<Outcome, { kind: "done" }>> {
    return this.#turn(owner, async (job) => {
      if (job.cancelled) return { kind: job.stopped ? ("stopped" as const) : ("cancelled" as const) };
      const lane = this.#laneFor(owner, true);
      try {
        await lane.ready;
        await lane.call((r) => r.prepare());
        lane.line = null;
        const text = JSON.stringify({ exercise, code });
        const answer = await lane.call((r) => r.check(text), PATIENCE);
        return JSON.parse(answer.text) as Verdict;
      } catch (error) {
        return this.#failed(job, lane, error as Error, "exercise");
      }
    });
  }

  #failed(job: Job, lane: Lane, error: Error, what: "figure" | "exercise"): Exclude<Outcome, { kind: "done" }> {
    if (job.stopped) return { kind: "stopped" };
    const slow = error instanceof Ended && error.message === TOO_LONG;
    lane.end(error.message);
    if (this.#failures < 2) this.warm();
    const why = slow ? tooLong(lane.line, what) : broken(error, this.#failures > 0, lane.line);
    return { kind: "error", error: why, output: "" };
  }
}
