import { describe, expect, it } from "vitest";
import cases from "../../tests/figures/parameters.json";
import {
  defaults,
  fromInput,
  fromLink,
  fromText,
  presetOf,
  presetValues,
  rangeOf,
  refusal,
  seedFrom,
  takes,
  takesSeed,
  toInput,
  unusable,
  viewOf,
  wantedOf,
} from "../src/data/params";
import type { NumberParam, Param } from "../src/data/types";
import { readWish, unmet } from "../src/figure/wish";
import { fakeFigure } from "./fakes";

const figure = fakeFigure();
const [size, wait] = figure.params as [NumberParam, NumberParam];
const presets = figure.presets.map((p) => p.params);

describe("what a link says", () => {
  const [way, both] = figure.params.slice(2) as [Param, Param];
  it("is JSON in SI, or typed", () => {
    expect(["0.0003", "0.3 ms", "[", "x"].map((text) => fromLink(text, wait))).toEqual([0.0003, 0.0003, "[", "x"]);
    expect(["true", "on", "off", "so"].map((text) => fromLink(text, both))).toEqual([true, true, false, "so"]);
    expect(['"off"', "off"].map((text) => fromLink(text, way))).toEqual(["off", "off"]);
  });
  it("is refused with what would be right", () => {
    const why = (param: string, text: string): string | null => unmet({ param, text }, figure, []);
    expect(why("wait", "0.3 ms")).toBeNull();
    expect(why("wait", "9")).toContain("10\u00a0ms, with the unit");
    expect(why("way", "sideways")).toMatch(/“sideways”, but on, off$/);
    expect(why("both", "so")).toMatch(/on or off$/);
    expect(why("gone", "1")).toContain("no control");
  });
  it("may name a set-up and a picture of it", () => {
    const wish = readWish(`@${figure.presets[0]?.name}#Errors`);
    expect(wish).toEqual({ preset: figure.presets[0]?.name, tab: "Errors" });
    expect(wish && unmet(wish, figure, ["Errors"])).toBeNull();
    expect(wish && unmet(wish, figure, ["Streams"])).toContain("no picture “Errors”");
  });
});

describe("what an input holds", () => {
  it("is converted by the factor, without the dust of floats", () => {
    expect(1.3 * 0.001).not.toBe(0.0013);
    expect(fromText("1.3", wait)).toBe(0.0013);
    expect(fromText("1.1", wait, presets)).toBe(0.0011);
    expect(fromText("0.7", wait)).toBe(0.0007);
    expect(fromText("0.3 ms", wait)).toBe(0.0003);
    expect(fromText("20", wait)).toBe(0.02);
  });
  it("may be typed in any unit of the quantity", () => {
    const many: NumberParam = {
      ...size,
      low: 0,
      high: 1e15,
      stops: null,
      units: { B: 1, KiB: 1024, GB: 1e9, TB: 1e12 },
    };
    const typed = ["200 GB", "0.2 TB", "200GB", "200gb", "195312500", "195,312,500 KiB"];
    expect(typed.map((text) => fromText(text, many))).toEqual(Array(6).fill(2e11));
    expect(fromText("200 kg", many)).toBe("200 kg");
    expect(fromText("7 ms", { ...wait, units: { us: 1e-6, ms: 1e-3, s: 1 } })).toBe(0.007);
    expect(wantedOf(many, "200 kg")).toContain(", in B, KiB, GB or TB");
    expect(wantedOf(many, "-3")).toBe(rangeOf(many));
    expect(wantedOf(many, "5e20 GB")).toBe(rangeOf(many));
  });
  it("is sent as it is when it is no number", () => {
    for (const text of ["", "abc", "NaN", "1e", "--3", "1,2,3", "Infinity"]) expect(fromText(text, wait)).toBe(text);
  });
  it("is the index of a stop where there are stops", () => {
    expect(fromInput("2", size, false)).toBe(131072);
    expect(fromInput("9", size, false)).toBe("9");
    expect(fromInput("x", size, false)).toBe("x");
    expect(toInput(131072, size)).toBe("2");
    expect(toInput(9000, size)).toBe("1");
    expect(fromText("9", size)).toBe(9216);
  });
  it("shows a value that comes back the same", () => {
    for (const si of [0, 0.0001, 0.00031, 0.0099, 0.01]) expect(fromInput(toInput(si, wait), wait, false)).toBe(si);
  });
  it("is text for a choice, a truth for a switch, a whole number for a seed", () => {
    const [, , way, both] = figure.params;
    expect(fromInput("off", way as never, false)).toBe("off");
    expect(fromInput("on", both as never, true)).toBe(true);
    expect(seedFrom("12")).toBe(12);
    for (const text of ["", "1.5", "-1", "x"]) expect(seedFrom(text)).toBe(text);
  });
});

