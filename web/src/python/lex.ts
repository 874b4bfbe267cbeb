/** Columns of a text with millions of rows, as `models.measured.kit.columns` reads them, many times as fast. */

/** A column: its field, from 0 or from the end if negative, what it holds, and what it is divided by. */
export type Place = [field: number, kind: "number" | "word" | "long", per: number];

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

/** Rows of one group, or of all: columns that are filled one row after the other. */
class Group {
  count = 0;
  readonly columns: Float64Array[];
  constructor(columns: number, lines: number) {
    this.columns = Array.from({ length: columns }, () => new Float64Array(lines));
  }
}

/** `by`: the place by whose value the numbers are put into groups, or -1. */
export function lex(
  bytes: Uint8Array,
  separator: string,
  least: number,
  most: number,
  places: Place[],
  by = -1,
): Lexed {
  const apart = separator ? separator.charCodeAt(0) : -1;
  let lines = 1;
  for (let at = bytes.indexOf(FEED); at >= 0; at = bytes.indexOf(FEED, at + 1)) lines++;
  const width = places.reduce((sum, [, kind]) => sum + { number: 1, long: 2, word: 0 }[kind], 0);
  const row = new Float64Array(width);
  const groups = new Map<string | number, Group>();
  const spelled = places.filter(([, kind]) => kind === "word").map(([place]) => place);
  const coders = spelled.map(() => new Coder());
  const codes = coders.map(() => new Int32Array(lines));
  const odd: number[] = [];
  let rows = 0;

  const take = (count: number): boolean => {
    let column = 0;
    let word = 0;
    let key: string | number = "";
    for (let number = 0; number < places.length; number++) {
      const [place, kind, per] = places[number] as Place;
      const field = place < 0 ? count + place : place;
      const [from, end] = [starts[field] as number, ends[field] as number];
      if (kind === "word") {
        const code = (coders[word] as Coder).code(bytes, from, end);
        (codes[word] as Int32Array)[rows] = code;
        if (number === by) key = (coders[word] as Coder).words[code] as string;
        word++;
        continue;
      }
      let value: number;
      if (kind === "long") {
        const cut = Math.max(from, end - 9);
        const high = end - from > LONGEST || end === from ? NaN : digitsOf(bytes, from, cut);
        if (high !== high) return false;
        row[column++] = high;
        value = digitsOf(bytes, cut, end);
      } else value = numberOf(bytes, from, end);
      if (value !== value) return false;
      if (number === by) key = value;
      row[column++] = per === 1 ? value : value / per;
    }
    let group = groups.get(key);
    if (!group) groups.set(key, (group = new Group(width, lines)));
    for (let k = 0; k < width; k++) (group.columns[k] as Float64Array)[group.count] = row[k] as number;
    group.count++;
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
    keys: [...groups.keys()].map(String),
    groups: [...groups.values()].map(({ columns, count }) => columns.map((column) => column.subarray(0, count))),
    codes: codes.map((column) => column.subarray(0, rows)),
    words: coders.map(({ words }) => words),
    odd: Int32Array.from(odd),
  };
}
