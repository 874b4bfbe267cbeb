/** Fetches the interpreter's files, counts their bytes, and names a faulty file in one line. */
import type { Bytes } from "../data/gzip";
import { refusedByPolicy } from "../data/policy";
import { ABSENT, UNFIT } from "./file-fault";
import { Check, ending, Mismatch, wrongAnswer } from "./file-check";

/** The content of `wheels.json`. */
export interface Wheels {
  /** The archives: models and figures for all, the others once the reader works on an exercise. */
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
/** The progress of a start: bytes received and needed, and the missing files. */
export interface Stage {
  phase: Phase;
  got: number;
  of: number;
  waiting: string[];
}

const LISTING = "wheels.json";
/** Where the interpreter's own files are. */
export const HOME = "pyodide/";
/** Least time between two reports of new bytes (ms). */
const OFTEN = 150;
const TYPES: Record<string, string> = { wasm: "application/wasm", json: "application/json" };

function failure(message: string, name = UNFIT): Error {
  return Object.assign(new Error(message), { name });
}

export class Supply {
  readonly live: string;
  readonly listing: Promise<Wheels>;
  /** Rejects when one of the interpreter's own files cannot be used: its loader passes over one, and waits for ever for another. */
  readonly failed: Promise<never>;
  #fail: (why: Error) => void = () => undefined;
  #phase: Phase = "fetch";
  #got = new Map<string, number>();
  #waiting = new Set<string>();
  #sizes: Record<string, number> = {};
  #lastReport = 0;
  readonly #tell: (stage: Stage) => void;
  /** The one of now: the loader's own requests come here by way of another that stands in its place. */
  readonly #fetch = globalThis.fetch.bind(globalThis);

  readonly #cache: RequestCache;

  /** `isFresh`: bypass the browser's own copies, because the last bytes could not be used. */
  constructor(live: string, tell: (stage: Stage) => void = () => undefined, isFresh = false) {
    this.live = live;
    this.#tell = tell;
    this.#cache = isFresh ? "reload" : "default";
    this.failed = new Promise<never>((_, reject) => (this.#fail = reject));
    this.failed.catch(() => undefined);
    this.listing = this.#list();
    this.listing.catch(() => undefined);
  }

  async #list(): Promise<Wheels> {
    const text = new TextDecoder().decode(await this.bytes(LISTING, "no-cache"));
    let wheels: Wheels;
    try {
      wheels = JSON.parse(text) as Wheels;
    } catch {
      throw failure(`${LISTING} arrived damaged: try again`);
    }
    this.#sizes = wheels.sizes;
    return wheels;
  }

  /** Report the progress to the page. */
  reach(phase: Phase): void {
    this.#phase = phase;
    this.#say();
  }
  /** Count a file that the browser loads by itself, from now until `done`. */
  async during<T>(name: string, done: Promise<T>): Promise<T> {
    this.#waiting.add(name);
    const bytes = await done;
    this.#waiting.delete(name);
    this.#got.set(name, this.#sizes[name] ?? 0);
    this.#say();
    return bytes;
  }

  #say(): void {
    this.#lastReport = performance.now();
    const names = new Set([...this.#got.keys(), ...this.#waiting]);
    const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
    const got = sum([...names].map((name) => Math.min(this.#got.get(name) ?? 0, this.#sizes[name] ?? Infinity)));
    const of = sum([...names].map((name) => this.#sizes[name] ?? this.#got.get(name) ?? 0));
    const idle = this.#phase === "fetch" ? "compile" : this.#phase;
    this.#tell({ phase: this.#waiting.size ? "fetch" : idle, got, of, waiting: [...this.#waiting] });
  }

  /** Say how much of a file has arrived, for the message on a broken one. */
  received(name: string): string {
    return `${(this.#got.get(name) ?? 0).toLocaleString("en-US")} of ${(this.#sizes[name] ?? 0).toLocaleString("en-US")} bytes received`;
  }

  /** Fetch a file, count its bytes as they arrive, and give it its type. */
  async open(name: string, cache = this.#cache): Promise<Response> {
    this.#waiting.add(name);
    const answer = await this.#ask(name, cache).catch((error: Error) => {
      throw this.#blame(name, error);
    });
    const wrong = wrongAnswer(name, answer);
    if (wrong) throw this.#blame(name, failure(wrong));
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
      await new Promise((resolve) => setTimeout(resolve)); // a policy's refusal is reported after the failure
      const refused = refusedByPolicy("connect-src");
      throw refused ? failure(refused) : failure(`${name} could not be fetched (${(error as Error).message})`, ABSENT);
    }
  }

  #blame(name: string, why: Error): Error {
    if (name.startsWith(HOME)) this.#fail(why);
    return why;
  }

  #counted(name: string, body: ReadableStream<Bytes> | null): ReadableStream<Bytes> {
    const check = new Check(name, this.#sizes[name]);
    const say = (got: number): void => {
      this.#got.set(name, got);
      if (performance.now() - this.#lastReport > OFTEN) this.#say();
    };
    const blame = (error: unknown): never => {
      const why =
        error instanceof Mismatch ? error.message : `${name} arrived only in part (${this.received(name)}): try again`;
      throw this.#blame(name, failure(why));
    };
    const reader = (body ?? new Blob().stream()).getReader();
    return new ReadableStream({
      pull: async (to) => {
        try {
          const { value, done } = await reader.read();
          if (value) say(check.take(value));
          if (value) to.enqueue(value);
          if (!done) return;
          this.#waiting.delete(name);
          check.over();
          this.#say();
          to.close();
        } catch (error) {
          blame(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  /** Return a file's bytes. (A streamed response would only say that it failed.) */
  async bytes(name: string, cache = this.#cache): Promise<ArrayBuffer> {
    const reader = ((await this.open(name, cache)).body as ReadableStream<Bytes>).getReader();
    const chunks: Bytes[] = [];
    for (let read; !(read = await reader.read()).done;) chunks.push(read.value);
    return new Blob(chunks).arrayBuffer();
  }

  /** Say why the browser did not load a script, by fetching it once more. */
  async whyNotLoaded(name: string, error: Error): Promise<Error> {
    const refused = refusedByPolicy("script-src", "worker-src", "child-src", "default-src");
    if (refused) return failure(refused);
    try {
      const answer = await this.#ask(name, "reload");
      const type = answer.headers.get("content-type") ?? "no type";
      const wrong = wrongAnswer(name, answer);
      if (wrong) return failure(wrong);
      if (!/javascript|ecmascript/.test(type))
        return failure(`the host sent ${name} as ${type}; scripts must come as text/javascript`);
      return failure(
        `${name} arrived but could not be used (${error.message || "the browser says no more"}): try again`,
      );
    } catch (absent) {
      return absent as Error;
    }
  }
}
