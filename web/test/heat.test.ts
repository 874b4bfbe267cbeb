import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { colourScale, rankScale, ranked } from "../src/plot/colour";
import { Edges, Grid, reading, span } from "../src/interact/grid";
import { render } from "../src/plot/render";
import type { Row } from "../src/data/types";
import { matches, shownPanels, viewParams } from "../src/data/where";
import { cell, figureOf, heat, probe } from "./fakes";

const page = (): Document => parseHTML("<!doctype html><html><body></body></html>").document;

describe("ranked colours", () => {
  it("give each distinct value a step while there are steps enough, from the first colour to the last", () => {
    expect(ranked([7, 1, 1, 1000], 8).map(({ from, step }) => [from, step])).toEqual([
      [1, 0],
      [7, 4],
      [1000, 7],
    ]);
    expect(ranked([5, 5, 5], 8)).toEqual([{ from: 5, step: 0 }]);
  });
  it("share many values out evenly", () => {
    const values = Array.from({ length: 80 }, (_, i) => i * i);
    expect(ranked(values, 8).map(({ from }) => from)).toEqual([0, 10, 20, 30, 40, 50, 60, 70].map((i) => i * i));
  });
  it("draw faint details darker than a linear scale does", () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 500];
    const of = (scale: { options: Record<string, unknown> }, v: number): string => {
      const thresholds = scale.options.domain as number[];
      return (scale.options.range as string[])[thresholds.filter((t) => t <= v).length] ?? "";
    };
    expect(of(colourScale({}, [1, 500], String), 6)).toBe("var(--wtg-heat-0)");
    expect(of(rankScale({}, values), 6)).toBe("var(--wtg-heat-4)");
    expect(of(rankScale({ palette: "false" }, values), 500)).toBe("var(--wtg-false-7)");
  });
  it("work while rows come in, and their legend tells from what to what", () => {
    const draw = (rows: Row[]): string => render(figureOf(heat()), rows, { document: page() })[0]?.outerHTML ?? "";
    expect(draw([])).toContain("<svg");
    expect(draw([cell(0, 1, 3)])).toContain("var(--wtg-false-0)");
    const whole = draw([cell(0, 1, 3), cell(0, 2, 40), cell(1, 1, 143)]);
    for (const step of [0, 4, 7]) expect(whole).toContain(`var(--wtg-false-${step})`);
    const words = [...parseHTML(whole).document.querySelectorAll(".wtg-legend text")].map((t) => t.textContent);
    expect(words).toEqual(["3", "140", "40"]);
  });
  it("are painted with a node a colour, not with one a cell", () => {
    const rows = Array.from({ length: 900 }, (_, i) => cell(i % 30, Math.floor(i / 30), (i % 3) + 1));
    const [svg] = render(figureOf(heat()), rows, { document: page() });
    const group = svg?.querySelector('[aria-label="rect"]');
    expect([...(group?.children ?? [])].map((c) => c.tagName.toLowerCase())).toEqual(["path", "path", "path"]);
  });
});

describe("panels that depend on parameters", () => {
  const figure = figureOf(
    heat({ when: { way: "on" } }),
    heat({ when: { way: "off", both: true } }),
    heat({ when: { way: ["on", "off"], size: [1024, 8192] } }),
    heat(),
  );
  it("are shown while all of their conditions hold", () => {
    expect(shownPanels(figure, null)).toEqual([0, 2, 3]);
    expect(shownPanels(figure, { way: "off" })).toEqual([2, 3]);
    expect(shownPanels(figure, { way: "off", both: true, size: 2048 })).toEqual([1, 3]);
  });
  it("are drawn for the parameters of the rows, by default the defaults", () => {
    const count = (params?: object): number => render(figure, [], { document: page(), params: { ...params } }).length;
    expect(count()).toBe(3);
    expect(count({ way: "off", both: true })).toBe(3);
    expect(count({ way: "off", size: 2048 })).toBe(1);
  });
  it("wait for a whole picture where a choice or a switch shows others, and not while a slider moves", () => {
    expect([...viewParams(figure)].sort()).toEqual(["both", "way"]);
  });
});

describe("rows are recognised by their columns", () => {
  it("which equal a value, or one of a list", () => {
    expect(matches({ row: "a" }, { row: "a" })).toBe(true);
    expect(matches({ row: "a" }, { row: ["b", "a"] })).toBe(true);
    expect(matches({ row: "a" }, { row: ["b", "c"] })).toBe(false);
    expect(matches({ row: "a" }, null)).toBe(true);
  });
});

