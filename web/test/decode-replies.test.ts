import { describe, expect, it } from "vitest";
import { isJudged, isPosed, isSheet, isSolved, isStep, isTimed, newsOf } from "../src/python/decode-replies";

const test = { id: "test_a", points: 1, outcome: "failed", advice: null, message: "no", guard: false };
const verdict = { exercise: "e", variant: 1, passed: false, points: 0, of: 1, error: null, output: "", tests: [test] };

const claim = {
  ...{
    id: "c",
    label: "latency",
    expected: 1,
    low: null,
    high: null,
    compare: "rel",
    met: true,
    unit: "ms",
    one: "ms",
  },
  ...{ factor: 0.001, digits: 2, model: 1, model_digits: 2, error: 0, tolerance: 0.1, status: "reproduced" },
  ...{ basis: "predicted", evidence: null, spread: [1, 2] },
};
const result = { describe: "d", values: { a: 1 }, params: { size: 1 }, seed: 1, preset: null, compare: [claim] };

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
    expect(isStep({ done: true, result })).toBe(true);
    expect(isStep({ error: { kind: "code", message: "m" }, output: "" })).toBe(true);
  });

  it.each([1, "1", null, [], {}, true])("is refused when it is %j", (reply) => {
    for (const isForm of [isJudged, isPosed, isSheet, isSolved]) expect(isForm(reply)).toBe(false);
    if (!(typeof reply === "object" && reply && !Array.isArray(reply))) expect(isStep(reply)).toBe(false);
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

  const WRONG = ["1", -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, null, [], {}, true];
  it.each(WRONG.filter((value) => value !== 1.5))("is no timed answer with ms of %j", (ms) => {
    expect(isTimed({ text: "x", ms })).toBe(false);
  });
  it("is a timed answer with a text and a number", () => expect(isTimed({ text: "x", ms: 1.5 })).toBe(true));
  it.each(WRONG)("is no news with a line, a reply or a stage of %j", (value) => {
    const { line, stage } = newsOf({ line: value, reply: 5, stage: value });
    expect([line, stage]).toEqual([undefined, undefined]);
  });
  it.each([1, "x", null, [], undefined])("is no news that is %j", (value) => expect(newsOf(value)).toEqual({}));
  it("is news with each part that has its form", () => {
    const stage = { phase: "fetch", got: 1, of: 2, waiting: ["a"] };
    expect(newsOf({ line: 3, reply: "r", stage, more: 1 })).toEqual({ line: 3, reply: "r", stage });
    expect(newsOf({ stage: { ...stage, phase: "constructor" } })).toEqual({});
  });
  it.each([-5, 0, 1.5, "3", {}, Number.NaN])("is no error at line %j", (line) => {
    expect(isStep({ error: { kind: "code", message: "m", line } })).toBe(false);
    expect(isJudged({ ...verdict, error: { message: "m", line, field: null } })).toBe(false);
  });
  it.each([[1], [null], [{ a: {} }], [{ a: null }], [{ a: Number.NaN }]])("is no step with rows of %j", (...rows) => {
    expect(isStep({ rows })).toBe(false);
  });
});
