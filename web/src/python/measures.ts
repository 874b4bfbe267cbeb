/** Numbers in bytes of text with their units, which are read by the scale of their column. */

/** How a column's numbers are taken. times, over: by the number of a unit, null for one that it has not. most: numbers are
 * below it, null for any. exact: "" for a float; else two numbers, without and with the last nine digits alone. */
export interface Scale {
  times: (number | null)[];
  over: number[];
  most: number | null;
  exact: "" | "count" | "sum" | "seconds";
}

const [SPACE, POINT, COMMA, MINUS, ZERO, NINE] = [32, 46, 44, 45, 48, 57];
const [LONGEST, EXACT, BILLION] = [20, 15, 1e9];
const [NO_UNIT, NONE] = [0, 1];
/** Decimals of a number that is too long for a float: its place in the bytes stands for its digits. */
const LONG = 255;
const POWERS = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);
const decoder = new TextDecoder();
export const isSpace = (code: number): boolean => code === SPACE || (code >= 9 && code <= 13);
const isPoint = (code: number): boolean => code === POINT || code === COMMA;
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** The numbers of a block, one after the other. */
export class Measures {
  /** How many there are. */
  count = 0;
  /** The numbers of the row that was read last. */
  readonly row: Float64Array;
  readonly #units = new Map<number, number>();
  readonly #letters = new Uint8Array(256);
  #bytes = new Uint8Array(0);
  #digits = new Float64Array(0);
  #decimals = new Uint8Array(0);
  #kinds = new Uint8Array(0);

  /** `units`: those after the first two, which are none, and a minus for no number. `most`: numbers of a row. */
  constructor(units: string[], most: number) {
    this.row = new Float64Array(2 * most + 3);
    units.forEach((unit, place) => {
      const bytes = new TextEncoder().encode(unit);
      this.#units.set(
        bytes.reduceRight((key, byte) => key * 256 + byte, 0),
        place + 2,
      );
      if (bytes.length === 1) this.#letters[bytes[0] as number] = place + 2;
    });
  }

  /** Begin anew with a block, of which a copy is kept. */
  begin(bytes: Uint8Array): Uint8Array {
    this.#bytes = bytes.slice();
    this.count = 0;
    const most = (bytes.length >> 1) + 2;
    if (this.#digits.length < most) {
      this.#digits = new Float64Array(most);
      this.#decimals = new Uint8Array(most);
      this.#kinds = new Uint8Array(most);
    }
    return this.#bytes;
  }

  /** Take a number, its unit with it. Return where it ends, or -1 if it is none. */
  take(from: number, end: number): number {
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
    this.#digits[this.count] = isLong ? from : digits;
    this.#decimals[this.count] = isLong ? LONG : decimals;
    this.#kinds[this.count++] = unit;
    return at;
  }

  /** Read the numbers of a row, from the number `first` on, by their scales. Return how many there are, or -1 if one is not allowed. */
  read(scales: (Scale | undefined)[], first: number): number {
    const { row } = this;
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
      let value =
        decimals === LONG ? Number(this.#text(digits)) : decimals ? digits / (POWERS[decimals] as number) : digits;
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
    this.row[at] = high;
    this.row[at + 1] = low;
    return true;
  }

  /** The digits and the point of a long number. */
  #text(from: number): string {
    let end = from;
    while (end < this.#bytes.length && (isDigit(this.#bytes[end] as number) || isPoint(this.#bytes[end] as number)))
      end++;
    return decoder.decode(this.#bytes.subarray(from, end)).replace(",", ".");
  }
}
