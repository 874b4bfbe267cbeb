import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { alike } from "../src/python/alike";
import type { Kind } from "../src/python/structure";

interface Wanted {
  places: unknown;
  columns: Record<string, (number | string)[]>;
  texts: string[];
  counts: Record<string, Record<string, number>>;
}
interface Case {
  what: string;
  text: string;
  kinds: Record<string, Kind>;
  names: string[];
  order: number[];
  sheets: Wanted[];
  rest: string;
}
/** The same cases as in `tests/models/measured/test_alike.py`. */
const CASES = JSON.parse(
  fs.readFileSync(new URL("../../tests/models/measured/alike.json", import.meta.url), "utf8"),
) as Case[];

const find = (text: string, kinds: Record<string, Kind> = { n: "number" }, names: string[] = []) =>
  alike(new TextEncoder().encode(text), 0, kinds, names);

describe("documents that are alike", () => {
  it.each(CASES)("$what", ({ text, kinds, names, order, sheets, rest }) => {
    const found = find(text, kinds, names);
    expect([...found.order]).toEqual(order);
    expect(found.stop).toBe(text.length - rest.length);
    found.sheets.forEach((sheet, k) => {
      const { places, columns, texts, counts } = sheets[k] as Wanted;
      expect([JSON.parse(sheet.places), sheet.texts]).toEqual([places, texts]);
      const longs = new BigInt64Array(sheet.numbers.buffer, sheet.numbers.byteOffset, sheet.numbers.length);
      for (const [column, values] of Object.entries(columns)) {
        const at = (_: unknown, row: number): number => row * sheet.width + Number(column) - 1;
        const kept = values.map((value, row) => {
          const place = at(value, row);
          return typeof value === "string" ? String(longs[place]) : sheet.numbers[place];
        });
        expect([kept, sheet.rows]).toEqual([values, values.length]);
      }
      const summed = Object.entries(sheet.counts).map(([column, [keys, sums]]) => [
        column,
        Object.fromEntries(keys.map((key, at) => [key, sums[at]])),
      ]);
      expect(Object.fromEntries(summed)).toEqual(counts);
    });
  });

  it.each(['{"n": 1', '{"n": 1,}', '{"n" 1}', '{"n": [1}', '{"n": 1.}', '{"n": .5}', '{"n": +1}', '{"n": tru}'])(
    "%s is not whole",
    (text) => {
      expect(find(text).stop).toBe(0);
    },
  );

  it.each(['{"s": "\\q"}', '{"s": "a\nb"}', '{"s": "\\u12g4"}', '{"s": "', `${'{"n": '.repeat(200)}1`])(
    "a text that is none is not whole",
    (text) => {
      expect(find(text, { s: "text" }).stop).toBe(0);
    },
  );

  it("counts nothing of a document that turns out to be another one", () => {
    const text = '{"bins": {"5": 1}, "s": "a"}';
    const found = find(text + text.replace("a", "b") + text, { bins: "counts" });
    expect([...found.order]).toEqual([0, 1, 0]);
    expect(found.sheets.map(({ counts }) => counts[1])).toEqual([
      [[5], [2]],
      [[5], [1]],
    ]);
  });

  it("finds documents again after many others", () => {
    const names = Array.from({ length: 40 }, (_, k) => k % 20);
    const found = find(names.map((k) => `{"name": "d${k}", "n": ${k}}`).join(","));
    expect(found.order.length).toBe(40);
    expect(found.sheets[19]?.numbers).toEqual(Float64Array.of(19, 19));
  });
});
