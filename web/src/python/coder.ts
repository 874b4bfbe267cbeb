/** Numbers of words, in the order in which they first stand; there may be millions. */

const FIRST = 1 << 10;
const decoder = new TextDecoder();

function grown<Numbers extends Int32Array | Uint8Array>(numbers: Numbers, length: number): Numbers {
  const made = new (numbers.constructor as new (length: number) => Numbers)(length);
  made.set(numbers);
  return made;
}

export class Coder {
  known = 0;
  /** The words one after the other, and where each ends. */
  #bytes: Uint8Array = new Uint8Array(16 * FIRST);
  #ends: Int32Array = new Int32Array(FIRST + 1);
  /** At a word's hash, or the next free place: its number from 1, 0 if it is free, and its hash. */
  #places: Int32Array = new Int32Array(4 * FIRST);

  code(bytes: Uint8Array, from: number, end: number): number {
    let hash = 17;
    for (let at = from; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#places.length - 2;
    let place = (hash << 1) & mask;
    for (let known; (known = this.#places[place] as number); place = (place + 2) & mask)
      if (this.#places[place + 1] === hash && this.#is(known - 1, bytes, from, end)) return known - 1;
    this.#places[place] = this.known + 1;
    this.#places[place + 1] = hash;
    return this.#add(bytes, from, end);
  }

  get words(): string[] {
    return Array.from({ length: this.known }, (_, code) =>
      decoder.decode(this.#bytes.subarray(this.#ends[code], this.#ends[code + 1])),
    );
  }

  #is(code: number, bytes: Uint8Array, from: number, end: number): boolean {
    const begin = this.#ends[code] as number;
    if ((this.#ends[code + 1] as number) - begin !== end - from) return false;
    for (let at = from; at < end; at++) if (this.#bytes[begin + at - from] !== bytes[at]) return false;
    return true;
  }

  #add(bytes: Uint8Array, from: number, end: number): number {
    const code = this.known++;
    const begin = this.#ends[code] as number;
    while (begin + end - from > this.#bytes.length) this.#bytes = grown(this.#bytes, 2 * this.#bytes.length);
    for (let at = from; at < end; at++) this.#bytes[begin + at - from] = bytes[at] as number;
    this.#ends[code + 1] = begin + end - from;
    if (this.known === this.#ends.length - 1) this.#grow();
    return code;
  }

  #grow(): void {
    this.#ends = grown(this.#ends, 2 * this.known + 1);
    const before = this.#places;
    this.#places = new Int32Array(2 * before.length);
    const mask = this.#places.length - 2;
    for (let at = 0; at < before.length; at += 2) {
      if (!before[at]) continue;
      let place = ((before[at + 1] as number) << 1) & mask;
      while (this.#places[place]) place = (place + 2) & mask;
      this.#places[place] = before[at] as number;
      this.#places[place + 1] = before[at + 1] as number;
    }
  }
}