describe("the cells of a heat map", () => {
  const rows = [cell(0, 1, 3), cell(0, 4, 2), cell(2, 1, 9), { row: "other", n: 5 }];
  const grid = new Grid(rows, probe);
  it("count what is in them and in their column, and are zero between", () => {
    expect(grid.at(0.5, 0.0012)).toMatchObject({ x: [0, 1], n: 3, total: 5, row: rows[0] });
    expect(grid.at(0.5, 0.0035)).toMatchObject({ n: 0, total: 5, row: null });
    expect(grid.at(1.5, 0.0012)).toMatchObject({ x: [1, 2], n: 0, total: 0 });
    expect(grid.at(2.5, 0.0012)).toMatchObject({ n: 9, total: 9 });
  });
  it("go on in their own spacing where no row says so", () => {
    expect(grid.at(7.2, 0.0083)?.x).toEqual([7, 8]);
    const [low, high] = grid.at(7.2, 0.0083)?.y ?? [];
    expect([low, high].map((v) => Number(v?.toPrecision(6)))).toEqual([0.008, 0.009]);
  });
  it("an edge belongs to the cell above it, dust in the last bits notwithstanding", () => {
    const edges = new Edges([0, 1, 2, 3, 4].map((i) => [i * 0.1, (i + 1) * 0.1]));
    expect(edges.around(0.2)?.[0]).toBeCloseTo(0.2);
    expect(edges.around(0.35)?.map((v) => Number(v.toFixed(6)))).toEqual([0.3, 0.4]);
  });
  it("of a geometric grid stay so, and of an even one too, whatever the axis", () => {
    const tenths = new Edges([
      [1, 10],
      [1000, 10000],
    ]);
    expect(tenths.around(30)?.map(Math.round)).toEqual([10, 100]);
    const even = new Edges([
      [1, 2],
      [2, 3],
      [9, 10],
    ]);
    expect(even.around(5.5)).toEqual([5, 6]);
  });
  it("that are wide because the grid says so are not divided", () => {
    const edges = new Edges([
      [0, 1],
      [1, 5],
      [5, 6],
    ]);
    expect(edges.around(3)).toEqual([1, 5]);
  });
  it("can be walked by keys, one by one and from one to the next that holds something", () => {
    const found = grid.at(0.5, 0.0015);
    if (!found) throw new Error("no cell");
    expect(grid.x.beyond(found.x, 1)).toBeCloseTo(1.5);
    expect(grid.x.beyond(found.x, 10)).toBeCloseTo(10.5);
    expect(grid.y.beyond(found.y, -1)).toBeCloseTo(0.0005);
    expect(grid.next(found, true)).toBeCloseTo(0.0045);
    expect(grid.next(found, false)).toBeNull();
    expect(grid.fullest()).toEqual({ x: 2.5, y: expect.closeTo(0.0015) as number });
  });
  it("are read out in the units of the axes", () => {
    const axes = { x: { unit: "s" }, y: { unit: "ms", factor: 0.001 } };
    const say = (x: number, y: number): string => {
      const found = grid.at(x, y);
      return found ? reading(found, axes, probe) : "";
    };
    expect(say(0.5, 0.0012)).toBe("0–1\u00a0s, 1–2\u00a0ms: 3 writes of 5 in this column");
    expect(say(0.5, 0.0035)).toBe("0–1\u00a0s, 3–4\u00a0ms: 0 writes of 5 in this column");
    const one = new Grid([cell(0, 1, 1)], probe).at(0.5, 0.0012);
    expect(one && reading(one, axes, probe)).toContain("1 write of 1");
    expect(one && reading(one, axes, { ...probe, noun: ["", ""] })).toContain(": 1 of 1");
  });
  it("are distinguished by as many digits as that takes", () => {
    expect(span([0.0062, 0.0064], { unit: "ms", factor: 0.001 })).toBe("6.2–6.4\u00a0ms");
    expect(span([0.25, 0.5], {})).toBe("0.25–0.50");
    expect(span([123.4, 130.2], {})).toBe("123–130");
  });
  it("are none where there are no rows", () => {
    expect(new Grid([], probe).at(1, 1)).toBeNull();
    expect(new Grid([], probe).fullest()).toBeNull();
  });
});
