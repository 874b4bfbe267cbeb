/** Columns of a text with millions of rows, as `models.measured.kit.columns` reads them, many times as fast. */

import { Coder } from "./coder";
import { type Place, Rows } from "./rows";

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
  const rows = new Rows(bytes, lines, places, by, keys);
  const odd = readAll(rows, apart, least, most);
  const words = rows.coders.map((coder) => (coder === keys ? [] : coder.words));
  const named = words[rows.byWord];
  return {
    rows: rows.count,
    keys: [...rows.groups.keys()].map((group) => (by < 0 ? "" : (named?.[group] ?? String(group)))),
    groups: [...rows.groups.values()].map(({ columns, count }) => columns.map((column) => column.subarray(0, count))),
    codes: rows.codes.map((column) => column.subarray(0, rows.count)),
    words,
    odd: Int32Array.from(odd),
    back: rows.back,
    known: keys.known,
  };
}

/** The numbers of keys that are `size` bytes each and stand one after the other, and how many are known. */
export function coded(bytes: Uint8Array, size: number, isFresh: boolean): { codes: Int32Array; known: number } {
  if (isFresh) keys = new Coder();
  const codes = Int32Array.from({ length: bytes.length / size }, (_, k) => keys.code(bytes, k * size, (k + 1) * size));
  return { codes, known: keys.known };
}

/** Take the rows. Return the places of lines of another shape. */
function readAll(rows: Rows, apart: number, least: number, most: number): number[] {
  const odd: number[] = [];
  const { bytes } = rows;
  for (let start = 0, line = 0; start <= bytes.length; line++) {
    let end = bytes.indexOf(FEED, start);
    if (end < 0) end = bytes.length;
    const count = split(bytes, start, end, apart);
    const isBlank = count === 0 || (count === 1 && ends[0] === starts[0]);
    if (!isBlank && (count < least || count > most || !rows.take(starts, ends, count))) odd.push(line);
    start = end + 1;
  }
  return odd;
}
