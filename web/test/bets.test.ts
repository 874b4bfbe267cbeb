import { describe, expect, it } from "vitest";
import { offOf } from "../src/predict/guess";
import { median, said, sumOf } from "../src/progress/bets";

const bet = (answer: number | "more", off?: number) => ({ answer, time: "", ...(off !== undefined && { off }) });

describe("a reader's bets", () => {
  it("are off by a factor, whichever way, and a change by its share", () => {
    const asked = { unit: "", one: null, factor: 1, digits: null };
    expect(offOf(50, 100, asked)).toBe(2);
    expect(offOf(200, 100, asked)).toBe(2);
    expect(offOf(0, 100, asked)).toBe(0);
    expect(offOf(110, 120, { ...asked, from: 100 })).toBe(2);
    expect(offOf(90, 120, { ...asked, from: 100 })).toBe(0);
  });
  it("are right within a tenth, and a choice if it is the one", () => {
    const sum = sumOf([bet(1, 1.05), bet(2, 3), bet("more", 1), bet("more", 0), bet(3), undefined]);
    expect(sum).toEqual({ made: 5, right: 2, unscored: 1, factors: [1.05, 3] });
    expect(median([3, 1, 2])).toBe(2);
    expect(median([1, 3])).toBe(2);
  });
  it("say whether they got better, from enough of them on", () => {
    const far = Array.from({ length: 8 }, (_, k) => bet(1, k < 4 ? 4 : 1.5));
    expect(said(far)).toContain("4 times, in the second 1.5 times: you got better");
    expect(said(far.reverse())).toContain("harder for you");
    expect(said(far.slice(0, 7))).not.toContain("half");
    expect(said([undefined, undefined])).toContain("none of the 2 bets");
  });
});
