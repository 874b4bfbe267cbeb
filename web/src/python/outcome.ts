/** How a run or a check ends, and the reply that says so. */
import type { Guard } from "./decode-replies";
import type { Answer, Fault, Result, Row, Wish } from "../data/types";

export interface RunProgress {
  rows: Row[];
  ms: number;
}
export type Outcome =
  | { kind: "done"; result: Result; output: string; ms: number }
  | { kind: "error"; error: Fault; output: string; keep?: boolean }
  | { kind: "stopped" }
  | { kind: "cancelled" };

/** How it ends when there is no answer. */
export type Missed = Exclude<Outcome, { kind: "done" }>;

export type Check = Wish & { answer: Answer };

/** What a reader's program has broken may say anything. */
export function read<T>(text: string, isFitting: Guard<T>): T {
  const reply: unknown = JSON.parse(text);
  if (!isFitting(reply)) throw new Error("the program has broken its tester");
  return reply;
}
