import { describe, expect, it } from "vitest";
import { variantOf } from "../src/variants";

describe("a variant as it is typed", () => {
  it.each([
    ["1", 1],
    [" 4711 ", 4711],
    ["4,711", 4711],
    ["999,999", 999_999],
    ["007", 7],
  ])("%s is %d", (typed, variant) => {
    expect(variantOf(typed)).toBe(variant);
  });
  it.each(["", "0", "1000000", "1,000,000", "12.0", "1e3", "1,23", "12,3456", "４", "٤", "-3", "+3", "4 711", "soon"])(
    "%s is none",
    (typed) => {
      expect(variantOf(typed)).toBeNull();
    },
  );
});
