/** What Python says of a reader's file. */
import type { Drawable, Row } from "../data/types";

/** What a file does not say: the question, and the answers; the first was taken unless another is chosen. */
export type Asked = Record<string, [question: string, answers: string[]]>;

export interface Said {
  name: string;
  form: string;
  /** Part, what, value. */
  table: [string, string, string][];
  notes: string[];
  asks: Asked;
  left: string[];
  left_count: number;
  rows: Row[];
  picture: Drawable;
}
export interface Refused {
  error: string;
}
export const isSaid = (answer: Said | Refused): answer is Said => !("error" in answer);
