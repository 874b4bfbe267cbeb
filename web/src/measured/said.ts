/** What Python says of a reader's file. */
import type { Drawable, Row } from "../data/types";

/** What a file does not say: the question, and the answers; the first was taken unless another is chosen. */
export type Asked = Record<string, [question: string, answers: string[]]>;

export interface Said {
  name: string;
  form: string;
  /** The percentiles of each part, a line for each. */
  short: string[];
  /** Part, what, value. */
  table: [string, string, string][];
  notes: string[];
  asks: Asked;
  left: string[];
  left_count: number;
  rows: Row[];
  picture: Drawable;
}
/** The book's machine beside all files. */
export interface Beside {
  lines: string[];
  /** A command, and what it would settle. */
  next: [string, string][];
  /** What, yours, the model's, your p99, the model's, file. */
  table: string[][];
  settings: [string, string][];
  fits: boolean;
  rows: Row[];
  picture: Drawable;
}
export interface Refused {
  error: string;
}
/** A terminal's text with the outputs of several tools: the name and text of each. */
export interface Several {
  several: [name: string, text: string][];
}
export const isSaid = (answer: Said | Refused): answer is Said => !("error" in answer);
