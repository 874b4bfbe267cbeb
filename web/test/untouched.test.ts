import { describe, expect, it } from "vitest";
import { isUntouched } from "../src/exercise/untouched";
import { fresh } from "../src/work/work";
import { broken } from "../src/python/failure";

describe("an exercise", () => {
  it("is untouched until something was done with it, a reset that can be brought back included", () => {
    expect(isUntouched(fresh())).toBe(true);
    for (const done of [
      { answer: { wait: "8" } },
      { variant: 2 },
      { hints: 1 },
      { state: "tried" as const },
      { others: { 2: { wait: "8" } } },
      { solutions: { 1: "2026-11-21T23:40:00Z" } },
      { cleared: { wait: "8" } },
    ]) {
      expect(isUntouched({ ...fresh(), ...done })).toBe(false);
    }
  });
});

describe("an interpreter that failed", () => {
  it("lays it on the program where one was running, and else on itself", () => {
    const error = new Error("the heap is full\nRangeError: no more memory");
    expect(broken(error, false, 7)).toMatchObject({ kind: "code", line: 7 });
    expect(broken(error, false, 7).message).toContain("RangeError: no more memory (the program was last at line 7)");
    expect(broken(error, false, null)).toMatchObject({ kind: "model", line: null });
  });
});
