/** Columns of a text with millions of rows, as `models.measured.kit.columns` reads them, many times as fast. */

/** A column: its field, from 0 or from the end if negative, and what it holds. */
export type Place = [field: number, kind: "number" | "word" | "long"];

export interface Lexed {
  rows: number;
  /** Of each place in turn; a long whole number gives two: without its last nine digits, and these. */
  numbers: Float64Array[];
  codes: Int32Array[];
  words: string[][];
  /** The places of lines that are of another shape. */
  odd: Int32Array;
}

const [FEED, SPACE, POINT, MINUS, ZERO, NINE] = [10, 32, 46, 45, 48, 57];
const MOST = 64;
const LONGEST = 30;
const EXACT = 15;
const SHORT = 6;
const POWERS = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);
const decoder = new TextDecoder();
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

/** The plain decimal number between two places, or NaN if there is none. */
function numberOf(bytes: Uint8Array, from: number, end: number): number {
  const begin = bytes[from] === MINUS ? from + 1 : from;
  if (end <= begin || end - from > LONGEST) return NaN;
  let value = 0;
  let point = -1;
  for (let at = begin; at < end; at++) {
    const code = bytes[at] as number;
    if (code >= ZERO && code <= NINE) value = value * 10 + (code - ZERO);
    else if (code === POINT && point < 0 && at > begin && at < end - 1) point = at;
    else return NaN;
  }
  // more digits would be rounded more than once; the language's own reading is exact
  if (end - begin > EXACT) value = Number(decoder.decode(bytes.subarray(begin, end)));
  else if (point >= 0) value /= POWERS[end - point - 1] as number;
  return begin > from ? -value : value;
}

/** The whole number of digits alone, or NaN. */
function digitsOf(bytes: Uint8Array, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at++) {
    const code = bytes[at] as number;
    if (code < ZERO || code > NINE) return NaN;
    value = value * 10 + (code - ZERO);
  }
  return value;
}

/** Words get numbers in the order in which they first stand. */
class Coder {
  readonly words: string[] = [];
  readonly #byWord = new Map<string, number>();
  /** Short words by their bytes as one number, so that few are decoded. */
  readonly #byBytes = new Map<number, number>();

  code(bytes: Uint8Array, from: number, end: number): number {
    if (end - from > SHORT) return this.#of(decoder.decode(bytes.subarray(from, end)));
    let key = 1;
    for (let at = from; at < end; at++) key = key * 256 + (bytes[at] as number);
    const known = this.#byBytes.get(key);
    if (known !== undefined) return known;
    const code = this.#of(decoder.decode(bytes.subarray(from, end)));
    this.#byBytes.set(key, code);
    return code;
  }
  #of(word: string): number {
    const known = this.#byWord.get(word) ?? this.words.length;
    if (known === this.words.length) {
      this.words.push(word);
      this.#byWord.set(word, known);
    }
    return known;
  }
}

export function lex(bytes: Uint8Array, separator: string, least: number, most: number, places: Place[]): Lexed {
  const apart = separator ? separator.charCodeAt(0) : -1;
  let lines = 1;
  for (let at = bytes.indexOf(FEED); at >= 0; at = bytes.indexOf(FEED, at + 1)) lines++;
  const sought = places.filter(([, kind]) => kind !== "word");
  const numbers = sought.flatMap(([, kind]) =>
    Array.from({ length: kind === "long" ? 2 : 1 }, () => new Float64Array(lines)),
  );
  const spelled = places.filter(([, kind]) => kind === "word").map(([place]) => place);
  const coders = spelled.map(() => new Coder());
  const codes = coders.map(() => new Int32Array(lines));
  const odd: number[] = [];
  let rows = 0;

  const take = (count: number): boolean => {
    let column = 0;
    for (const [place, kind] of sought) {
      const field = place < 0 ? count + place : place;
      const [from, end] = [starts[field] as number, ends[field] as number];
      let value: number;
      if (kind === "long") {
        const cut = Math.max(from, end - 9);
        const high = end - from > LONGEST || end === from ? NaN : digitsOf(bytes, from, cut);
        if (high !== high) return false;
        (numbers[column++] as Float64Array)[rows] = high;
        value = digitsOf(bytes, cut, end);
      } else value = numberOf(bytes, from, end);
      if (value !== value) return false;
      (numbers[column++] as Float64Array)[rows] = value;
    }
    for (let word = 0; word < spelled.length; word++) {
      const place = spelled[word] as number;
      const field = place < 0 ? count + place : place;
      const code = (coders[word] as Coder).code(bytes, starts[field] as number, ends[field] as number);
      (codes[word] as Int32Array)[rows] = code;
    }
    rows++;
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
  return {
    rows,
    numbers: numbers.map((column) => column.subarray(0, rows)),
    codes: codes.map((column) => column.subarray(0, rows)),
    words: coders.map(({ words }) => words),
    odd: Int32Array.from(odd),
  };
}
