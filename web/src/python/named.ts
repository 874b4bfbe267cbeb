/** Rows of reports, a word and numbers with units, as `models.measured.kit.named` reads them, many times as fast. */

import { Coder } from "./coder";

/** How a column's numbers are taken. times, over: by the number of a unit, null for one that it has not. most: numbers are
 * below it, null for any. exact: "" for a float; else two numbers, without and with the last nine digits alone. */
export interface Scale {
  times: (number | null)[];
  over: number[];
  most: number | null;
  exact: "" | "count" | "sum" | "seconds";
}

export interface Words {
  /** The number of each row's name. */
  codes: Int32Array;
  /** Names that were not known before: word, how many numbers, whether the word stands after them. */
  fresh: [word: string, width: number, isLast: boolean][];
  /** The texts of other lines, the number of each one's, and how many rows stand before it. */
  texts: string[];
  others: Int32Array;
  before: Int32Array;
}

const [FEED, SPACE, POINT, COMMA, MINUS, ZERO, NINE] = [10, 32, 46, 44, 45, 48, 57];
const [MOST, LONGEST, EXACT, BILLION] = [64, 20, 15, 1e9];
const [NO_UNIT, NONE] = [0, 1];
/** Decimals of a number that is too long for a float: its place in the bytes stands for its digits. */
const LONG = 255;
const POWERS = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);
const decoder = new TextDecoder();
const isSpace = (code: number): boolean => code === SPACE || (code >= 9 && code <= 13);
const isPoint = (code: number): boolean => code === POINT || code === COMMA;
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** Numbers of one name: columns as they come, or what is known of them all. */
class Group {
  count = 0;
  columns: Float64Array[];
  constructor(
    readonly scales: (Scale | undefined)[],
    readonly isSummed: boolean,
    columns: number,
  ) {
    this.columns = Array.from({ length: columns }, () => new Float64Array(isSummed ? 5 : 4));
  }

  put(row: Float64Array): void {
    const { columns, count } = this;
    if (this.isSummed) return this.#sum(row);
    if (columns[0] && count === columns[0].length)
      this.columns = columns.map((column) => {
        const grown = new Float64Array(2 * count);
        grown.set(column);
        return grown;
      });
    for (let k = 0; k < columns.length; k++) (this.columns[k] as Float64Array)[count] = row[k] as number;
    this.count++;
  }

  /** First, last, sum, what the sum lost by rounding (Neumaier 1974), and whether some number is below the one before. */
  #sum(row: Float64Array): void {
    for (let k = 0; k < this.columns.length; k++) {
      const column = this.columns[k] as Float64Array;
      const value = row[k] as number;
      const total = column[2] as number;
      const sum = total + value;
      if (!this.count) column[0] = value;
      else if (value < (column[1] as number)) column[4] = 1;
      column[1] = value;
      column[2] = sum;
      (column[3] as number) += Math.abs(total) >= Math.abs(value) ? total - sum + value : value - sum + total;
    }
    this.count++;
  }

  /** What is in the columns, which are then empty. */
  taken(): Float64Array[] {
    const { count } = this;
    this.count = 0;
    if (!this.isSummed) return this.columns.map((column) => column.subarray(0, count));
    return this.columns.map((column) => {
      const [first, last, total, lost, falls] = column as unknown as [number, number, number, number, number];
      column.fill(0);
      return Float64Array.of(first, last, total + lost, falls);
    });
  }
}

export class Named {
  readonly #words = new Coder();
  /** By word, width and whether the word is the last: the number of the name. */
  readonly #names = new Map<number, number>();
  readonly #units = new Map<number, number>();
  readonly #letters = new Uint8Array(256);
  readonly #groups: Group[] = [];
  readonly #touched = new Set<number>();
  #bytes = new Uint8Array(0);
  /** Of the numbers of all rows: digits, decimals, units; and where those of each row begin. */
  #digits = new Float64Array(0);
  #decimals = new Uint8Array(0);
  #kinds = new Uint8Array(0);
  #firsts = new Int32Array(0);
  #codes = new Int32Array(0);
  #at = 0;
  /** Of the latest line: the place of its first number, where its first field ends, and its name's number. */
  #first = 0;
  #end = 0;
  #code = 0;
  readonly #row = new Float64Array(2 * MOST + 3);

