/** Columns of a text with millions of rows, as `models.measured.kit.columns` reads them, many times as fast. */

import { Coder } from "./coder";
import { clockOf, digitsOf, LONGEST, numberOf } from "./digits";

/** A column: its field, from 0 or from the end if negative, what it holds, and what it is divided by. */
export type Place = [field: number, kind: "number" | "clock" | "maybe" | "word" | "key" | "long", per: number];

export interface Lexed {
  rows: number;
  /** The values of the place by which rows are grouped; "" alone where they are not. */
  keys: string[];
  /** Of each group the numbers of each place in turn; a long one gives two: without its last nine digits, and these. */
  groups: Float64Array[][];
  codes: Int32Array[];
  words: string[][];
  /** The places of lines that are of another shape. */
  odd: Int32Array;
  /** Whether the first numbers fall anywhere. */
  back: boolean;
  /** How many keys were seen since the last fresh start. */
  known: number;
}

const [FEED, SPACE] = [10, 32];
const DAY = 86400;
const MOST = 64;
const isSpace = (code: number): boolean => code === SPACE || (code >= 9 && code <= 13);
const starts = new Int32Array(MOST + 2);
const ends = new Int32Array(MOST + 2);

/** Find the fields of a line, without the spaces around them; more than there may be are not told apart. */
function split(bytes: Uint8Array, start: number, end: number, separator: number): number {
  let count = 0;
  let at = start;
  if (separator < 0) {
    while (count <= MOST) {
      while (at < end && isSpace(bytes[at] as number)) at++;
      if (at >= end) return count;
      starts[count] = at;
      while (at < end && !isSpace(bytes[at] as number)) at++;
      ends[count++] = at;
    }
    return count;
  }
  for (; count <= MOST; at++) {
    while (at < end && isSpace(bytes[at] as number)) at++;
    const from = at;
    while (at < end && bytes[at] !== separator) at++;
    let to = at;
    while (to > from && isSpace(bytes[to - 1] as number)) to--;
    starts[count] = from;
    ends[count++] = to;
    if (at >= end) return count;
  }
  return count;
}

/** Rows of one group, or of all: columns that are filled one row after the other. */
class Group {
  count = 0;
  readonly columns: Float64Array[];
  constructor(columns: number, lines: number) {
    this.columns = Array.from({ length: columns }, () => new Float64Array(lines));
  }
}

/** The keys of the file that is read. */
let keys = new Coder();

/** `by`: the place by whose value the numbers are put into groups, or -1. `isFresh`: whether keys are numbered anew. */
export function lex(
  bytes: Uint8Array,
  separator: string,
  least: number,
  most: number,
  places: Place[],
  by = -1,
  isFresh = true,
): Lexed {
  if (isFresh) keys = new Coder();
  const apart = separator ? separator.charCodeAt(0) : -1;
  let lines = 1;
  for (let at = bytes.indexOf(FEED); at >= 0; at = bytes.indexOf(FEED, at + 1)) lines++;
  const width = places.reduce(
    (sum, [, kind]) => sum + { number: 1, clock: 1, maybe: 1, long: 2, word: 0, key: 0 }[kind],
    0,
  );
  const row = new Float64Array(width);
  const groups = new Map<number, Group>();
  const isWord = ([, kind]: Place): boolean => kind === "word" || kind === "key";
  const spelled = places.filter(isWord);
  /** Words last: those of lines of another shape have no number. */
  const order = [...places.filter((place) => !isWord(place)), ...spelled];
  const key = by < 0 ? undefined : places[by];
  const coders = spelled.map(([, kind]) => (kind === "key" ? keys : new Coder()));
  const codes = coders.map(() => new Int32Array(lines));
  const odd: number[] = [];
  const isLong = order[0]?.[1] === "long";
  let [before, low] = [-Infinity, 0];
  let back = false;
  let [clock, days] = [0, 0];
  let rows = 0;

  const take = (count: number): boolean => {
    let column = 0;
    let word = 0;
    let group = 0;
    for (const each of order) {
      const [place, kind, per] = each;
      const field = place < 0 ? count + place : place;
      const [from, end] = [starts[field] as number, ends[field] as number];
      if (kind === "word" || kind === "key") {
        const code = (coders[word] as Coder).code(bytes, from, end);
        (codes[word++] as Int32Array)[rows] = code;
        if (each === key) group = code;
        continue;
      }
      let value: number;
      if (kind === "long") {
        const cut = Math.max(from, end - 9);
        const high = end - from > LONGEST || end === from ? NaN : digitsOf(bytes, from, cut);
        if (high !== high) return false;
        row[column++] = high;
        value = digitsOf(bytes, cut, end);
      } else if (kind === "clock") {
        value = clockOf(bytes, from, end);
        if (value < clock - DAY / 2) days += DAY; // it begins again at midnight
        clock = value;
        value += days;
      } else value = numberOf(bytes, from, end);
      if (kind === "maybe" && !(value >= 0)) value = -1;
      if (value !== value) return false;
      if (each === key) group = value;
      row[column++] = per === 1 ? value : value / per;
    }
    let its = groups.get(group);
    if (!its) groups.set(group, (its = new Group(width, lines)));
    for (let k = 0; k < width; k++) (its.columns[k] as Float64Array)[its.count] = row[k] as number;
    its.count++;
    rows++;
    const [first, second] = [row[0] as number, isLong ? (row[1] as number) : 0];
    back ||= first < before || (first === before && second < low);
    before = first;
    low = second;
    return true;
  };

  for (let start = 0, line = 0; start <= bytes.length; line++) {
    let end = bytes.indexOf(FEED, start);
    if (end < 0) end = bytes.length;
    const count = split(bytes, start, end, apart);
    const isBlank = count === 0 || (count === 1 && ends[0] === starts[0]);
    if (!isBlank && (count < least || count > most || !take(count))) odd.push(line);
    start = end + 1;
  }
  const words = spelled.map(([, kind], k) => (kind === "key" ? [] : (coders[k] as Coder).words));
  const named = key && isWord(key) ? words[spelled.indexOf(key)] : undefined;
  return {
    rows,
    keys: [...groups.keys()].map((group) => (key ? (named?.[group] ?? String(group)) : "")),
    groups: [...groups.values()].map(({ columns, count }) => columns.map((column) => column.subarray(0, count))),
    codes: codes.map((column) => column.subarray(0, rows)),
    words,
    odd: Int32Array.from(odd),
    back,
    known: keys.known,
  };
}
