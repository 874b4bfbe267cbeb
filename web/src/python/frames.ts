/** Lines whose numbers are taken out, as `models.measured.kit.frames` says: what is left of them, their frames, are few. */

import { Coder } from "./coder";
import { numberOf } from "./digits";

export interface Framed {
  /** The number of each line's frame, and where its numbers begin. */
  codes: Int32Array;
  begins: Int32Array;
  numbers: Float64Array;
  frames: string[];
}

const [FEED, SPACE, POINT, ZERO, NINE] = [10, 32, 46, 48, 57];
/** What stands in a frame for a whole number, for one with a point, and for these bytes themselves. */
const [WHOLE, BROKEN, OTHER] = [0, 1, 2];
const MOST_DIGITS = 15;

/** Where the digits end that begin at a place. */
function afterDigits(bytes: Uint8Array, at: number): number {
  for (; at < bytes.length; at++) {
    const code = bytes[at] as number;
    if (code < ZERO || code > NINE) return at;
  }
  return at;
}

export function framed(bytes: Uint8Array): Framed {
  let lines = 1;
  for (let at = bytes.indexOf(FEED); at >= 0; at = bytes.indexOf(FEED, at + 1)) lines++;
  const codes = new Int32Array(lines);
  const begins = new Int32Array(lines);
  const numbers = new Float64Array((bytes.length >> 1) + 1);
  const frame = new Uint8Array(bytes.length);
  const coder = new Coder();
  let [line, count, length] = [0, 0, 0];
  for (let at = 0; at < bytes.length;) {
    const code = bytes[at] as number;
    if (code === FEED) {
      codes[line++] = coder.code(frame, 0, length);
      begins[line] = count;
      length = 0;
      at++;
    } else if (code < ZERO || code > NINE) {
      frame[length++] = code <= BROKEN ? OTHER : code;
      at++;
    } else {
      let value = code - ZERO;
      let whole = at + 1;
      for (let next; (next = bytes[whole] as number) >= ZERO && next <= NINE; whole++)
        value = value * 10 + (next - ZERO);
      const end = bytes[whole] === POINT ? afterDigits(bytes, whole + 1) : whole;
      const isBroken = end > whole + 1;
      const to = isBroken ? end : whole;
      const before = length;
      while (length && frame[length - 1] === SPACE) length--;
      if (length < before) frame[length++] = SPACE;
      if (to - at - Number(isBroken) > MOST_DIGITS) for (; at < to; at++) frame[length++] = bytes[at] as number;
      else {
        numbers[count++] = isBroken ? numberOf(bytes, at, to) : value;
        frame[length++] = isBroken ? BROKEN : WHOLE;
        at = to;
      }
    }
  }
  codes[line] = coder.code(frame, 0, length);
  return { codes, begins, numbers: numbers.subarray(0, count), frames: coder.words };
}
