/** The files that a reader gave, and what may be done with them. */
import type { Said } from "./said";

/** A file that was given, and how far it is. */
export interface Given {
  key: number;
  name: string;
  state: "reading" | "read" | "refused";
  /** The share that has been read. */
  share: number;
  said: Said | null;
  error: string;
  told: Record<string, string>;
}
export interface Deeds {
  take(files: File[]): void;
  paste(text: string): void;
  tell(key: number, name: string, answer: string): void;
  drop(key: number): void;
  example(name: string): void;
  beside(): void;
}
export interface Example {
  names: string[];
  what: string;
}
