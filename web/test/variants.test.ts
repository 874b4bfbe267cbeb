import { describe, expect, it } from "vitest";
import { readVariantLink, variantOf } from "../src/exercise/variants";

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

describe("a link to a variant", () => {
  it("names an exercise and what was meant as a variant", () => {
    expect(readVariantLink("#exercise-what-zdb-says~7")).toEqual({ id: "what-zdb-says", named: "7" });
    expect(readVariantLink("#exercise-what-zdb-says~seven~7")?.named).toBe("seven~7");
  });
  it.each(["#exercise-what-zdb-says", "#fig-one-writer~7", "#exercise-~7", "#Exercise-x~7", ""])(
    "%s is none",
    (hash) => {
      expect(readVariantLink(hash)).toBeNull();
    },
  );
});
