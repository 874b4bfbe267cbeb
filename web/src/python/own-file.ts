/** A reader's own file for Python in the worker: read where it is, piece by piece; it goes nowhere. */
import { alike } from "./alike";
import { framed } from "./frames";
import { coded, lex } from "./lex";
import { cells, facts, hits, ordered, since, weighted } from "./many";
import type { Scale } from "./measures";
import { Named } from "./named";
import type { Place } from "./rows";
import type { Kind } from "./structure";

/** In workers only, so the types of pages lack it. */
declare class FileReaderSync {
  readAsArrayBuffer(part: Blob): ArrayBuffer;
}

export const MEASURED = "figures.measured.live";

export function openedFile(file: File): { size: number; piece: (start: number, size: number) => Uint8Array } {
  const reader = new FileReaderSync();
  return {
    size: file.size,
    piece: (start, size) => new Uint8Array(reader.readAsArrayBuffer(file.slice(start, start + size))),
  };
}

/** What Python hands over of a buffer of its own. */
interface Lent {
  getBuffer(kind?: "u8"): { data: Uint8Array | Float64Array | Int32Array; release(): void };
}

/** Work on buffers of Python's; they are its own again afterwards. */
function lent<T>(all: Lent[], kind: "u8" | undefined, work: (all: never[]) => T): T {
  const buffers = all.map((each) => each.getBuffer(kind));
  try {
    return work(buffers.map(({ data }) => data) as never[]);
  } finally {
    for (const buffer of buffers) buffer.release();
  }
}

/** Columns of rows, numbers in order, the cells of a heat map, the hits of caches, extremes and sums, rows with names, documents that are alike, and frames of lines, for `figures.measured.live.quicken`. */
export const QUICK = [
  (data: Lent, separator: string, least: number, most: number, places: string, by: number, isFresh: boolean) =>
    lent([data], "u8", ([bytes]) => {
      const found = lex(
        bytes as unknown as Uint8Array,
        separator,
        least,
        most,
        JSON.parse(places) as Place[],
        by,
        isFresh,
      );
      return { ...found, words: JSON.stringify(found.words), keys: JSON.stringify(found.keys) };
    }),
  (values: Lent) => lent([values], undefined, ([each]) => ordered(each as unknown as Float64Array)),
  (times: Lent, values: Lent, first: number, width: number, count: number) =>
    lent([times, values], undefined, ([t, v]) => cells(t as never, v as never, first, width, count)),
  (keys: Lent) => lent([keys], undefined, ([each]) => hits(each as never)),
  (values: Lent) => lent([values], undefined, ([each]) => facts(each as never)),
  (values: Lent, weights?: Lent) =>
    lent(weights ? [values, weights] : [values], undefined, ([each, its]) => weighted(each as never, its)),
  (units: string, scales: string) => {
    const rows = new Named(JSON.parse(units) as string[], JSON.parse(scales) as Scale[]);
    return {
      find: (data: Lent) =>
        lent([data], "u8", ([bytes]) => {
          const found = rows.lex(bytes as never);
          return { ...found, fresh: JSON.stringify(found.fresh), texts: JSON.stringify(found.texts) };
        }),
      group: (columns: string, isSummed: boolean, more: number) =>
        rows.group(JSON.parse(columns) as number[], isSummed, more),
      gather: (groups: Lent, begin: number, marks: Lent) =>
        lent([groups, marks], undefined, ([of, its]) => rows.gather(of as never, begin, its as never)),
      taken: (isSummed: boolean) => rows.taken(isSummed),
    };
  },
  (data: Lent, start: number, kinds: string, names: string) =>
    lent([data], "u8", ([bytes]) => {
      const found = alike(
        bytes as unknown as Uint8Array,
        start,
        JSON.parse(kinds) as Record<string, Kind>,
        JSON.parse(names) as string[],
      );
      const sheets = found.sheets.map(
        ({ places, rows, width, texts, counts }) =>
          `[${places},${rows},${width},${JSON.stringify(texts)},${JSON.stringify(counts)}]`,
      );
      return { ...found, sheets: `[${sheets.join(",")}]`, numbers: found.sheets.map(({ numbers }) => numbers) };
    }),
  (data: Lent) =>
    lent([data], "u8", ([bytes]) => {
      const found = framed(bytes as unknown as Uint8Array);
      return { ...found, frames: JSON.stringify(found.frames) };
    }),
  (data: Lent, size: number, isFresh: boolean) =>
    lent([data], "u8", ([bytes]) => coded(bytes as unknown as Uint8Array, size, isFresh)),
  (values: Lent, first: number, per: number) => lent([values], undefined, ([each]) => since(each as never, first, per)),
] as const;