describe("named settings", () => {
  it("are the defaults with what differs", () => {
    expect(presetValues(figure, "odd")).toEqual({ params: { ...defaults(figure), wait: 0.0011 }, seed: 5 });
    expect(presetValues(figure, "none")).toBeNull();
  });
  it("are known by their values and seed", () => {
    expect(presetOf(figure, defaults(figure), 1)).toBe("base");
    expect(presetOf(figure, { ...defaults(figure), wait: 0.0011 }, 5)).toBe("odd");
    expect(presetOf(figure, { ...defaults(figure), wait: 0.0011 }, 1)).toBeNull();
  });
});

describe("a parameter that only changes the view", () => {
  const seen = { ...figure, params: figure.params.map((p) => ({ ...p, view: p.name === "way" })) };
  it("leaves a named setting what it is", () => {
    expect(presetOf(seen, { ...defaults(seen), way: "off" }, 1)).toBe("base");
    expect(presetOf(figure, { ...defaults(figure), way: "off" }, 1)).toBeNull();
    expect(presetOf(seen, { ...defaults(seen), way: "off", both: true }, 1)).toBeNull();
  });
  it("gives way to a setting that names it", () => {
    const named = {
      ...seen,
      presets: [...seen.presets, { name: "off", label: "off", help: "", params: { way: "off" }, seed: 1 }],
    };
    expect(presetOf(named, { ...defaults(seen), way: "off" }, 1)).toBe("off");
  });
  it("differs from those that decide the rows", () => {
    expect(viewOf(seen, defaults(seen))).toEqual({ way: "on" });
  });
});

describe("what is not taken", () => {
  it.each(cases)("is the same in Python: $param.kind $param.label", ({ param, takes: good, refuses }) => {
    const { kind, options = {} } = param;
    const asked = { ...param, options: Object.keys(options).map((value) => ({ value, label: value })) };
    const takesIt = (value: unknown): boolean =>
      kind === "seed" ? takesSeed(value) : takes(asked as unknown as Param, value);
    expect((good as unknown[]).filter((value) => !takesIt(value))).toEqual([]);
    expect((refuses as unknown[]).filter(takesIt)).toEqual([]);
  });
  it("is what is no number", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      expect([takes(wait, value), takesSeed(value)]).toEqual([false, false]);
  });
  it("is named in one line with what would be right and what stays", () => {
    const line = refusal("Size", rangeOf(size), "1e6", "8\u00a0KiB");
    expect(line).toBe("Size must be 1\u00a0KiB to 128\u00a0KiB; “1e6” is not. It stays at 8\u00a0KiB.");
    expect(refusal("Seed", "a number", " ", "1")).toBe("Seed must be a number. It stays at 1.");
    expect(rangeOf({ ...size, factor: 1, unit: "", high: 1234567, whole: true })).toBe(
      "a whole number, 1,024 to 1,234,567",
    );
  });
});

describe("values from outside", () => {
  it("must name parameters of the figure, within their ranges", () => {
    expect(unusable(figure, defaults(figure), 1)).toBeNull();
    expect(unusable(figure, { wait: 0.5 }, 1)).toContain("wait");
    expect(unusable(figure, { wait: Number.NaN }, 1)).toContain("wait");
    expect(unusable(figure, { other: 1 }, 1)).toContain("other");
    expect(unusable(figure, { way: "sideways" }, 1)).toContain("way");
    expect(unusable(figure, { both: 1 }, 1)).toContain("both");
    expect(unusable(figure, {}, 1.5)).toContain("seed");
    expect(unusable(figure, {}, "1")).toContain("seed");
  });
});
