/** Documents of JSON that have the same structure, as those of --status-interval: each is compared with one that was read
 * whole, and only the numbers that are wanted are kept. */

import { CLOSE, COLON, COMMA, counted, decoder, END, endOfCounts, isDigit, isSpace, LIST } from "./json-bytes";
import { MINUS, OPEN, QUOTE, stringEnd } from "./json-bytes";
import {
  ANY,
  CODES,
  COUNTS,
  type Kind,
  LONG,
  NUMBER,
  numeral,
  SAME,
  type Sheet,
  STRING,
  Structure,
  TEXT,
} from "./structure";

export interface Alike {
  sheets: Sheet[];
  /** Of each document: its sheet, where it begins, and where it ends. */
  order: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  /** Where a document begins that is not whole JSON, or the end. */
  stop: number;
}

/** Structures that are tried for a document, and brackets that are open at once. */
const [TRIED, DEEPEST] = [16, 90];
const scratch = new Uint32Array(2);

/** Read a document strictly, and add its values to a structure. Return where it ends, or -1 if it is not whole. */
function learn(structure: Structure, from: number, kinds: Record<string, Kind>): number {
  const { bytes } = structure;
  const closing: number[] = [];
  const names: string[] = [];
  let [at, fixed, name] = [from, from, ""];
  const past = (): number => {
    while (isSpace(bytes[at] as number)) at++;
    return bytes[at] as number;
  };
  /** Read a key and its colon. Return whether they are there. */
  const key = (): boolean => {
    if (past() !== QUOTE) return false;
    const start = at;
    if ((at = stringEnd(bytes, at)) < 0) return false;
    name = JSON.parse(decoder.decode(bytes.subarray(start, at))) as string;
    return past() === COLON && at++ > 0;
  };
  for (;;) {
    const code = past();
    const begin = at;
    const kind =
      CODES[(Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? (code === QUOTE ? "same" : (kinds[""] ?? "any"))];
    if (code === OPEN || code === LIST) {
      if (kind === COUNTS && counted(bytes, at) >= 0) {
        structure.add(fixed, at, COUNTS);
        fixed = at = endOfCounts();
      } else {
        at++;
        if (past() !== (code === OPEN ? CLOSE : END)) {
          if (closing.push(code === OPEN ? CLOSE : END) > DEEPEST) return -1;
          names.push(name);
          if (code === OPEN && !key()) return -1;
          continue;
        }
        at++;
      }
    } else if (code === QUOTE) {
      if ((at = stringEnd(bytes, at)) < 0) return -1;
      if (kind === TEXT || kind === ANY) {
        structure.add(fixed, begin, kind === TEXT ? TEXT : STRING);
        fixed = at;
      }
    } else if (code === MINUS || isDigit(code)) {
      if ((at = numeral.read(bytes, at)) < 0) return -1;
      if (kind !== SAME) {
        const isKept = kind === NUMBER || (kind === LONG && numeral.store(bytes, begin, at, scratch, 0));
        structure.add(fixed, begin, isKept ? kind : ANY, numeral.decimals);
        fixed = at;
      }
    } else {
      const word = ["true", "false", "null"].find(
        (each) => decoder.decode(bytes.subarray(at, at + each.length)) === each,
      );
      if (!word) return -1;
      at += word.length;
    }
    for (;;) {
      const after = closing.length ? past() : NaN;
      if (after !== closing[closing.length - 1]) break;
      at++;
      closing.pop();
      name = names.pop() as string;
    }
    if (!closing.length) break;
    if (bytes[at] !== COMMA) return -1;
    at++;
    if (closing[closing.length - 1] === CLOSE && !key()) return -1;
  }
  structure.finish(fixed, at);
  return at;
}

/** Where the next document begins, at a place or after it: a bracket before one of the names, or before any without one. */
function nextOpening(bytes: Uint8Array, from: number, names: string[]): number {
  for (let at = bytes.indexOf(OPEN, from); at >= 0; at = bytes.indexOf(OPEN, at + 1)) {
    if (!names.length) return at;
    let begin = at + 1;
    while (isSpace(bytes[begin] as number)) begin++;
    if (bytes[begin] !== QUOTE) continue;
    const word = decoder.decode(bytes.subarray(begin + 1, begin + 30));
    if (names.some((name) => word.startsWith(`${name}"`))) return at;
  }
  return bytes.length;
}

/** Find the documents from a place on. `kinds`: by key, "" for numbers of all
 * other keys. `names`: the first key of a document is one of these; if there are none, it may be any. */
export function alike(bytes: Uint8Array, from: number, kinds: Record<string, Kind>, names: string[]): Alike {
  const structures: Structure[] = [];
  const order: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const recent: Structure[] = [];
  /** By what it says of its places: those that stand far apart. */
  const known = new Map<string, Structure>();
  let last: Structure | undefined;
  let at = nextOpening(bytes, from, names);
  for (; at < bytes.length; at = nextOpening(bytes, at, names)) {
    let its = last?.next;
    let end = its ? its.take(at) : -1;
    for (let k = 0; end < 0 && k < recent.length; k++) if ((its = recent[k]) !== last?.next) end = its?.take(at) ?? -1;
    if (end < 0) {
      const made = new Structure(bytes, structures.length);
      if (learn(made, at, kinds) < 0) break;
      const { places } = made;
      its = known.get(places);
      end = its?.take(at) ?? -1;
      if (end < 0) {
        known.set(places, (its = made));
        structures.push(made);
        end = made.take(at);
      }
      if (recent.unshift(its as Structure) > TRIED) recent.pop();
    }
    if (last) last.next = its;
    last = its;
    order.push((its as Structure).number);
    starts.push(at);
    ends.push(end);
    at = end;
  }
  return {
    sheets: structures.map(({ sheet }) => sheet),
    order: Int32Array.from(order),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    stop: at,
  };
}
