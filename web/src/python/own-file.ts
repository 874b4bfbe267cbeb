/** A reader's own file for Python in the worker: read where it is, piece by piece; it goes nowhere. */
import { lex, type Place } from "../measured/lex";

/** In workers only, so the types of pages lack it. */
declare class FileReaderSync {
  readAsArrayBuffer(part: Blob): ArrayBuffer;
}

export const MEASURED = "figures.measured.live";

/** What Python hands over of a buffer of its own. */
interface Lent {
  getBuffer(kind: "u8"): { data: Uint8Array; release(): void };
}

export function openedFile(file: File): { size: number; piece: (start: number, size: number) => Uint8Array } {
  const reader = new FileReaderSync();
  return {
    size: file.size,
    piece: (start, size) => new Uint8Array(reader.readAsArrayBuffer(file.slice(start, start + size))),
  };
}

/** `models.measured.kit.columns` reads rows of numbers with it. */
export function quickly(lent: Lent, separator: string, least: number, most: number, places: string): object {
  const buffer = lent.getBuffer("u8");
  try {
    const found = lex(buffer.data, separator, least, most, JSON.parse(places) as Place[]);
    return { ...found, words: JSON.stringify(found.words) };
  } finally {
    buffer.release();
  }
}
