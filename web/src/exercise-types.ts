/** The JSON forms of exercises and of what the tests say of an answer. */

export interface Exercise {
  id: string;
  title: string;
  prompt?: string;
  starter: string;
  solution: string;
  hints: string[];
  points?: number;
  tests: { id: string; points?: number }[];
  edition?: string;
}
export interface Verdict {
  exercise: string;
  passed: boolean;
  points: number;
  of: number;
  error?: { message: string; line?: number | null } | null;
  output?: string;
  tests: { id: string; points: number; outcome: string; advice?: string | null; message?: string | null }[];
}
