import fs from "node:fs";
import { describe, expect, it } from "vitest";
import type { Scale } from "../src/python/measures";
import { Named } from "../src/python/named";

interface Case {
  what: string;
  text: string;
  scales: { units: Record<string, [times: number, over: number]>; most?: number; exact?: Scale["exact"] }[];
  groups: number[][];
  summed: boolean;
  names: [string, number, boolean][];
  codes: number[];
  others: string[];
  before: number[];
  bad: number[];
  taken?: Record<string, (number | "nan")[][]>;
  sums?: Record<string, [number, [number, number, number, boolean][]]>;
}
/** The same cases as in `tests/models/measured/test_named.py`. */
const CASES = JSON.parse(
  fs.readFileSync(new URL("../../tests/models/measured/named.json", import.meta.url), "utf8"),
) as Case[];

function read({ text, scales, groups, summed }: Case) {
  const units = ["", "-", ...new Set(scales.flatMap((scale) => Object.keys(scale.units)))];
  const given = [...new Set(units)];
  const rows = new Named(
    given.slice(2),
    scales.map(({ units: its, most = null, exact = "" }) => ({
      times: given.map((unit) => its[unit]?.[0] ?? null),
      over: given.map((unit) => its[unit]?.[1] ?? 1),
      most,
      exact,
    })),
  );
  const found = rows.lex(new TextEncoder().encode(text));
  for (const columns of groups) rows.group(columns, summed, 1);
  const bad = rows.gather(found.codes, 0, Int32Array.from(found.codes.keys()));
  const taken = rows.taken(summed);
  let at = 0;
  const columns = [...taken.groups].map((group, place) => {
    const scaled = (groups[group] ?? []).filter((scale) => scale >= 0);
    const width = scaled.length + scaled.filter((scale) => scales[scale]?.exact).length + 1;
    const step = summed ? 4 : (taken.counts[place] ?? 0);
    return Array.from({ length: width }, () => [...taken.values.slice(at, (at += step))]);
  });
  return { found, bad, taken, columns };
}

describe("rows by their names", () => {
  it.each(CASES)("$what", (wanted) => {
    const { found, bad, taken, columns } = read(wanted);
    expect([...found.codes]).toEqual(wanted.codes);
    expect(found.fresh).toEqual(wanted.names);
    expect([...found.others].map((code) => found.texts[code])).toEqual(wanted.others);
    expect([...found.before]).toEqual(wanted.before);
    expect([...bad]).toEqual(wanted.bad);
    const said = Object.entries(wanted.taken ?? {}).map(([, each]) => each.map((column) => column.map(Number)));
    if (wanted.taken) expect(columns).toEqual(said);
    const sums = Object.entries(wanted.sums ?? {});
    expect(sums.map(([, [count]]) => count)).toEqual(wanted.sums ? [...taken.counts] : []);
    const known = sums.map(([, [, each]]) => each.map((column) => column.map(Number)));
    if (wanted.sums) expect(columns).toEqual(known);
  });
});
