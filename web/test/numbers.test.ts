import { describe, expect, it } from "vitest";
import typed from "../../tests/exercises/typed_numbers.json";
import { inAscii, inTable, parse, plain, read, show, signed, tick } from "../src/data/numbers";
import type { NumberParam } from "../src/data/types";
import { fakeFigure } from "./fakes";

const [size, wait] = fakeFigure().params as [NumberParam, NumberParam];

describe("numbers", () => {
  it.each(Object.entries(typed))("typed as %j are what keyboards and phones mean: %j", (text, meant) => {
    expect(inAscii(text)).toBe(meant);
  });
  it("are shown in their unit", () => {
    expect(show(0.0003, wait)).toBe("0.30\u00a0ms");
    expect(show(8192, size)).toBe("8\u00a0KiB");
    expect(plain(1708, 0)).toBe("1,708");
    expect(plain(-1234.5678)).toBe("−1,235");
    expect(plain(-0.3, 0)).toBe("0");
  });
  it("are read as people write them", () => {
    expect(parse("1,708")).toBe(1708);
    expect(parse(" −2.5 ")).toBe(-2.5);
    expect(parse("7e3")).toBe(7000);
    expect(parse("0x10")).toBeNull();
    expect(parse("1e999")).toBeNull();
  });
  it("have four significant digits in a table, and no more decimals than it wants", () => {
    const cells = [
      [113.088, 3],
      [2393.088, 3],
      [16.32, 2],
      [0.0618, 3],
      [98304, 0],
      [0, 2],
      [-4.123, 3],
    ] as const;
    expect(cells.map(([v, d]) => inTable(v, d))).toEqual(["113.1", "2,393", "16.32", "0.062", "98,304", "0", "−4.123"]);
  });
  it("are read off a picture without dust", () => {
    expect([3196.687, 98304, 12.3456, 0.1].map(read)).toEqual(["3,197", "98,304", "12.35", "0.1"]);
  });
  it("stand beside an axis with separators and without a prefix for less than one", () => {
    expect([0, 0.1, 10_000, 1_500_000, -3].map((v) => tick(v))).toEqual(["0", "0.1", "10,000", "1,500,000", "−3"]);
    expect([0, 500, 20_000, 1_500_000].map((v) => tick(v, true))).toEqual(["0", "500", "20k", "1.5M"]);
  });
  it("give errors with a sign, and none for zero", () => {
    expect(signed(0.07)).toBe("+7.0\u00a0%");
    expect(signed(-0.123)).toBe("−12\u00a0%");
    expect(signed(0)).toBe("0\u00a0%");
  });
});
