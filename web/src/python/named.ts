/** Rows of reports, a word and numbers with units, as `models.measured.kit.named` reads them, many times as fast. */

import { Coder } from "./coder";
import { Group } from "./groups";
import { isSpace, Measures, type Scale } from "./measures";

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

const [FEED, MOST] = [10, 64];
const decoder = new TextDecoder();

export class Named {
  readonly #words = new Coder();
  /** By word, width and whether the word is the last: the number of the name. */
  readonly #names = new Map<number, number>();
  readonly #measures: Measures;
  readonly #groups: Group[] = [];
  readonly #touched = new Set<number>();
  #bytes: Uint8Array = new Uint8Array(0);
  /** Of each row the place of its first number, and the number of its name. */
  #firsts = new Int32Array(0);
  #codes = new Int32Array(0);
  /** Of the latest line: the place of its first number, where its first field ends, and its name's number. */
  #first = 0;
  #end = 0;
  #code = 0;

  /** `units`: those after the first two, which are none, and a minus for no number. */
  constructor(
    units: string[],
    readonly scales: Scale[],
  ) {
    this.#measures = new Measures(units, MOST);
  }

  /** Find the rows of whole lines. */
  lex(bytes: Uint8Array): Words {
    this.#bytes = this.#measures.begin(bytes);
    const most = (bytes.length >> 1) + 2;
    if (this.#firsts.length < most) {
      this.#firsts = new Int32Array(most);
      this.#codes = new Int32Array(most);
    }
    const fresh: Words["fresh"] = [];
    const texts = new Coder();
    const [others, before]: [number[], number[]] = [[], []];
    let count = 0;
    for (let start = 0; start <= bytes.length;) {
      let end = bytes.indexOf(FEED, start);
      if (end < 0) end = bytes.length;
      const begin = this.#measures.count;
      if (this.#line(start, end, fresh)) {
        this.#firsts[count] = this.#first;
        this.#codes[count++] = this.#code;
      } else {
        this.#measures.count = begin;
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
      const at = this.#measures.read(group.scales, this.#firsts[begin + k] as number);
      if (at < 0) {
        bad.push(begin + k);
        continue;
      }
      if (marks.length) this.#measures.row[at] = marks[k] as number;
      this.#put(number, this.#measures.row);
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
    this.#first = this.#measures.count;
    for (let at = start; ;) {
      while (at < end && isSpace(bytes[at] as number)) at++;
      if (at >= end) break;
      if (isLast || numbers > MOST) return false;
      const begin = at;
      const ended = this.#measures.take(begin, end);
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
    if (from < 0 || !numbers || numbers > MOST) return false;
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
}
