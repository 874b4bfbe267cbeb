/** Rows of a text, whose fields become numbers and numbers of words, column by column. */

import { Coder } from "./coder";
import { clockOf, digitsOf, LONGEST, numberOf } from "./digits";

/** A column: its field, from 0 or from the end if negative, what it holds, and what it is divided by. */
export type Place = [field: number, kind: "number" | "clock" | "maybe" | "word" | "key" | "long", per: number];

const DAY = 86400;

/** Rows of one group, or of all: columns that are filled one row after the other. */
class Group {
  count = 0;
  readonly columns: Float64Array[];
  constructor(columns: number, lines: number) {
    this.columns = Array.from({ length: columns }, () => new Float64Array(lines));
  }
}

const isWord = ([, kind]: Place): boolean => kind === "word" || kind === "key";

/** A class, and no closures: a browser compiles its methods once for all blocks of a file. */
export class Rows {
  count = 0;
  back = false;
  readonly groups = new Map<number, Group>();
  readonly codes: Int32Array[];
  readonly coders: Coder[];
  readonly #fields: number[];
  readonly #kinds: Place[1][];
  readonly #pers: number[];
  readonly #row: Float64Array;
  readonly #isLong: boolean;
  /** The place among all by which rows are grouped, or -1, and its word's number among those of words. */
  readonly #by: number;
  readonly byWord: number;
  #its: Group | undefined;
  #group = NaN;
  #before = -Infinity;
  #low = 0;
  #clock = 0;
  #days = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly lines: number,
    places: Place[],
    by: number,
    keys: Coder,
  ) {
    const spelled = places.filter(isWord);
    /** Words last: those of lines of another shape have no number. */
    const order = [...places.filter((place) => !isWord(place)), ...spelled];
    this.#fields = order.map(([field]) => field);
    this.#kinds = order.map(([, kind]) => kind);
    this.#pers = order.map(([, , per]) => per);
    this.coders = spelled.map(([, kind]) => (kind === "key" ? keys : new Coder()));
    this.codes = spelled.map(() => new Int32Array(lines));
    this.#row = new Float64Array(order.length - spelled.length + order.filter(([, kind]) => kind === "long").length);
    this.#isLong = order[0]?.[1] === "long";
    const key = by < 0 ? undefined : places[by];
    this.#by = key ? order.indexOf(key) : -1;
    this.byWord = key ? spelled.indexOf(key) : -1;
  }

  /** Take a row whose fields begin and end there. Return whether it is one. */
  take(starts: Int32Array, ends: Int32Array, count: number): boolean {
    const [bytes, row] = [this.bytes, this.#row];
    let column = 0;
    let word = 0;
    let group = 0;
    for (let k = 0; k < this.#fields.length; k++) {
      const field = this.#fields[k] as number;
      const from = starts[field < 0 ? count + field : field] as number;
      const end = ends[field < 0 ? count + field : field] as number;
      const kind = this.#kinds[k];
      let value: number;
      if (kind === "word" || kind === "key") {
        value = (this.coders[word] as Coder).code(bytes, from, end);
        (this.codes[word++] as Int32Array)[this.count] = value;
        if (k === this.#by) group = value;
        continue;
      }
      if (kind === "long") {
        const cut = Math.max(from, end - 9);
        const high = end - from > LONGEST || end === from ? NaN : digitsOf(bytes, from, cut);
        if (high !== high) return false;
        row[column++] = high;
        value = digitsOf(bytes, cut, end);
      } else if (kind === "clock") value = this.#time(clockOf(bytes, from, end));
      else value = numberOf(bytes, from, end);
      if (kind === "maybe" && !(value >= 0)) value = -1;
      if (value !== value) return false;
      if (k === this.#by) group = value;
      row[column++] = this.#pers[k] === 1 ? value : value / (this.#pers[k] as number);
    }
    this.#put(group);
    return true;
  }

  /** A time of day, which begins again at midnight. */
  #time(clock: number): number {
    if (clock < this.#clock - DAY / 2) this.#days += DAY;
    this.#clock = clock;
    return clock + this.#days;
  }

  #put(group: number): void {
    const row = this.#row;
    if (group !== this.#group || !this.#its) {
      this.#its = this.groups.get(group);
      if (!this.#its) this.groups.set(group, (this.#its = new Group(row.length, this.lines)));
      this.#group = group;
    }
    const { columns, count } = this.#its;
    for (let k = 0; k < row.length; k++) (columns[k] as Float64Array)[count] = row[k] as number;
    this.#its.count++;
    this.count++;
    const first = row[0] as number;
    const second = this.#isLong ? (row[1] as number) : 0;
    if (first < this.#before || (first === this.#before && second < this.#low)) this.back = true;
    this.#before = first;
    this.#low = second;
  }
}
