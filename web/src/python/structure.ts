/** The structure of a document of JSON, and the numbers of all documents that have it. */

import { counted, decoder, endOfCounts, Numeral, QUOTE, stringEnd, Tally } from "./json-bytes";

/** What is done with the values of a key: kept as a number; as a whole number of 64 bits in the place of a float,
 * a point in it left out; as a text; as the sum of counts by whole numbers. What is the "same"
 * belongs to the structure, as do all strings that are not named; other numbers, and what is "any", may be anything. */
export type Kind = "number" | "long" | "text" | "counts" | "same" | "any";

export interface Sheet {
  /** The first document, with the number of its column, from 1, in the place of each value that is kept, and null for one
   * that may be anything. */
  places: string;
  rows: number;
  width: number;
  /** Row by row. */
  numbers: Float64Array;
  /** In the order of rows, those of a row in turn. */
  texts: string[];
  /** By column: whole numbers and how many there are of each in all documents. */
  counts: Record<number, [number[], number[]]>;
}

/** Those of `Kind`; ANY: a number that may be any, STRING: a text. */
export const [SAME, ANY, STRING, NUMBER, LONG, TEXT, COUNTS] = [-1, 0, 1, 2, 3, 4, 5] as const;
export const CODES: Record<Kind, number> = {
  any: ANY,
  number: NUMBER,
  long: LONG,
  text: TEXT,
  counts: COUNTS,
  same: -1,
};
export const numeral = new Numeral();

/** A structure: what stands between values, and which of them are kept. */
export class Structure {
  next: Structure | undefined;
  rows = 0;
  width = 0;
  numbers = new Float64Array(0);
  readonly texts: string[] = [];
  readonly tallies = new Map<number, Tally>();
  /** Of each value: its kind, where what stands before it ends, digits after its point, its column. */
  readonly kinds: number[] = [];
  readonly #ends: number[] = [];
  readonly #decimals: number[] = [];
  readonly #columns: number[] = [];
  readonly #literals: Uint8Array[] = [];
  #length = 0;
  #words = new Uint32Array(0);
  #fixed = new Uint8Array(0);

  constructor(
    readonly bytes: Uint8Array,
    readonly number: number,
  ) {}

  /** Add a value, and what stands before it from a place. */
  add(from: number, at: number, kind: number, decimals = -1): void {
    this.#literal(from, at);
    this.kinds.push(kind);
    this.#ends.push(this.#length);
    this.#decimals.push(decimals);
    this.#columns.push(kind > STRING ? this.width + 1 : 0);
    if (kind === COUNTS) this.tallies.set(this.width + 1, new Tally());
    if (kind > STRING) this.width++;
  }

  /** Finish it with what stands after the last value. */
  finish(from: number, end: number): void {
    this.#literal(from, end);
    this.#ends.push(this.#length);
    this.#fixed = new Uint8Array(this.#length);
    let at = 0;
    for (const each of this.#literals) {
      this.#fixed.set(each, at);
      at += each.length;
    }
  }

  #literal(from: number, end: number): void {
    this.#literals.push(this.bytes.subarray(from, end));
    this.#length += end - from;
  }

  /** Take the document that begins there. Return where it ends, or -1 if it has another structure. */
  take(from: number): number {
    const { bytes, kinds } = this;
    const [fixed, ends] = [this.#fixed, this.#ends];
    let [at, known, column] = [from, 0, this.rows * this.width];
    if (column + this.width > this.numbers.length) {
      const grown = new Float64Array(2 * column + this.width);
      grown.set(this.numbers);
      this.numbers = grown;
      this.#words = new Uint32Array(grown.buffer);
    }
    const { numbers } = this;
    const told = this.texts.length;
    for (let k = 0; k <= kinds.length; k++) {
      const end = ends[k] as number;
      while (known < end) if (bytes[at++] !== fixed[known++]) return this.#refuse(told);
      if (k === kinds.length) break;
      const begin = at;
      const kind = kinds[k];
      if (kind === TEXT) {
        if (bytes[at] !== QUOTE || (at = stringEnd(bytes, at)) < 0) return this.#refuse(told);
        this.texts.push(JSON.parse(decoder.decode(bytes.subarray(begin, at))) as string);
        numbers[column++] = 0;
      } else if (kind === STRING) {
        if (bytes[at] !== QUOTE || (at = stringEnd(bytes, at)) < 0) return this.#refuse(told);
      } else if (kind === COUNTS) {
        if ((numbers[column++] = counted(bytes, at)) < 0) return this.#refuse(told);
        at = endOfCounts();
      } else {
        if ((at = numeral.read(bytes, at)) < 0) return this.#refuse(told);
        if (kind === NUMBER) numbers[column++] = numeral.value;
        else if (kind === LONG) {
          if (numeral.decimals !== this.#decimals[k] || !numeral.store(bytes, begin, at, this.#words, column++))
            return this.#refuse(told);
        }
      }
    }
    this.rows++;
    if (this.tallies.size) this.#count(from);
    return at;
  }

  #refuse(told: number): number {
    this.texts.length = told;
    return -1;
  }

  /** Add the counts of a document that was taken: one that was not must not change them. */
  #count(from: number): void {
    const { bytes, kinds } = this;
    let at = from;
    for (let k = 0; k < kinds.length; k++) {
      at += (this.#ends[k] as number) - ((k ? this.#ends[k - 1] : 0) as number);
      if (kinds[k] === TEXT || kinds[k] === STRING) at = stringEnd(bytes, at);
      else if (kinds[k] === COUNTS) {
        counted(bytes, at, this.tallies.get(this.#columns[k] as number));
        at = endOfCounts();
      } else at = numeral.read(bytes, at);
    }
  }

  get places(): string {
    const parts = this.#ends.map((end, k) => {
      const fixed = decoder.decode(this.#fixed.subarray(k ? this.#ends[k - 1] : 0, end));
      return fixed + (k < this.kinds.length ? String(this.#columns[k] || "null") : "");
    });
    return parts.join("");
  }

  get sheet(): Sheet {
    return {
      places: this.places,
      rows: this.rows,
      width: this.width,
      numbers: this.numbers.subarray(0, this.rows * this.width),
      texts: this.texts,
      counts: Object.fromEntries([...this.tallies].map(([column, { keys, sums }]) => [column, [keys, sums]])),
    };
  }
}
