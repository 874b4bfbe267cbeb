import { beforeEach, describe, expect, it } from "vitest";
import { counted, judged, type ExerciseWork } from "../src/work/work";
import { Store } from "../src/work/store";
import { turned } from "../src/exercise/variants";
import { Box } from "./fakes";

let box: Box;
beforeEach(() => (box = new Box()));
const time = "2026-11-21T23:40:00Z";
const answer = (more: Partial<ExerciseWork> = {}): ExerciseWork => {
  return { variant: 1, answer: "y", time, hints: 1, state: "tried", points: 2, ...more };
};

describe("what a reset cleared", () => {
  it("is kept in the browser, and with its variant", () => {
    const work = answer({ answer: undefined, cleared: "mine" });
    new Store("1", box).set("exercises", "e", work);
    expect(new Store("1", box).get("exercises", "e")?.cleared).toBe("mine");
    expect(turned(work, 7, true)).toMatchObject({ variant: 7, others: { 1: "mine" }, cleared: undefined });
  });
});

describe("another variant", () => {
  it("puts aside what was typed and finds what was typed for it", () => {
    const one = answer({ answer: { wait: "8" } });
    const two = { ...one, ...turned(one, 7, true) };
    expect(two).toMatchObject({ variant: 7, answer: undefined, others: { 1: { wait: "8" } } });
    const back = { ...two, answer: { wait: "9" }, ...turned({ ...two, answer: { wait: "9" } }, 1, true) };
    expect(back).toMatchObject({ variant: 1, answer: { wait: "8" }, others: { 7: { wait: "9" } } });
  });

  it("takes nothing away from what passed", () => {
    const given = { variant: 1, answer: { wait: "8" } };
    const one = answer(given);
    const passed = { ...one, ...judged(one, { passed: true, points: 4 }, given) };
    const gone = { ...passed, ...turned(passed, 7, true) };
    expect(counted(gone)).toMatchObject({ variant: 1, answer: { wait: "8" } });
    const failed = { ...gone, ...judged(gone, { passed: false, points: 1 }, { variant: 7, answer: "" }) };
    expect(failed).toMatchObject({ state: "passed", points: 4, variant: 7 });
    expect(counted(failed)?.variant).toBe(1);
    const again = { ...failed, ...judged(failed, { passed: true, points: 4 }, { variant: 7, answer: { wait: "9" } }) };
    expect(counted(again)).toMatchObject({ variant: 7, answer: { wait: "9" } });
  });

  it("keeps nothing of one that was left untouched", () => {
    const gone = turned(answer({ answer: undefined }), 7, true);
    expect(gone).toMatchObject({ variant: 7, answer: undefined, others: undefined });
  });

  it("keeps a program whose question is the same", () => {
    expect(turned(answer(), 7, false)).toEqual({ variant: 7 });
  });
});
