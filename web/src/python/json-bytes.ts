/** Strings, numbers and counts in bytes of JSON. */

import { POWERS } from "./digits";

export const [OPEN, CLOSE, LIST, END, QUOTE, COLON, COMMA, MINUS] = [123, 125, 91, 93, 34, 58, 44, 45] as const;
const [PLUS, POINT, ZERO, NINE, SPACE, BACK, E, UPPER] = [43, 46, 48, 57, 32, 92, 101, 69];
/** Digits that a float holds exactly; those of the lower part of a long number; and most signs of one. */
const [EXACT, LOW, LONGEST_LONG] = [15, 9, 20];
const [BILLION, WORD] = [10 ** LOW, 2 ** 32];
export const decoder = new TextDecoder();

export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
export const isSpace = (code: number): boolean => code === SPACE || code === 10 || code === 13 || code === 9;

/** Where a string that begins there ends, after its quote, or -1. */
export function stringEnd(bytes: Uint8Array, at: number): number {
  for (at++; at < bytes.length; at++) {
    const code = bytes[at] as number;
    if (code === QUOTE) return at + 1;
    if (code < SPACE) return -1;
    if (code === BACK) {
      const escaped = String.fromCharCode(bytes[++at] as number);
      if (escaped === "u") {
        if (!/^[\da-f]{4}$/i.test(decoder.decode(bytes.subarray(at + 1, at + 5)))) return -1;
      } else if (!'"\\/bfnrt'.includes(escaped)) return -1;
    }
  }
  return -1;
}

/** A number, read digit by digit. */
export class Numeral {
  value = 0;
  /** Digits after the point, or -1 without one; whether there is a minus or an exponent. */
  decimals = -1;
  isPlain = true;

  /** Read the number that begins there. Return where it ends, or -1 if there is none. */
  read(bytes: Uint8Array, from: number): number {
    let at = from;
    const isBelow = bytes[at] === MINUS;
    if (isBelow) at++;
    const begin = at;
    let value = 0;
    for (let code; isDigit((code = bytes[at] as number)); at++) value = value * 10 + code - ZERO;
    const point = at;
    if (at === begin || (bytes[begin] === ZERO && at > begin + 1)) return -1;
    this.decimals = -1;
    if (bytes[at] === POINT) {
      for (at++; isDigit(bytes[at] as number); at++) value = value * 10 + (bytes[at] as number) - ZERO;
      if ((this.decimals = at - point - 1) === 0) return -1;
    }
    this.isPlain = !isBelow;
    const digits = at - begin;
    if (bytes[at] === E || bytes[at] === UPPER) {
      at++;
      if (bytes[at] === MINUS || bytes[at] === PLUS) at++;
      if (!isDigit(bytes[at] as number)) return -1;
      while (isDigit(bytes[at] as number)) at++;
      this.isPlain = false;
      this.value = Number(decoder.decode(bytes.subarray(from, at)));
    } else if (digits > EXACT) this.value = Number(decoder.decode(bytes.subarray(from, at)));
    else {
      if (this.decimals > 0) value /= POWERS[this.decimals] as number;
      this.value = isBelow ? -value : value;
    }
    return at;
  }

  /** Put the whole number that was just read between two places, a point left out, in a place of 64 bits. Return whether
   * it is one that 64 bits hold. */
  store(bytes: Uint8Array, from: number, end: number, words: Uint32Array, place: number): boolean {
    if (!this.isPlain || end - from > LONGEST_LONG) return false;
    let [high, low] = [0, 0];
    let left = end - from - (this.decimals >= 0 ? 1 : 0);
    for (let at = from; at < end; at++) {
      const code = bytes[at] as number;
      if (code === POINT) continue;
      if (left-- > LOW) high = high * 10 + code - ZERO;
      else low = low * 10 + code - ZERO;
    }
    const value = high * BILLION + low;
    if (value <= Number.MAX_SAFE_INTEGER) {
      words[2 * place] = value;
      words[2 * place + 1] = value / WORD;
      return true;
    }
    const exact = BigInt(high) * BigInt(BILLION) + BigInt(low);
    if (exact >= 1n << 63n) return false;
    words[2 * place] = Number(exact & 0xffffffffn);
    words[2 * place + 1] = Number(exact >> 32n);
    return true;
  }
}

/** Counts by whole numbers, of many documents. */
export class Tally {
  readonly keys: number[] = [];
  readonly sums: number[] = [];
  readonly #places = new Map<number, number>();
  /** Documents have the same keys again and again, in order. */
  #next = 0;

  begin(): void {
    this.#next = 0;
  }

  add(key: number, count: number): void {
    let place = this.#next;
    if (this.keys[place] !== key) {
      const known = this.#places.get(key);
      place = known ?? this.keys.length;
      if (known === undefined) {
        this.#places.set(key, place);
        this.keys.push(key);
        this.sums.push(0);
      }
    }
    this.sums[place] = (this.sums[place] as number) + count;
    this.#next = place + 1;
  }
}

/** Where the last object of counts ended. */
let countsEnd = -1;
export const endOfCounts = (): number => countsEnd;

/** The sum of an object of counts by whole numbers that begins there; -1 if it is another one, or empty. */
export function counted(bytes: Uint8Array, at: number, tally?: Tally): number {
  let sum = 0;
  const past = (): void => {
    while (isSpace(bytes[at] as number)) at++;
  };
  tally?.begin();
  if (bytes[at] !== OPEN) return -1;
  do {
    at++;
    past();
    if (bytes[at] !== QUOTE) return -1;
    const from = ++at;
    let key = 0;
    for (; isDigit(bytes[at] as number); at++) key = key * 10 + (bytes[at] as number) - ZERO;
    if (at === from || at - from > EXACT || bytes[at] !== QUOTE) return -1;
    at++;
    past();
    if (bytes[at] !== COLON) return -1;
    at++;
    past();
    const begin = at;
    let count = 0;
    for (; isDigit(bytes[at] as number); at++) count = count * 10 + (bytes[at] as number) - ZERO;
    if (at === begin || at - begin > EXACT || (bytes[begin] === ZERO && at > begin + 1)) return -1;
    past();
    sum += count;
    tally?.add(key, count);
  } while (bytes[at] === COMMA);
  countsEnd = at + 1;
  return bytes[at] === CLOSE && sum <= Number.MAX_SAFE_INTEGER ? sum : -1;
}
