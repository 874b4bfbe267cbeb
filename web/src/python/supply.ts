/** Fetches the interpreter's files, counts what has come, and says in one line what is wrong with a file. */
import type { Bytes } from "../data/gzip";
import { refusedByPolicy } from "../data/policy";

/** What is in `wheels.json`. */
export interface Wheels {
  /** The archives: models and figures for all, the others once somebody is at an exercise. */
  book: string;
  exercises: string;
  pytest: string;
  snapshot: string | null;
  /** Bytes of the snapshot once it is unpacked. */
  memory: number;
  /** Bytes of each file as it is stored. */
  sizes: Record<string, number>;
}

export type Phase = "fetch" | "compile" | "start" | "unpack" | "import";
/** How far a start has come: bytes that are here of those that are needed, and the files that are still awaited. */
export interface Stage {
  phase: Phase;
  got: number;
  of: number;
  waiting: string[];
}

/** The file is neither on the network nor on this device. */
export const ABSENT = "Absent";
const LISTING = "wheels.json";
/** Bytes come in many small pieces; the page is told of them at most every so many milliseconds. */
const OFTEN = 150;
const SIGNS: Record<string, readonly number[]> = { wasm: [0, 0x61, 0x73, 0x6d], zip: [0x50, 0x4b], json: [0x7b] };
const TYPES: Record<string, string> = { wasm: "application/wasm", json: "application/json" };
const ending = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

function failure(message: string, name = "Error"): Error {
  return Object.assign(new Error(message), { name });
}

/** Say what a host has sent in place of a file, or null if that may be right. */
function wrongAnswer(name: string, answer: Response): string | null {
  if (!answer.ok) return `the host answered ${answer.status} for ${name}; it must have every file of the book`;
  const type = answer.headers.get("content-type") ?? "";
  return type.startsWith("text/html") ? asPage(name) : null;
}
const asPage = (name: string): string =>
  `the host sent a web page in place of ${name}; a sign-in page or a rule for missing files stands in the way`;

export class Supply {
  readonly live: string;
  readonly listing: Promise<Wheels>;
  #phase: Phase = "fetch";
  #got = new Map<string, number>();
  #waiting = new Set<string>();
  #sizes: Record<string, number> = {};
  #told = 0;
  readonly #tell: (stage: Stage) => void;
  /** The one of now: the loader's own requests come here by way of another that stands in its place. */
  readonly #fetch = globalThis.fetch.bind(globalThis);

  constructor(live: string, tell: (stage: Stage) => void = () => undefined) {
    this.live = live;
    this.#tell = tell;
    this.listing = this.#list();
    this.listing.catch(() => undefined);
  }

  async #list(): Promise<Wheels> {
    const answer = await this.open(LISTING, "no-cache");
    let wheels: Wheels;
    try {
      wheels = (await answer.json()) as Wheels;
    } catch {
      throw failure(`${LISTING} came broken: load the page again`);
    }
    this.#sizes = wheels.sizes;
    return wheels;
  }

  /** Tell the page how far the start has come. */
  reach(phase: Phase): void {
    this.#phase = phase;
    this.#say();
  }
  /** Count a file that the browser loads by itself, from now until `done`. */
  async during<T>(name: string, done: Promise<T>): Promise<T> {
    this.#waiting.add(name);
    const came = await done;
    this.#waiting.delete(name);
    this.#got.set(name, this.#sizes[name] ?? 0);
    this.#say();
    return came;
  }

  #say(): void {
    this.#told = performance.now();
    const names = new Set([...this.#got.keys(), ...this.#waiting]);
    const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
    const got = sum([...names].map((name) => Math.min(this.#got.get(name) ?? 0, this.#sizes[name] ?? Infinity)));
    const of = sum([...names].map((name) => this.#sizes[name] ?? this.#got.get(name) ?? 0));
    this.#tell({ phase: this.#phase, got, of, waiting: [...this.#waiting] });
  }

  /** Say how much of a file has come, for a line about one that cannot be used. */
  came(name: string): string {
    return `${(this.#got.get(name) ?? 0).toLocaleString("en-US")} of ${(this.#sizes[name] ?? 0).toLocaleString("en-US")} bytes came`;
  }

  /** Fetch a file. Its body is counted as it comes, and has the type that belongs to it. */
  async open(name: string, cache: RequestCache = "default"): Promise<Response> {
    this.#waiting.add(name);
    const answer = await this.#ask(name, cache);
    const wrong = wrongAnswer(name, answer);
    if (wrong) throw failure(wrong);
    const type = TYPES[ending(name)] ?? "application/octet-stream";
    // The browser keeps compiled code with the answer that it fetched itself, so that one is handed on where its type fits.
    if (ending(name) === "wasm" && answer.headers.get("content-type") === type) {
      void this.#counted(name, answer.clone().body)
        .pipeTo(new WritableStream())
        .catch(() => undefined);
      return answer;
    }
    return new Response(this.#counted(name, answer.body), { headers: { "content-type": type } });
  }

  async #ask(name: string, cache: RequestCache): Promise<Response> {
    try {
      return await this.#fetch(new URL(name, this.live).href, { cache });
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve)); // a policy's refusal is told after the failure
      const refused = refusedByPolicy("connect-src");
      throw refused ? failure(refused) : failure(`${name}: ${(error as Error).message}`, ABSENT);
    }
  }

  #counted(name: string, body: ReadableStream<Bytes> | null): ReadableStream<Bytes> {
    let got = 0;
    const look = (chunk: Bytes): void => {
      const signs = got === 0 ? (SIGNS[ending(name)] ?? []) : [];
      if (signs.some((sign, i) => i < chunk.length && chunk[i] !== sign))
        throw failure(chunk[0] === 0x3c ? asPage(name) : `${name} came as something else: load the page again`);
      this.#got.set(name, (got += chunk.length));
      if (performance.now() - this.#told > OFTEN) this.#say();
    };
    const count = new TransformStream<Bytes, Bytes>({
      transform: (chunk, to) => (look(chunk), to.enqueue(chunk)),
      flush: () => {
        this.#waiting.delete(name);
        this.#say();
      },
    });
    return (body ?? new Blob().stream()).pipeThrough(count);
  }

  /** Return a file's bytes. */
  async bytes(name: string): Promise<ArrayBuffer> {
    const answer = await this.open(name);
    try {
      return await answer.arrayBuffer();
    } catch (error) {
      throw broke(error as Error, `${name} came only in part (${this.came(name)}): check the connection and try again`);
    }
  }

  /** Say why the browser did not load a script, by fetching it once more. */
  async whyNotLoaded(name: string, error: Error): Promise<Error> {
    const refused = refusedByPolicy("script-src", "worker-src", "child-src", "default-src");
    if (refused) return failure(refused);
    try {
      const answer = await this.#ask(name, "default");
      const type = answer.headers.get("content-type") ?? "no type";
      const wrong = wrongAnswer(name, answer);
      if (wrong) return failure(wrong);
      if (!/javascript|ecmascript/.test(type))
        return failure(`the host sent ${name} as ${type}; scripts must come as text/javascript`);
      return failure(`${name} came and could not be used: ${error.message || "the browser says no more"}`);
    } catch (absent) {
      return absent as Error;
    }
  }
}

/** What was found wrong with a file says more than that its stream broke. */
export const broke = (error: Error, message: string): Error =>
  error instanceof TypeError || error.name === "NetworkError" ? failure(message) : error;
