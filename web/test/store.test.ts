import { beforeEach, describe, expect, it } from "vitest";
import { toFile } from "../src/work/answer-file";
import { decodeWork } from "../src/work/decode-work";
import type { ExerciseWork, Work } from "../src/work/work";
import { Store } from "../src/work/store";
import { Box } from "./fakes";

let box: Box;
beforeEach(() => (box = new Box()));
const time = "2026-11-21T23:40:00Z";
const figure = { params: { size: 1 }, seed: 2, code: "x" };
const answer = (more: Partial<ExerciseWork> = {}): ExerciseWork => {
  return { variant: 1, answer: "y", time, hints: 1, state: "tried", points: 2, ...more };
};
const guess = (n: number): { answer: number; time: string } => ({ answer: n, time });
const workOf = (exercises: Work["exercises"]): Work => ({ figures: {}, predictions: {}, exercises });

describe("saved work", () => {
  it("is there after a reload, and only in its own edition", () => {
    new Store("2", box).set("figures", "a", figure);
    expect(new Store("2", box).get("figures", "a")).toEqual(figure);
    expect(new Store("3", box).get("figures", "a")).toBeUndefined();
  });

  it("of an earlier edition can be kept, to be checked anew; what was typed since wins", () => {
    const old = new Store("1", box);
    old.set("figures", "a", figure);
    old.set("predictions", "p", guess(4));
    old.set("exercises", "e", answer({ state: "passed", points: 9 }));
    const now = new Store("2", box);
    now.set("predictions", "p", guess(5));
    expect(now.older()).toEqual(["1"]);
    now.keep("1");
    expect(now.get("figures", "a")).toEqual(figure);
    expect(now.get("predictions", "p")).toEqual(guess(5));
    expect(now.get("exercises", "e")).toEqual(answer({ state: "new", points: 0 }));
    expect(now.older()).toEqual([]);
  });

  it("of an earlier edition loses nothing to what was typed since", () => {
    const time = "2026-11-21T23:40:00Z";
    const passed = { variant: 7, answer: "good", time };
    const old = answer({ variant: 7, answer: "good", state: "passed", passed, others: { 1: "one", 2: "two" } });
    new Store("1", box).set("exercises", "e", old);
    const now = new Store("2", box);
    now.set("exercises", "e", answer({ answer: "#", state: "new" }));
    now.keep("1");
    const kept = now.get("exercises", "e");
    expect(kept).toMatchObject({ answer: "#", earlier: { answer: "one" }, others: { 2: "two", 7: "good" } });
  });

  it("that gave way comes back, and nothing of what was done since goes", () => {
    const store = new Store("1", box);
    store.set("exercises", "e", answer({ answer: "mine" }));
    store.set("exercises", "same", answer());
    const gave = store.put(workOf({ same: answer(), e: answer({ answer: "theirs" }), new: answer() }));
    store.set("exercises", "since", answer());
    store.set("exercises", "new", answer({ answer: "changed" }));
    store.undo(gave);
    const { exercises } = store.all();
    expect(exercises.e?.answer).toBe("mine");
    expect(exercises.new?.answer).toBe("changed");
    expect(Object.keys(exercises).sort()).toEqual(["e", "new", "same", "since"]);
    const all = store.put(workOf({}));
    store.set("exercises", "e", answer({ answer: "after" }));
    store.undo(all);
    expect(store.get("exercises", "e")).toMatchObject({ answer: "mine", earlier: { answer: "after" } });
  });

  it("is not thrown away for a clock that is wrong", () => {
    const time = "1970-01-01T00:00:00Z";
    box.setItem(
      "wtg:work:1",
      JSON.stringify({ v: 2, figures: {}, predictions: {}, exercises: { e: answer({ time }) } }),
    );
    expect(new Store("1", box).get("exercises", "e")?.answer).toBe("y");
  });

  it("of an earlier edition stays where it is while the browser takes nothing more", () => {
    new Store("1", box).set("exercises", "e", answer());
    box.setItem = () => {
      throw new Error("full");
    };
    const now = new Store("2", box);
    now.keep("1");
    expect(now.get("exercises", "e")?.answer).toBe("y");
    expect(new Store("1", box).get("exercises", "e")?.answer).toBe("y");
  });

  it("of an earlier edition can be discarded", () => {
    new Store("1", box).set("exercises", "e", answer());
    const now = new Store("2", box);
    now.discard("1");
    expect(now.older()).toEqual([]);
    expect(now.get("exercises", "e")).toBeUndefined();
  });

  it("of the first form is read: a program, a bare number, no times", () => {
    const first = { exercises: { e: { code: "y", state: "passed", hints: 1 } }, predictions: { p: 4 } };
    box.setItem("wtg:work:1", JSON.stringify({ figures: {}, ...first }));
    const store = new Store("1", box);
    expect(store.get("exercises", "e")).toMatchObject({
      variant: 1,
      answer: "y",
      state: "tried", // for it is not known what passed
      hints: 1,
      points: 0,
    });
    expect(store.get("predictions", "p")?.answer).toBe(4);
    expect(toFile(store).exercises.e?.time).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it("leaves nothing behind when all is forgotten", () => {
    const store = new Store("1", box);
    store.set("figures", "a", figure);
    store.set("figures", "a", null);
    expect(box.length).toBe(0);
  });

  it("leaves out parts of the wrong form", () => {
    const refused: string[] = [];
    const work = decodeWork(
      {
        figures: { a: figure, b: 5, __proto__: figure },
        predictions: { p: "x", q: 2, r: NaN, s: "more" },
        exercises: [],
      },
      refused,
    );
    expect(Object.keys(work.figures)).toEqual(["a"]);
    expect(Object.keys(work.predictions)).toEqual(["q", "s"]);
    expect(work.exercises).toEqual({});
    expect(refused.map((line) => line.split(" ")[0])).toEqual(["b", "exercises", "p", "r"]);
    for (const wrong of [
      { variant: 0 },
      { variant: 1.5 },
      { answer: 5 },
      { answer: { a: {} } },
      { hints: -1 },
      { time: "x" },
    ])
      expect(decodeWork(workOf({ e: answer(wrong as Partial<ExerciseWork>) }), [], true).exercises).toEqual({});
  });

  it("works without a storage as long as the page lives, and says so", () => {
    const store = new Store("1", null);
    const calls: boolean[] = [];
    store.onUnsaved = (lost) => calls.push(lost);
    store.set("predictions", "p", guess(3));
    expect(store.get("predictions", "p")).toEqual(guess(3));
    expect(store.older()).toEqual([]);
    expect([calls, store.isUnsaved]).toEqual([[true], true]);
  });

  it("survives a storage that is full or spoilt, and is kept as soon as there is room", () => {
    box.setItem("wtg:work:1", "{not json");
    const set = box.setItem;
    box.setItem = () => {
      throw new Error("full");
    };
    const store = new Store("1", box);
    expect(store.all().figures).toEqual({});
    store.set("predictions", "p", guess(3));
    expect(store.get("predictions", "p")).toEqual(guess(3));
    expect(store.isUnsaved).toBe(true);
    box.setItem = set;
    store.set("predictions", "q", guess(4));
    expect(store.isUnsaved).toBe(false);
    expect(Object.keys(new Store("1", box).all().predictions)).toEqual(["p", "q"]);
  });

  it("in two tabs is one", () => {
    const [a, b] = [new Store("1", box), new Store("1", box)];
    a.set("exercises", "e", answer());
    b.set("exercises", "f", answer());
    expect(Object.keys(a.all().exercises)).toEqual(["e", "f"]);
  });
});

describe("what the browser would not take", () => {
  const full = (): never => {
    throw new Error("full");
  };

  it("is laid over what other tabs have written since", () => {
    const [set, store] = [box.setItem, new Store("1", box)];
    store.set("exercises", "old", answer());
    box.setItem = full;
    store.set("exercises", "e", answer({ answer: "mine" }));
    store.set("exercises", "old", null);
    box.setItem = set;
    new Store("1", box).set("exercises", "f", answer({ answer: "theirs" }));
    expect(Object.keys(store.all().exercises).sort()).toEqual(["e", "f"]);
    store.set("predictions", "p", guess(1));
    const all = new Store("1", box).all();
    expect(Object.keys(all.exercises).sort()).toEqual(["e", "f"]);
    expect([all.exercises.e?.answer, all.exercises.f?.answer]).toEqual(["mine", "theirs"]);
    expect(store.isUnsaved).toBe(false);
  });
});
