import { describe, expect, it } from "vitest";
import { isPosed, isSheet, isSolved, isStep, isJudged } from "../src/python/decode-replies";

const test = { id: "test_a", points: 1, outcome: "failed", advice: null, message: "no", guard: false };
const verdict = { exercise: "e", variant: 1, passed: false, points: 0, of: 1, error: null, output: "", tests: [test] };

describe("what comes from an interpreter that a program may have broken", () => {
  it("is taken when it has its form", () => {
    expect(isJudged(verdict)).toBe(true);
    expect(isJudged({ ...verdict, error: { message: "m", line: 2, field: null }, tests: [] })).toBe(true);
    expect(isPosed({ exercise: "e", variant: 1, blanks: { a: "1" }, starter: "x = 1", picture: null })).toBe(true);
    expect(isPosed({ error: { message: "no" } })).toBe(true);
    expect(isSolved({ solution: { wait: "8" } })).toBe(true);
    expect(isSheet({ faults: ["no"] })).toBe(true);
    expect(isSheet({ rows: [{ id: "s1", name: "Ada", given: [] }], csv: "c", class_file: "t" })).toBe(true);
    expect(isStep({ rows: [{ a: 1 }] })).toBe(true);
    expect(isStep({ done: true, result: { describe: "d", compare: [], values: {} } })).toBe(true);
    expect(isStep({ error: { kind: "code", message: "m" }, output: "" })).toBe(true);
  });

  it.each([1, "1", null, [], {}, true])("is refused when it is %j", (came) => {
    for (const isForm of [isJudged, isPosed, isSheet, isSolved]) expect(isForm(came)).toBe(false);
    if (!(typeof came === "object" && came && !Array.isArray(came))) expect(isStep(came)).toBe(false);
  });

  it.each([
    { kind: "done" },
    { passed: 1 },
    { points: "9" },
    { of: null },
    { points: -1 },
    { tests: {} },
    { tests: [1] },
    { tests: [{ ...test, id: 5 }] },
    { tests: [{ ...test, message: {} }] },
    { error: "x" },
    { error: { message: 1 } },
    { output: 5 },
  ])("is no verdict with %j", (wrong) => expect(isJudged({ ...verdict, ...wrong })).toBe(false));

  it("is no step, question or solution in part", () => {
    for (const wrong of [{ rows: 5 }, { done: true }, { error: "x" }, { done: true, result: {} }])
      expect(isStep(wrong)).toBe(false);
    for (const wrong of [{ blanks: { a: 1 } }, { blanks: {}, picture: {} }, { blanks: {}, starter: 1 }])
      expect(isPosed(wrong)).toBe(false);
    expect(isSolved({ solution: 5 })).toBe(false);
  });
});
