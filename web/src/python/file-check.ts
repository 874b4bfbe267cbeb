/** Whether a host has sent the requested file. */
import type { Bytes } from "../data/gzip";

/** What the bytes of a kind of file begin with. */
const SIGNS: Record<string, readonly number[]> = { wasm: [0, 0x61, 0x73, 0x6d], zip: [0x50, 0x4b], json: [0x7b] };
const GZIP = 0x1f;
const TAG = 0x3c;
export const ending = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

const asPage = (name: string): string =>
  `the host sent a web page in place of ${name}; a sign-in page or a rule for missing files stands in the way`;

/** Describe what a host has sent in place of a file; null if it may be right. */
export function wrongAnswer(name: string, answer: Response): string | null {
  if (!answer.ok) return `the host answered ${answer.status} for ${name}; it must have every file of the book`;
  const type = answer.headers.get("content-type") ?? "";
  return type.startsWith("text/html") ? asPage(name) : null;
}

export class Mismatch extends Error {}

/** Checks a file's bytes as they arrive. */
export class Check {
  readonly #name: string;
  readonly #size: number | undefined;
  #got = 0;
  #first = 0;

  /** `size`: bytes of the file as it is stored, if that is known. */
  constructor(name: string, size: number | undefined) {
    this.#name = name;
    this.#size = size;
  }

  /** Return how many bytes have arrived. */
  take(chunk: Bytes): number {
    if (this.#got === 0) this.#begin(chunk);
    return (this.#got += chunk.length);
  }

  #begin(chunk: Bytes): void {
    this.#first = chunk[0] ?? 0;
    const signs = SIGNS[ending(this.#name)] ?? [];
    if (!signs.some((sign, i) => i < chunk.length && chunk[i] !== sign)) return;
    const other = `the host sent something else in place of ${this.#name}: try again`;
    throw new Mismatch(this.#first === TAG ? asPage(this.#name) : other);
  }

  /** Checks the complete file. A host may have unpacked .gz on the way, and changed scripts. */
  over(): void {
    const kind = ending(this.#name);
    if (this.#size === undefined || this.#got === this.#size) return;
    if (kind === "js" || (kind === "gz" && this.#first !== GZIP)) return;
    const [got, of] = [this.#got, this.#size].map((bytes) => bytes.toLocaleString("en-US"));
    throw new Mismatch(`${this.#name} arrived only in part (${got} of ${of} bytes): try again`);
  }
}
