import { describe, expect, it } from "vitest";
import { faultOf, spoken, summary } from "../src/verdict";
import type { Verdict } from "../src/types";

type Test = Verdict["tests"][number];
const test = (id: string, outcome: string, more: Partial<Test> = {}): Test => ({ id, points: 2, outcome, ...more });
const verdict = (tests: Test[], more: Partial<Verdict> = {}): Verdict => {
  const good = tests.filter((t) => t.outcome === "passed").length;
  return { exercise: "e", passed: good === tests.length, points: 2 * good, of: 2 * tests.length, tests, ...more };
};
const wrong = test("test_a_late_one_waits", "failed", {
  message: "you said 8 ms, which is too small",
  advice: "Look at it.",
});

describe("the summary of a verdict", () => {
  it("tells tests and points, and says Not yet", () => {
    expect(summary(verdict([test("test_a", "passed"), wrong]))).toBe("Not yet: 1 of 2 tests pass, 2 of 4 points.");
    expect(summary(verdict([test("test_a", "passed")]))).toBe("Passed: 2 of 2 points.");
    expect(summary(verdict([wrong]))).toBe("Not yet: 0 of 2 points.");
  });

  it("does not count tests where the program does not run", () => {
    const error = { message: "SyntaxError: invalid syntax", line: 3 };
    expect(summary(verdict([wrong, wrong], { error }))).toBe("Not yet: 0 of 4 points.");
  });
});

describe("the line of an error", () => {
  it("names the line of the program once, and ends as a sentence does", () => {
    expect(faultOf({ error: { message: "SyntaxError: invalid syntax", line: 3 } })).toBe(
      "Line 3: SyntaxError: invalid syntax.",
    );
    expect(faultOf({ error: { message: "it was last at line 3.", line: 3 } })).toBe("It was last at line 3.");
    expect(faultOf({ error: { message: "write_time(1) gave no value", line: null } })).toBe(
      "write_time(1) gave no value.",
    );
    expect(faultOf({ error: null })).toBe("");
  });
});

describe("what is read out", () => {
  it("begins with what failed first, with what came and what to look at; of the others only the names", () => {
    const text = spoken(
      verdict([test("test_a_good_one", "passed"), wrong, test("test_another_one", "failed", { advice: "?" })]),
    );
    expect(text).toBe(
      "This failed: A late one waits. You said 8 ms, which is too small. Look at it. This failed, too: Another one.",
    );
  });

  it("says what was found where a test passes", () => {
    const found = test("test_it_is_quick", "passed", { message: "a write takes 4.1 ms", advice: "never said" });
    expect(spoken(verdict([found]))).toBe("This holds: It is quick. A write takes 4.1 ms.");
  });

  it("leaves the tests of a program that does not run alone", () => {
    expect(spoken(verdict([wrong], { error: { message: "SyntaxError" } }))).toBe("");
  });
});
