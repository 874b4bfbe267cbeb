import { beforeEach, describe, expect, it } from "vitest";
import { conflicts, joined, leftOut, readFile, textOf, toFile } from "../src/answer-file";
import type { ExerciseWork, Work } from "../src/saved";
import { Store } from "../src/store";
import { Box } from "./box";

let box: Box;
beforeEach(() => (box = new Box()));
const time = "2026-11-21T23:40:00Z";
const answer = (more: Partial<ExerciseWork> = {}): ExerciseWork => {
  return { variant: 1, answer: "y", time, hints: 1, state: "tried", points: 2, ...more };
};
const guess = (n: number): { answer: number; time: string } => ({ answer: n, time });
const workOf = (exercises: Work["exercises"]): Work => ({ figures: {}, predictions: {}, exercises });

describe("the answer file", () => {
  const store = (): Store => new Store("1", box);
  const file = (more: object = {}): string =>
    JSON.stringify({
      ...{ v: 2, edition: "1", name: "Ada", saved: time, figures: {}, predictions: {}, exercises: {} },
      ...more,
    });
  const entry = { variant: 3, answer: { wait: "8 ms" }, time, hints: 0 };

  it("carries answers and no score, and comes back", () => {
    const mine = store();
    mine.set("exercises", "e", answer({ shelf: { 4: "z" } }));
    mine.set("predictions", "p", { ...guess(236), said: "Too high." });
    mine.name = "Ada";
    const text = JSON.stringify(toFile(mine));
    expect(text).not.toMatch(/state|points|said|shelf/);
    const brought = readFile(text, {});
    if (typeof brought === "string") throw new Error(brought);
    expect([brought.name, brought.edition, brought.notes]).toEqual(["Ada", "1", []]);
    expect(brought.work.exercises.e).toMatchObject({ variant: 1, answer: "y", hints: 1, state: "new", points: 0 });
    expect(brought.work.predictions.p).toEqual(guess(236));
  });

  it.each([
    ["", "This file is empty."],
    ["hello", "This is not an answer file: it is not JSON."],
    [file().slice(0, -20), "This file was cut off: its end is missing, so nothing was taken from it."],
    [file().replace("2026", '20"26'), "This file was damaged: it is no longer JSON, so nothing was taken from it."],
    ['{"v": 2, "figures": NaN}', "This file was damaged: it is no longer JSON, so nothing was taken from it."],
    ["[]", "This is JSON, but it is not an answer file of this book."],
    ["5", "This is JSON, but it is not an answer file of this book."],
    ["null", "This is JSON, but it is not an answer file of this book."],
    ['{"v": 2}', "This is JSON, but it is not an answer file of this book."],
    [file({ v: 3 }), "This file was saved by a later edition of the book: it cannot be read here."],
    ["x".repeat(1_000_001), "This file is too large to be an answer file: those have at most a megabyte."],
  ])("that is none is one line: %#", (text, line) => {
    expect(readFile(text, {})).toBe(line);
  });

  it("gives what is good in it, and a line on what is not", () => {
    const text = file({
      exercises: { e: entry, strange: entry, bad: { ...entry, answer: 5 } },
      predictions: { p: true },
    });
    const brought = readFile(text, { exercises: ["e"], predictions: ["p"] });
    if (typeof brought === "string") throw new Error(brought);
    expect(Object.keys(brought.work.exercises)).toEqual(["e"]);
    expect(brought.notes).toEqual([
      "Left out, for it is not of the right form: bad, p.",
      "This book has no exercise strange: left out.",
    ]);
  });

  it("brings no program where fields are asked for, and no fields where a program is", () => {
    const text = file({ exercises: { e: { ...entry, answer: "x = 1" }, p: entry } });
    const brought = readFile(text, { exercises: ["e", "p"], programs: ["p"] });
    if (typeof brought === "string") throw new Error(brought);
    expect(brought.work.exercises).toEqual({});
    expect(brought.notes).toEqual(["Left out, for it is not of the right form: e, p."]);
  });

  it("brings no state and no points, whatever it says", () => {
    const brought = readFile(
      file({ exercises: { e: { ...entry, state: "passed", points: 99, shelf: { 5: "x" } } } }),
      {},
    );
    if (typeof brought === "string") throw new Error(brought);
    expect(brought.work.exercises.e).toMatchObject({ state: "new", points: 0 });
    expect(brought.work.exercises.e?.shelf).toBeUndefined();
  });

  it("overwrites nothing that was typed here without being asked", () => {
    const mine = workOf({ e: answer({ answer: { wait: "9" } }), same: answer() });
    const theirs = workOf({ e: answer({ ...entry }), same: answer({ state: "new" }), more: answer() });
    expect(conflicts(mine, theirs)).toEqual([["exercises", "e"]]);
    const kept = joined(mine, theirs, "mine").exercises;
    expect(kept.e).toMatchObject({ variant: 1, answer: { wait: "9" }, shelf: { 3: { wait: "8 ms" } } });
    expect(kept.same?.state).toBe("tried");
    expect(kept.more?.answer).toBe("y");
    const taken = joined(mine, theirs, "theirs").exercises.e;
    expect(taken).toMatchObject({ variant: 3, answer: { wait: "8 ms" }, shelf: { 1: { wait: "9" } } });
  });

  it("holds nothing that could not be loaded, and says so", () => {
    const mine = store();
    mine.set("exercises", "good", answer());
    expect(leftOut(textOf(mine).left)).toBeNull();
    mine.set("exercises", "long", answer({ answer: "x".repeat(100_001) }));
    for (let i = 0; i < 11; i++) mine.set("exercises", `e${i}`, answer({ answer: "\u00e9".repeat(90_000 + i) }));
    const { text, left } = textOf(mine);
    const brought = readFile(text, {});
    if (typeof brought === "string") throw new Error(brought);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(1_000_000);
    expect(brought.notes).toEqual([]);
    expect(brought.work.exercises.good?.answer).toBe("y");
    expect([...Object.keys(brought.work.exercises), ...left].sort()).toEqual(Object.keys(mine.all().exercises).sort());
    expect(leftOut(left)).toMatch(/^Not in the file: long, /);
  });

  it("brings no verdict on a prediction, no strange members of a figure, and a name that is a line", () => {
    const brought = readFile(
      file({
        name: "A\u0000d\na",
        predictions: { p: { ...guess(1), said: "FORGED" } },
        figures: { f: { params: { a: 1 }, seed: 1, points: 9 }, g: { params: { a: [1] }, seed: 1 } },
      }),
      {},
    );
    if (typeof brought === "string") throw new Error(brought);
    expect(brought.work.predictions.p).toEqual(guess(1));
    expect(brought.work.figures).toEqual({ f: { params: { a: 1 }, seed: 1 } });
    expect(brought.name).toBe("Ada");
  });
});
