import { parseHTML } from "linkedom";
import { describe, expect, it, vi } from "vitest";
import { toFile, readFile } from "../src/work/answer-file";
import { mergedEntry } from "../src/work/merge-work";
import { hasSeen, saidOfSolution, withOpened } from "../src/work/opened";
import { Store } from "../src/work/store";
import { counted, fresh, isUntouched, judged, type ExerciseWork } from "../src/work/work";
import { Box } from "./fakes";
import { NOT_KEPT, warnOfUnsaved } from "../src/work/work-panel";

const at = (minute: number): string => `2026-11-21T23:${minute}:00Z`;
const work = (more: Partial<ExerciseWork> = {}): ExerciseWork => ({ ...fresh(), variant: 7, time: at(30), ...more });
const passed = { variant: 7, answer: "y", time: at(30) };

describe("a solution that was opened", () => {
  it.each<[string, Partial<ExerciseWork>]>([
    ["", { answer: "y" }],
    ["solution opened", { solutions: { 7: at(20) } }],
    ["solution of variant 1,000 opened", { solutions: { 1000: at(20) } }],
    ["solution opened before this answer", { answer: "y", solutions: { 7: at(20) } }],
    ["solution opened after this answer", { answer: "y", solutions: { 7: at(40) } }],
    ["solution opened before this answer", { passed, state: "passed", solutions: { 7: at(20) } }],
    ["solution opened afterwards", { passed, state: "passed", solutions: { 7: at(40) } }],
    ["solution of variant 2 opened before this answer", { answer: "y", solutions: { 2: at(20), 7: at(40) } }],
    ["solution opened before this answer", { answer: "y", solutions: { 2: at(10), 7: at(20) } }],
  ])("is described by its relation to the answer: %s", (words, more) => {
    expect(saidOfSolution(work(more))).toBe(words);
  });

  it("is recorded once for each variant, the first time, in two tabs and files, too", () => {
    const [a, b] = [
      { 1: at(10), 2: at(30) },
      { 2: at(20), 3: "2026-11-21T23:10:00.5Z" },
    ];
    const both = { 1: at(10), 2: at(20), 3: "2026-11-21T23:10:00.5Z" };
    expect(withOpened(work({ solutions: a }), b).solutions).toEqual(both);
    expect(withOpened(work(), undefined)).toEqual(work());
    for (const givesUp of [true, false, undefined])
      expect(mergedEntry(work({ solutions: a, answer: "x" }), work({ solutions: b }), givesUp).solutions).toEqual(both);
  });

  it("is in the file, with an answer or without", () => {
    const store = new Store("1", new Box());
    store.set("exercises", "e", work({ solutions: { 7: at(20) } }));
    const brought = readFile(JSON.stringify(toFile(store)), {});
    if (typeof brought === "string") throw new Error(brought);
    expect(brought.work.exercises.e).toEqual(work({ solutions: { 7: at(20) } }));
    expect(brought.notes).toEqual([]);
  });

  it("of a form that is none is refused in a file, and forgotten in the browser", () => {
    for (const solutions of [[], { 0: at(1) }, { 7: "soon" }, { 7: 5 }]) {
      const file = {
        v: 2,
        edition: "1",
        name: "",
        figures: {},
        predictions: {},
        exercises: { e: work({ answer: "y" }) },
      };
      const text = JSON.stringify(file).replace('"answer"', `"solutions":${JSON.stringify(solutions)},"answer"`);
      const brought = readFile(text, {});
      if (typeof brought === "string") throw new Error(brought);
      expect([brought.work.exercises, brought.notes.length > 0]).toEqual([{}, true]);
      const box = new Box();
      box.setItem("wtg:work:1", text);
      expect(new Store("1", box).get("exercises", "e")).toEqual(work({ answer: "y" }));
    }
  });

  it("is asked about before, unless the variant has passed or it was opened", () => {
    const done = work({ passed, state: "passed", solutions: { 3: at(10) } });
    expect([7, 3, 1].map((variant) => hasSeen(done, variant))).toEqual([true, true, false]);
    expect(hasSeen(work({ passed }), 7)).toBe(false); // a file says so, and nobody has checked it
  });
});

describe("an answer that passed", () => {
  it("keeps the time when it passed first, however often it is checked", () => {
    const first = { ...work({ answer: "y" }), ...judged(work(), { passed: true, points: 3 }, passed) };
    expect(counted(first)).toEqual(passed);
    const again = { ...first, ...judged(first, { passed: true, points: 3 }, { ...passed, time: at(50) }) };
    expect(counted(again)?.time).toBe(at(30));
    const other = judged(first, { passed: true, points: 3 }, { ...passed, answer: "z", time: at(50) });
    expect(other.passed?.time).toBe(at(50));
  });
});

describe("what nobody typed", () => {
  it("is no answer in a file, where a variant alone leaves no trace", () => {
    const store = new Store("1", new Box());
    store.set("exercises", "opened", work());
    store.set("exercises", "tried", work({ state: "tried" }));
    store.set("exercises", "hinted", work({ hints: 2 }));
    store.set("exercises", "aside", work({ others: { 1: "typed" } }));
    expect(store.get("exercises", "opened")?.variant).toBe(7); // but the browser knows it
    const { exercises } = toFile(store);
    expect(Object.keys(exercises).sort()).toEqual(["aside", "hinted"]);
    for (const entry of Object.values(exercises)) expect(entry).not.toHaveProperty("answer");
    expect(counted(work({ others: { 1: "typed" } }))).toBeNull();
  });

  it("gives its place to what somebody typed, and takes none", () => {
    const typed = work({ variant: 3, answer: "typed" });
    for (const [a, b] of [[work(), typed] as const, [typed, work()] as const])
      expect(mergedEntry(a, b)).toMatchObject({ variant: 3, answer: "typed" });
    const both = mergedEntry(work({ passed, state: "passed" }), work({ answer: "typed" }));
    expect(both).toMatchObject({ state: "passed", passed, answer: "typed" });
    const cleared = mergedEntry(work({ cleared: "mine" }), work({ answer: "typed" }));
    expect(cleared).toMatchObject({ answer: "typed", earlier: { answer: "mine" } });
  });
});

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

it.each([
  ["denies storage", null, NOT_KEPT],
  ["keeps work", new Box(), "It is kept."],
])("the page of progress says so where a browser %s", (_, storage, line) => {
  const { document, window } = parseHTML('<p class="pg-kept">It is kept.</p><div class="progress-book"></div>');
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", window);
  warnOfUnsaved({ live: "", edition: "2", store: new Store("2", storage) });
  expect(document.querySelector(".pg-kept")?.textContent).toBe(line);
  vi.unstubAllGlobals();
});
