import { describe, expect, it } from "vitest";
import { conflicts, merged } from "../src/work/merge-work";
import type { ExerciseWork, Work } from "../src/work/work";

const time = "2026-11-21T23:40:00Z";
const entry = { variant: 3, answer: { wait: "8 ms" }, time, hints: 0 };
const answer = (more: Partial<ExerciseWork> = {}): ExerciseWork => {
  return { variant: 1, answer: "y", time, hints: 1, state: "tried", points: 2, ...more };
};
const workOf = (exercises: Work["exercises"]): Work => ({ figures: {}, predictions: {}, exercises });

describe("two pieces of work", () => {
  it("asks where what passed, or an answer to another variant, differs", () => {
    const one = answer({ passed: { variant: 1, answer: "a", time } });
    const two = answer({ passed: { variant: 1, answer: "b", time } });
    expect(conflicts(workOf({ e: one }), workOf({ e: two }))).toHaveLength(1);
    const [three, four] = [answer({ others: { 2: "x" } }), answer({ others: { 2: "y", 3: "z" } })];
    expect(conflicts(workOf({ e: three }), workOf({ e: four }))).toHaveLength(1);
    expect(conflicts(workOf({ e: three }), workOf({ e: answer() }))).toEqual([]);
  });

  it("keeps what passed here when the own work is kept, and gives it up when the file’s is taken", () => {
    const here = answer({ state: "passed", points: 9, passed: { variant: 1, answer: "y", time } });
    const there = answer({ state: "new", points: 0, answer: "other" });
    const [own, theirs] = [workOf({ e: here }), workOf({ e: there })];
    expect(merged(own, theirs, "own").exercises.e).toMatchObject(here);
    const taken = merged(own, theirs, "theirs").exercises.e;
    expect(taken).toMatchObject({ state: "new", points: 0, answer: "other" });
    expect(taken?.passed).toBeUndefined();
    const claim = { variant: 4, answer: "four", time };
    expect(merged(own, workOf({ e: { ...there, passed: claim } }), "own").exercises.e?.passed).toEqual(here.passed);
    const tried = workOf({ e: answer() });
    const kept = merged(tried, workOf({ e: { ...there, passed: claim } }), "own").exercises.e;
    expect(kept?.passed).toBeUndefined(); // the own work counts, and what the file says has passed is put aside
    expect(kept).toMatchObject({ answer: "y", earlier: { answer: "other" }, others: { 4: "four" } });
    const same = merged(tried, workOf({ e: answer({ state: "new", passed: claim }) }), "own").exercises.e;
    expect(same?.passed).toEqual(claim); // the same work, from elsewhere
  });

  it("overwrites nothing that was typed here without being asked", () => {
    const own = workOf({ e: answer({ answer: { wait: "9" } }), same: answer() });
    const theirs = workOf({ e: answer({ ...entry }), same: answer({ state: "new" }), more: answer() });
    expect(conflicts(own, theirs)).toEqual([["exercises", "e"]]);
    const kept = merged(own, theirs, "own").exercises;
    expect(kept.e).toMatchObject({ variant: 1, answer: { wait: "9" }, others: { 3: { wait: "8 ms" } } });
    expect(kept.same?.state).toBe("tried");
    expect(kept.more?.answer).toBe("y");
    const taken = merged(own, theirs, "theirs").exercises.e;
    expect(taken).toMatchObject({ variant: 3, answer: { wait: "8 ms" }, others: { 1: { wait: "9" } } });
  });
});
