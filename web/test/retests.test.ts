import { describe, expect, it } from "vitest";
import { readFile, toFile } from "../src/work/answer-file";
import { merged } from "../src/work/merge-work";
import { freshVariant, isDue, retestsOf, saidOfRetests } from "../src/work/retests";
import { Store } from "../src/work/store";
import { empty, fresh, judged, type ExerciseWork } from "../src/work/work";
import { Box } from "./fakes";

/** A day of December at an hour, by the clock of the reader's computer. */
const day = (date: number, hour = 12): Date => new Date(2026, 11, date, hour);
const at = (date: number, hour = 12): string =>
  day(date, hour)
    .toISOString()
    .replace(/\.\d+Z$/, "Z");
const pass = (work: ExerciseWork, variant: number, time: string, passed = true): ExerciseWork => ({
  ...work,
  ...judged(work, { passed, points: 1 }, { variant, answer: { n: "1" }, time }),
});
const begun = pass({ ...fresh(), time: at(1) }, 7, at(1, 22));

describe("a re-test", () => {
  it("is due on the next day, then after 7 and after 30 days, and then no more", () => {
    expect(retestsOf(fresh())).toBeNull();
    expect(retestsOf(begun)).toEqual({ done: 0, due: day(2, 0) });
    expect(isDue(retestsOf(begun), day(1, 23))).toBe(false);
    expect(isDue(retestsOf(begun), day(2, 7))).toBe(true);
    const first = pass(begun, 8, at(4));
    expect(retestsOf(first)).toEqual({ done: 1, due: day(11, 0) }); // from the day on which it was taken
    const second = pass(first, 9, at(11));
    expect(retestsOf(second)).toEqual({ done: 2, due: day(41, 0) });
    expect(retestsOf(pass(second, 10, at(41)))).toEqual({ done: 3, due: null });
  });

  it("is not passed too early, nor on a known variant, nor by an answer that fails", () => {
    expect(retestsOf(pass(begun, 8, at(1, 23)))?.done).toBe(0);
    expect(retestsOf(pass(begun, 7, at(3)))?.done).toBe(0);
    expect(retestsOf(pass(begun, 8, at(3), false))?.done).toBe(0);
    const opened = { ...begun, solutions: { 8: at(3, 10) } };
    expect(retestsOf(pass(opened, 8, at(3)))?.done).toBe(0);
    expect(retestsOf({ ...pass(begun, 8, at(3)), solutions: { 8: at(3, 13) } })?.done).toBe(1); // afterwards
  });

  it("is said in a few words", () => {
    expect(saidOfRetests(retestsOf(begun), day(1))).toBe("re-test 1 of 3 from 2 December");
    expect(saidOfRetests(retestsOf(begun), day(9))).toBe("re-test 1 of 3 is due");
    expect(saidOfRetests({ done: 3, due: null }, day(9))).toBe("all re-tests passed");
    expect(saidOfRetests(retestsOf(fresh()), day(9))).toBe("");
  });

  it("takes a variant that the reader has not met", () => {
    const draws = [5, 6, 7, 8].map((variant) => (variant - 2) / 999_998 + 1e-9);
    const met = { ...begun, variant: 5, others: { 6: { n: "2" } } };
    expect(freshVariant(met, () => draws.shift() ?? 0)).toBe(8);
  });

  it("is kept in the browser and in the file, which older files lack", () => {
    const box = new Box();
    const store = new Store("1", box);
    store.set("exercises", "e", pass(begun, 8, at(4)));
    const file = toFile(new Store("1", box));
    const brought = readFile(JSON.stringify(file), {});
    if (typeof brought === "string") throw new Error(brought);
    expect(retestsOf(brought.work.exercises.e as ExerciseWork)?.done).toBe(1);
    const own = { ...empty(), exercises: { e: begun } };
    expect(retestsOf(merged(own, brought.work, "own").exercises.e as ExerciseWork)?.done).toBe(1);
    delete file.exercises.e?.passes;
    const old = readFile(JSON.stringify(file), {});
    if (typeof old === "string") throw new Error(old);
    expect(old.notes).toEqual([]);
    expect(retestsOf(old.work.exercises.e as ExerciseWork)).toEqual({ done: 0, due: day(5, 0) });
  });
});
