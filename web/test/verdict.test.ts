import { parseHTML } from "linkedom";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { heard, shown } from "../src/ui/prose";
import { faultOf, heldOf, results, spoken, summary } from "../src/exercise/verdict";
import type { Verdict } from "../src/data/types";

type Test = Verdict["tests"][number];
const test = (id: string, outcome: Test["outcome"], more: Partial<Test> = {}): Test => {
  return { id, points: 2, outcome, advice: null, message: null, guard: false, ...more };
};
const failing = (message: string, line: number | null = null) => ({ message, line, field: null });
const verdict = (tests: Test[], more: Partial<Verdict> = {}): Verdict => {
  const good = tests.filter((t) => t.outcome === "passed").length;
  const all = { exercise: "e", variant: 1, error: null, output: "", tests };
  return { ...all, passed: good === tests.length, points: 2 * good, of: 2 * tests.length, ...more };
};
const wrong = test("test_a_late_one_waits", "failed", {
  message: "you said 8 ms, which is too small",
  advice: "Look at it.",
});

describe("the summary of a verdict", () => {
  it("tells tests and points, and says Not yet", () => {
    expect(summary(verdict([test("test_a", "passed"), wrong]))).toBe("Not yet: 1 of 2 tests pass, 2 of 4 points.");
    expect(summary(verdict([test("test_a", "passed")]))).toBe("Passed: 2 of 2 points.");
    const two = [test("test_a", "passed"), test("test_b", "passed")];
    expect(summary(verdict(two))).toBe("Passed: both tests, 4 of 4 points.");
    expect(summary(verdict([...two, test("test_c", "passed")]))).toBe("Passed: all 3 tests, 6 of 6 points.");
    expect(summary(verdict([wrong]))).toBe("Not yet: 0 of 2 points.");
  });

  it("says why what held before earns nothing yet", () => {
    const held = verdict([test("test_a", "passed", { guard: true }), wrong], { points: 0 });
    expect(summary(held)).toBe("Not yet: 1 of 2 tests pass, 0 of 4 points.");
    expect(heldOf(held)).toBe(
      "The tests that passed would pass without the right idea: they count once another test passes.",
    );
    expect([verdict([wrong]), verdict([test("test_a", "passed"), wrong])].map(heldOf)).toEqual(["", ""]);
    vi.stubGlobal("document", parseHTML("<p></p>").document);
    expect(results(held).map((item) => item.querySelector(".ex-earned")?.textContent)).toEqual([
      "0 of 2\u00a0points",
      "0 of 2\u00a0points",
    ]);
  });

  it("does not count tests where the program does not run", () => {
    const error = failing("SyntaxError: invalid syntax", 3);
    expect(summary(verdict([wrong, wrong], { error }))).toBe("Not yet: 0 of 4 points.");
  });
});

describe("the line of an error", () => {
  it("names the line of the program once, and ends as a sentence does", () => {
    expect(faultOf({ error: failing("SyntaxError: invalid syntax", 3) })).toBe("Line 3: SyntaxError: invalid syntax.");
    expect(faultOf({ error: failing("it was last at line 3.", 3) })).toBe("It was last at line 3.");
    expect(faultOf({ error: failing("write_time(1) gave no value") })).toBe("write_time(1) gave no value.");
    expect(faultOf({ error: null })).toBe("");
  });
});

describe("what is read out", () => {
  it("begins with the first failure, its result and advice; of the others only the names", () => {
    const text = spoken(
      verdict([test("test_a_good_one", "passed"), wrong, test("test_another_one", "failed", { advice: "?" })]),
    );
    expect(text).toBe(
      "Test failed, “A late one waits”: You said 8 ms, which is too small. Look at it. Also failed: “Another one”.",
    );
  });

  it("says what was found where a test passes", () => {
    const found = test("test_it_is_quick", "passed", { message: "a write takes 4.1 ms", advice: "never said" });
    expect(spoken(verdict([found]))).toBe("Test passed, “It is quick”: A write takes 4.1 ms.");
  });

  it("reads code out without its marks", () => {
    const coded = test("test_it_waits", "failed", {
      message: "`wait(3)` gave `None`",
      advice: "What does it's `return` give?",
    });
    const text = spoken(verdict([coded]));
    expect(text).toBe("Test failed, “It waits”: wait(3) gave None. What does it’s return give?");
  });

  it("leaves the tests of a program that does not run alone", () => {
    expect(spoken(verdict([wrong], { error: failing("SyntaxError") }))).toBe("");
  });
});

describe("a line that holds code", () => {
  const html = (text: string): string => {
    const { document } = parseHTML("<p></p>");
    vi.stubGlobal("document", document);
    const line = document.querySelector("p") as HTMLElement;
    line.append(...shown(text));
    return line.innerHTML;
  };
  it("shows it as code, and what is not code as it is printed", () => {
    expect(html("call `f('a')` once, `x`'s value isn't <b>")).toBe(
      "call <code>f('a')</code> once, <code>x</code>’s value isn’t &lt;b&gt;",
    );
    expect(html("`f()`")).toBe("<code>f()</code>");
    expect(html("one ` alone")).toBe("one ` alone");
  });
  it("knows quotes from apostrophes", () => {
    expect(heard("the disks' own, and the book's")).toBe("the disks’ own, and the book’s");
    expect(heard("gave 'yes', a string; that isn't a number")).toBe("gave 'yes', a string; that isn’t a number");
  });
});

describe("the list of tests", () => {
  it("has the advice of the first that failed open, and that of others under a fold", () => {
    vi.stubGlobal("document", parseHTML("<p></p>").document);
    const items = results(
      verdict([test("test_good", "passed", { advice: "never" }), wrong, test("test_c", "failed", { advice: "later" })]),
    );
    expect(items.map((item) => item.querySelector(".ex-advice")?.textContent)).toEqual([
      undefined,
      "Look at it.",
      "later",
    ]);
    expect(items.map((item) => item.querySelector("details") !== null)).toEqual([false, false, true]);
  });
});

beforeAll(() => void (globalThis.document = parseHTML("<p></p>").document));
const html = (text: string): string =>
  shown(text)
    .map((piece) => (typeof piece === "string" ? piece : piece.outerHTML))
    .join("");

describe("a line of a verdict", () => {
  it.each([
    ["f(['b'], 7) gave 3", "<code>f(['b'], 7)</code> gave 3"],
    ["new_target(found='ghost', p=1.5) gave", "<code>new_target(found='ghost', p=1.5)</code> gave"],
    ["`f` gave 3", "<code>f</code> gave 3"],
    ["two second(s) and the disk's turn", "two second(s) and the disk’s turn"],
    ["a lone ` stays", "a lone ` stays"],
  ])("shows calls as code and prints apostrophes: %s", (text, wanted) => {
    expect(html(text)).toBe(wanted);
  });

  it("is heard without signs of code, and with calls as they are written", () => {
    expect(heard("`choose` gave f(['b'], 7)")).toBe("choose gave f(['b'], 7)");
  });
});
