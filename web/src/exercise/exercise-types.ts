/** The JSON forms of exercises and of what the tests say of an answer. */
import type { Answer } from "../work/work";
import type { Panel, Row } from "../data/types";

export interface Field {
  name: string;
  kind: "number" | "choice" | "switch";
  label: string;
  unit?: string;
  options?: { value: string; label: string }[];
}
export interface Exercise {
  id: string;
  title: string;
  kind: string;
  prompt: string;
  hints: string[];
  why: string;
  /** The fields of an answer; null where the answer is a program. */
  form: Field[] | null;
  starter: string | null;
  /** Of a program; the fields of another answer depend on the variant. */
  solution: string | null;
  blanks: Record<string, string>;
}
/** Which exercise in which variant. */
export interface Wish {
  exercise: string;
  variant: number;
}
export interface Drawn {
  panels: Panel[];
  rows: Row[];
  alt: string;
}
/** What a variant puts into the question. */
export interface Posed extends Wish {
  blanks: Record<string, string>;
  picture: Drawn | null;
}
export interface Solved {
  solution: Answer;
}
export interface Verdict {
  exercise: string;
  variant?: number;
  passed: boolean;
  points: number;
  of: number;
  error?: { message: string; line?: number | null; field?: string | null } | null;
  output?: string;
  tests: { id: string; points: number; outcome: string; advice?: string | null; message?: string | null }[];
}
