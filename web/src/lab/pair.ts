/** Two interpreters for the two machines of a study, so that both run at the same time; one where memory is scarce. */
import type { WorkerClient } from "../python/worker-client";
import type { Asker } from "./runner";

/** Whether the device has memory for one interpreter only. */
export const isSmall = (): boolean => ((navigator as { deviceMemory?: number }).deviceMemory ?? 8) <= 2;

export class Pair implements Asker {
  readonly #room: "lab" | "buying";
  readonly #make: (isFresh: boolean) => WorkerClient;
  readonly #clients = new Map<string, WorkerClient>();
  #failures = 0;

  constructor(make: (isFresh: boolean) => WorkerClient, room: "lab" | "buying" = "lab") {
    this.#make = make;
    this.#room = room;
  }

  #client(side: string): WorkerClient {
    const name = isSmall() ? "a" : side;
    const had = this.#clients.get(name);
    if (had && !had.dead) return had;
    const client = this.#make(this.#failures > 0);
    client.ready.catch(() => (this.#failures += 1));
    this.#clients.set(name, client);
    return client;
  }

  /** Start loading an interpreter. */
  warm(side: string): void {
    this.#client(side).ready.catch(() => undefined);
  }

  /** Ask the interpreter of a side; the answer is JSON of an object. Throw its error, or that of the interpreter. */
  async ask<T extends object>(side: string, method: string, request: object): Promise<T> {
    const client = this.#client(side);
    const text = JSON.stringify(request);
    const { text: answer } = await client.timed((remote) => remote.ask(this.#room, method, text));
    return JSON.parse(answer) as T;
  }
}
