import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { framed } from "../src/python/frames";
import { coded, lex } from "../src/python/lex";
import { cells, facts, hits, ordered, weighted } from "../src/python/many";
import type { Place } from "../src/python/rows";

interface Case {
  what: string;
  text: string;
  separator: string;
  least: number;
  most: number;
  places: Record<string, [number, Place[1]]>;
  by: string;
  per: Record<string, number>;
  rows: number;
  numbers: Record<string, number[]>;
  groups: Record<string, Record<string, number[]>>;
  words: Record<string, [number[], string[]]>;
  odd: number[];
  back: boolean;
}
/** The same cases as in `tests/models/measured/test_columns.py`. */
const CASES = JSON.parse(
  fs.readFileSync(new URL("../../tests/models/measured/columns.json", import.meta.url), "utf8"),
) as Case[];

describe("columns of rows", () => {
  it.each(CASES)("$what", (wanted) => {
    const names = Object.keys(wanted.places);
    const places = names.map((name): Place => [...(wanted.places[name] as [number, Place[1]]), wanted.per[name] ?? 1]);
    const bytes = new TextEncoder().encode(wanted.text);
    const found = lex(bytes, wanted.separator, wanted.least, wanted.most, places, names.indexOf(wanted.by));
    const of = places.flatMap(([, kind], place) => {
      const name = names[place] as string;
      return kind === "word" || kind === "key" ? [] : kind === "long" ? [name, `${name}, low`] : [name];
    });
    const groups: Record<string, Record<string, number[]>> = {};
    found.keys.forEach((key, place) => {
      const columns = (found.groups[place] ?? []).map((column, k): [string, number[]] => [of[k] ?? "", [...column]]);
      groups[key] = Object.fromEntries(columns);
    });
    expect(found.rows).toBe(wanted.rows);
    expect([[...found.odd], found.back]).toEqual([wanted.odd, wanted.back]);
    const spelled = names.filter((name) => ["word", "key"].includes(wanted.places[name]?.[1] ?? ""));
    expect(Object.fromEntries(spelled.map((name, k) => [name, [[...(found.codes[k] ?? [])], found.words[k]]]))).toEqual(
      wanted.words,
    );
    if (!wanted.rows) return;
    expect(groups).toEqual(wanted.by ? wanted.groups : { "": wanted.numbers });
  });
});

it("keys of some bytes each are numbered", () => {
  const text = (each: string): Uint8Array => new TextEncoder().encode(each);
  expect([...coded(text("ababcdab"), 2, true).codes]).toEqual([0, 0, 1, 0]);
  const { codes, known } = coded(text("efcd"), 2, false);
  expect([[...codes], known]).toEqual([[2, 1], 3]);
});

describe("frames of lines", () => {
  const cases = JSON.parse(
    fs.readFileSync(new URL("../../tests/models/measured/frames.json", import.meta.url), "utf8"),
  ) as ({ what: string; text: string } & Record<"codes" | "begins" | "numbers" | "frames", unknown[]>)[];
  it.each(cases)("$what", ({ text, codes, begins, numbers, frames }) => {
    const found = framed(new TextEncoder().encode(text));
    expect([[...found.codes], [...found.begins], [...found.numbers], found.frames]).toEqual([
      codes,
      begins,
      numbers,
      frames,
    ]);
  });
});

describe("many numbers", () => {
  it("stand in order, and their own order stays", () => {
    const values = Float64Array.of(3, 1, 2.5);
    expect([...ordered(values)]).toEqual([1, 2.5, 3]);
    expect([...values]).toEqual([3, 1, 2.5]);
  });
  it("have extremes and a sum that rounding does not change", () => {
    expect(facts(Float64Array.of(1, 1e100, 1, -1e100))).toEqual([-1e100, 1e100, 2, false]);
    expect(facts(Float64Array.of(-1, -1, 0.5))).toEqual([-1, 0.5, -1.5, true]);
  });
  it("have a weighted sum, which passes over what is no number", () => {
    expect(weighted(Float64Array.of(1, NaN, 3))).toEqual([2, 4, 2]);
    expect(weighted(Float64Array.of(1, NaN, 3), Float64Array.of(2, 5, 4))).toEqual([2, 14, 6]);
  });
  it("are counted by column and size, four sizes in a doubling", () => {
    const one = 0x3ff0 >> 2;
    const found = cells(Float64Array.of(0, 0.5, 1, 9), Float64Array.of(1, 1.2, 1.25, 2), 0, 1, 2);
    expect([...found]).toEqual([0, one, 2, 1, one + 1, 1, 1, one + 4, 1]);
  });
  it("are hits of caches that drop the least recently used", () => {
    const keys = Int32Array.from({ length: 300 }, (_, k) => (k * k * 7 + (k >> 3)) % 23);
    const misses = (size: number): number => {
      let held: number[] = [];
      return keys.filter((key) => {
        const isMiss = !held.includes(key);
        held = [key, ...held.filter((each) => each !== key)].slice(0, size);
        return isMiss;
      }).length;
    };
    expect([...hits(keys)]).toEqual([2, 4, 8, 16, 32].map((size) => 300 - misses(size)));
    expect([...hits(new Int32Array(0))]).toEqual([0]);
  });
});