  /** `units`: those after the first two, which are none, and a minus for no number. */
  constructor(
    units: string[],
    readonly scales: Scale[],
  ) {
    units.forEach((unit, place) => {
      const bytes = new TextEncoder().encode(unit);
      this.#units.set(
        bytes.reduceRight((key, byte) => key * 256 + byte, 0),
        place + 2,
      );
      if (bytes.length === 1) this.#letters[bytes[0] as number] = place + 2;
    });
  }

  /** Find the rows of whole lines. */
  lex(bytes: Uint8Array): Words {
    this.#bytes = bytes.slice();
    const most = (bytes.length >> 1) + 2;
    if (this.#digits.length < most) {
      this.#digits = new Float64Array(most);
      this.#decimals = new Uint8Array(most);
      this.#kinds = new Uint8Array(most);
      this.#firsts = new Int32Array(most);
      this.#codes = new Int32Array(most);
    }
    const fresh: Words["fresh"] = [];
    const texts = new Coder();
    const [others, before]: [number[], number[]] = [[], []];
    let count = 0;
    this.#at = 0;
    for (let start = 0; start <= bytes.length; ) {
      let end = bytes.indexOf(FEED, start);
      if (end < 0) end = bytes.length;
      const begin = this.#at;
      if (this.#line(start, end, fresh)) {
        this.#firsts[count] = this.#first;
        this.#codes[count++] = this.#code;
      } else {
        this.#at = begin;
        others.push(texts.code(bytes, start, end));
        before.push(count);
      }
      start = end + 1;
    }
    return {
      codes: this.#codes.slice(0, count),
      fresh,
      texts: texts.words,
      others: Int32Array.from(others),
      before: Int32Array.from(before),
    };
  }

  /** Make a group of numbers: of each column its scale's number, or -1 to pass it over. `more`: columns beside them. */
  group(columns: number[], isSummed: boolean, more: number): number {
    const scales = columns.map((scale) => this.scales[scale]);
    const exact = scales.filter((scale) => scale?.exact).length;
    this.#groups.push(new Group(scales, isSummed, scales.filter(Boolean).length + exact + more));
    return this.#groups.length - 1;
  }

  /** Put rows from the row `begin` on into their groups, of which -1 is none, with marks beside their numbers. Return the
   * rows that have a unit or a number that their columns do not allow. */
  gather(groups: Int32Array, begin: number, marks: Int32Array): Int32Array {
    const bad: number[] = [];
    for (let k = 0; k < groups.length; k++) {
      const number = groups[k] as number;
      if (number < 0) continue;
      const group = this.#groups[number] as Group;
      const at = this.#read(group.scales, this.#firsts[begin + k] as number);
      if (at < 0) {
        bad.push(begin + k);
        continue;
      }
      if (marks.length) this.#row[at] = marks[k] as number;
      this.#put(number, this.#row);
    }
    return Int32Array.from(bad);
  }

  /** Return what groups have, which are then empty: their numbers, how many rows each has, and its columns; of summed ones
   * of each column the first, the last, the sum and 1 if a number is below the one before it. */
  taken(isSummed: boolean): { groups: Int32Array; counts: Int32Array; values: Float64Array } {
    const groups = [...this.#touched].filter((number) => this.#groups[number]?.isSummed === isSummed);
    groups.sort((a, b) => a - b);
    for (const number of groups) this.#touched.delete(number);
    const counts = groups.map((number) => (this.#groups[number] as Group).count);
    const columns = groups.flatMap((number) => (this.#groups[number] as Group).taken());
    const values = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0));
    let at = 0;
    for (const column of columns) {
      values.set(column, at);
      at += column.length;
    }
    return { groups: Int32Array.from(groups), counts: Int32Array.from(counts), values };
  }

  #put(number: number, row: Float64Array): void {
    const group = this.#groups[number] as Group;
    if (!group.count) this.#touched.add(number);
    group.put(row);
  }

  /** Take the numbers and the name of a line. Return whether it is a row. */
  #line(start: number, end: number, fresh: Words["fresh"]): boolean {
    const bytes = this.#bytes;
    let [from, to, numbers, isLast] = [-1, -1, 0, false];
    this.#first = this.#at;
    for (let at = start; ; ) {
      while (at < end && isSpace(bytes[at] as number)) at++;
      if (at >= end) break;
      if (isLast || numbers > MOST) return false;
      const begin = at;
      const ended = this.#number(begin, end);
      if (ended >= 0) {
        if (from < 0 && !numbers) this.#end = ended;
        at = ended;
        numbers++;
        continue;
      }
      while (at < end && !isSpace(bytes[at] as number)) at++;
      if (from >= 0) return false;
      isLast = numbers > 0;
      from = begin;
      to = at;
    }
    if (from < 0 && numbers > 1) {
      from = start;
      while (isSpace(bytes[from] as number)) from++;
      to = this.#end;
      this.#first++;
      numbers--;
    }
    if (from < 0 || !numbers) return false;
    const known = this.#words.known;
    const word = this.#words.code(bytes, from, to);
    const sign = (word * 2 * MOST + numbers) * 2 + Number(isLast);
    let code = word < known ? this.#names.get(sign) : undefined;
    if (code === undefined) {
      code = this.#names.size;
      this.#names.set(sign, code);
      fresh.push([decoder.decode(bytes.subarray(from, to)), numbers, isLast]);
    }
    this.#code = code;
    return true;
  }

  /** Take a number, its unit with it. Return where it ends, or -1 if it is none. */
  #number(from: number, end: number): number {
    const bytes = this.#bytes;
    let [at, digits, point, unit] = [from, 0, -1, NO_UNIT];
    if (bytes[from] === MINUS) {
      at++;
      unit = NONE;
    } else {
      for (; at < end; at++) {
        const code = bytes[at] as number;
        if (code >= ZERO && code <= NINE) digits = digits * 10 + (code - ZERO);
        else if ((code === POINT || code === COMMA) && point < 0) point = at;
        else break;
      }
      const whole = (point < 0 ? at : point) - from;
      if (!whole || whole > LONGEST) return -1;
    }
    const decimals = point < 0 ? 0 : at - point - 1;
    if (point >= 0 && (!decimals || decimals > (bytes[point] === COMMA ? 2 : LONGEST))) return -1;
    const isLong = at - from - (point < 0 ? 0 : 1) > EXACT;
    if (at < end && !isSpace(bytes[at] as number)) {
      let key = 0;
      for (let factor = 1; at < end && !isSpace(bytes[at] as number); at++, factor *= 256) {
        if (factor > 1 << 16) return -1;
        key += factor * (bytes[at] as number);
      }
      unit = unit === NO_UNIT ? (key < 256 ? (this.#letters[key] as number) : (this.#units.get(key) ?? 0)) : 0;
      if (unit === NO_UNIT) return -1;
    }
    this.#digits[this.#at] = isLong ? from : digits;
    this.#decimals[this.#at] = isLong ? LONG : decimals;
    this.#kinds[this.#at++] = unit;
    return at;
  }

  /** Read the numbers of a row by their scales. Return how many there are, or -1 if one is not allowed. */
  #read(scales: (Scale | undefined)[], first: number): number {
    const row = this.#row;
    let at = 0;
    for (let k = 0; k < scales.length; k++) {
      const scale = scales[k];
      if (!scale) continue;
      const unit = this.#kinds[first + k] as number;
      const times = scale.times[unit];
      if (times === null || times === undefined) return -1;
      const decimals = this.#decimals[first + k] as number;
      const digits = this.#digits[first + k] as number;
      if (scale.exact) {
        if (!this.#exact(scale.exact, digits, decimals, at)) return -1;
        at += 2;
        continue;
      }
      let value = decimals === LONG ? Number(this.#text(digits)) : decimals ? digits / (POWERS[decimals] as number) : digits;
      value = unit === NONE ? NaN : (value * times) / (scale.over[unit] as number);
      if (scale.most !== null && value >= scale.most) return -1;
      row[at++] = value;
    }
    return at;
  }

  /** Read a count, or a time with or without a point, as billions and the rest. Return whether it is one. */
  #exact(kind: Scale["exact"], digits: number, decimals: number, at: number): boolean {
    const text = decimals === LONG ? this.#text(digits) : "";
    const point = text.indexOf(".");
    if ((text ? point >= 0 : decimals > 0) && kind === "count") return false;
    let [high, low] = [0, 0];
    if (!text && decimals > 9) return false;
    if (!text) {
      const per = POWERS[decimals] as number;
      const parts = decimals || kind === "seconds" ? per : BILLION;
      high = Math.floor(digits / parts);
      low = (digits - high * parts) * (decimals ? (POWERS[9 - decimals] as number) : 1);
    } else if (point >= 0 || kind === "seconds") {
      high = Number(point < 0 ? text : text.slice(0, point));
      low = point < 0 ? 0 : Number(text.slice(point + 1, point + 10).padEnd(9, "0"));
    } else {
      high = Number(text.slice(0, -9));
      low = Number(text.slice(-9));
    }
    this.#row[at] = high;
    this.#row[at + 1] = low;
    return true;
  }

  /** The digits and the point of a long number. */
  #text(from: number): string {
    let end = from;
    while (end < this.#bytes.length && (isDigit(this.#bytes[end] as number) || isPoint(this.#bytes[end] as number))) end++;
    return decoder.decode(this.#bytes.subarray(from, end)).replace(",", ".");
  }
}
