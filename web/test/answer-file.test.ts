import { beforeEach, describe, expect, it } from "vitest";
import { leftOut, readFile, textOf, toFile } from "../src/work/answer-file";
import { counted, type ExerciseWork } from "../src/work/work";
import { Store } from "../src/work/store";
import { Box } from "./fakes";

let box: Box;
beforeEach(() => (box = new Box()));
const time = "2026-11-21T23:40:00Z";
const answer = (more: Partial<ExerciseWork> = {}): ExerciseWork => {
  return { variant: 1, answer: "y", time, hints: 1, state: "tried", points: 2, ...more };
};
const guess = (n: number): { answer: number; time: string } => ({ answer: n, time });

describe("the answer file", () => {
  const store = (): Store => new Store("1", box);
  const file = (more: object = {}): string =>
    JSON.stringify({
      ...{ v: 2, edition: "1", name: "Ada", saved: time, figures: {}, predictions: {}, exercises: {} },
      ...more,
    });
  const entry = { variant: 3, answer: { wait: "8 ms" }, time, hints: 0 };

  it("carries answers and no score, and comes back", () => {
    const own = store();
    own.set("exercises", "e", answer({ others: { 4: "z" } }));
    own.set("predictions", "p", { ...guess(236), said: "Too high." });
    own.name = "Ada";
    const text = JSON.stringify(toFile(own));
    expect(text).not.toMatch(/state|points|said/);
    const brought = readFile(text, {});
    if (typeof brought === "string") throw new Error(brought);
    expect([brought.name, brought.edition, brought.notes]).toEqual(["Ada", "1", []]);
    const same = { variant: 1, answer: "y", hints: 1, others: { 4: "z" }, state: "new", points: 0 };
    expect(brought.work.exercises.e).toMatchObject(same);
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
      "Left out: bad (its answer must be a program’s text or fields, not 5), p (its guess must be a number or a choice, not true).",
      "This book has no exercise strange: left out.",
    ]);
  });

  it("brings no program where fields are asked for, and no fields where a program is", () => {
    const text = file({ exercises: { e: { ...entry, answer: "x = 1" }, p: entry } });
    const brought = readFile(text, { exercises: ["e", "p"], programs: ["p"] });
    if (typeof brought === "string") throw new Error(brought);
    expect(brought.work.exercises).toEqual({});
    expect(brought.notes).toEqual([
      "Left out: e (it asks for fields, not for a program), p (it asks for a program, not for fields).",
    ]);
  });

  it("brings no state and no points, whatever it says", () => {
    const brought = readFile(
      file({ exercises: { e: { ...entry, passed: entry, state: "passed", points: 99, cleared: "x" } } }),
      {},
    );
    if (typeof brought === "string") throw new Error(brought);
    expect(brought.work.exercises.e).toMatchObject({ state: "new", points: 0 });
    expect(brought.work.exercises.e?.cleared).toBeUndefined();
    expect(brought.notes).toEqual(["The points in the file were ignored: check the answers here."]);
  });

  it("says of each strange entry what is wrong with it", () => {
    const lines: [object, string][] = [
      [{ variant: 1.5 }, "its variant must be a whole number from 1 to 999,999, not 1.5"],
      [{ variant: "7" }, 'its variant must be a whole number from 1 to 999,999, not "7"'],
      [{ hints: 99 }, "its count of hints must be a whole number up to 20, not 99"],
      [{ time: "yesterday" }, 'its time must be one like 2026-11-21T23:40:00Z, not "yesterday"'],
      [{ answer: { a: 1 } }, "its field a must be what was typed (at most 200 characters), or true or false, not 1"],
      [{ passed: { answer: "x" } }, "its variant must be a whole number from 1 to 999,999, not nothing"],
      [{ others: { "01": "x" } }, 'its variant must be a whole number from 1 to 999,999, not "01"'],
    ];
    for (const [change, line] of lines) {
      const brought = readFile(file({ exercises: { e: { ...entry, ...change } } }), {});
      if (typeof brought === "string") throw new Error(brought);
      expect(brought.work.exercises).toEqual({});
      expect(brought.notes).toEqual([`Left out: e (${line}).`]);
    }
  });

  it("holds what passed even where a text that is too long stands now", () => {
    const own = store();
    const passed = { variant: 2, answer: "good", time };
    own.set("exercises", "e", answer({ answer: "x".repeat(100_001), state: "passed", passed }));
    const { text, left, gone } = textOf(own);
    expect([left, gone]).toEqual([["e"], []]);
    const brought = readFile(text, {});
    if (typeof brought === "string") throw new Error(brought);
    expect(brought.work.exercises.e).toMatchObject({ variant: 2, answer: "good", passed });
  });

  it("is of a form that others take, whatever was typed", () => {
    const own = store();
    own.name = "Ada\tLovelace \ud83d";
    own.set("exercises", "e", answer({ answer: "x = '\ud83d'" }));
    expect(toFile(own).name).toBe("Ada Lovelace");
    expect(toFile(own).exercises.e?.answer).toBe("x = '\ufffd'");
    const strange: [object, string][] = [
      [{ exercises: { e: { ...entry, time: "2026-99-99T99:99:99Z" } } }, "its time must be"],
      [{ exercises: { e: { ...entry, answer: "\ud83d" } } }, "its answer must be text"],
      [{ figures: { f: { params: {}, seed: "zz" } } }, "its seed must be a whole number"],
      [{ figures: { f: { params: { "Bad Name": 1 }, seed: 1 } } }, "its settings’ names must be"],
    ];
    for (const [more, line] of strange) {
      const brought = readFile(file(more), {});
      if (typeof brought === "string") throw new Error(brought);
      expect(brought.notes.join()).toContain(line);
    }
  });

  it("carries what passed beside what stands there, and answers to other variants", () => {
    const own = store();
    const passed = { variant: 2, answer: "good", time };
    own.set("exercises", "e", answer({ answer: "draft", state: "passed", passed, others: { 5: "five" } }));
    const brought = readFile(JSON.stringify(toFile(own)), {});
    if (typeof brought === "string") throw new Error(brought);
    const back = brought.work.exercises.e;
    expect(back).toMatchObject({ variant: 1, answer: "draft", passed, others: { 5: "five" }, state: "new" });
    if (back) expect(counted(back)).toEqual(passed);
  });

  it("holds nothing that could not be loaded, and says so", () => {
    const own = store();
    own.set("exercises", "good", answer());
    expect(leftOut(textOf(own).left)).toBeNull();
    own.set("exercises", "long", answer({ answer: "x".repeat(100_001) }));
    for (let i = 0; i < 11; i++) own.set("exercises", `e${i}`, answer({ answer: "\u00e9".repeat(90_000 + i) }));
    const { text, left } = textOf(own);
    const brought = readFile(text, {});
    if (typeof brought === "string") throw new Error(brought);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(1_000_000);
    expect(brought.notes).toEqual([]);
    expect(brought.work.exercises.good?.answer).toBe("y");
    expect([...Object.keys(brought.work.exercises), ...left].sort()).toEqual(Object.keys(own.all().exercises).sort());
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
    expect(brought.name).toBe("A d a");
  });
});
