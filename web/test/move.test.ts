import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { render } from "../src/plot/render";
import { beside, closest, inOrder, onward, readDropTargets, taken, type DropTarget } from "../src/plot/drop-targets";
import { Placements, type Thing } from "../src/interact/placements";
import type { ChoiceParam, NumberParam, Panel, Row } from "../src/data/types";
import { fakeFigure, figureOf, panelOf } from "./fakes";

const page = (): Document => parseHTML("<!doctype html><html><body></body></html>").document;
const [size, wait, way, both] = fakeFigure().params as [NumberParam, NumberParam, ChoiceParam, NumberParam];

const BOX = { x1: "x1", x2: "x2", y1: "y1", y2: "y2" };
const HIDDEN = { axis: null, label: null };
const plan = (more: Partial<Panel> = {}): Panel =>
  panelOf({
    height: 220,
    axes: { x: { domain: [0, 10], ...HIDDEN }, y: { domain: [0, 10], ...HIDDEN } },
    marks: [
      { mark: "rect", where: { row: "place" }, options: { ...BOX, stroke: "currentColor", fill: "none" } },
      { mark: "rect", where: { row: "thing" }, options: { ...BOX, tip: true, channels: { what: "name" } } },
      { mark: "text", where: { row: "thing" }, options: { x: "x1", y: "y1", text: "name" } },
    ],
    move: { param: "moves", value: "place", where: null, swap: false },
    ...more,
  });
const box = (x: number, y: number, more: Row): Row => ({ x1: x, x2: x + 2, y1: y, y2: y + 1, ...more });
const rows: Row[] = [
  box(0, 0, { row: "place", place: "on" }),
  box(5, 0, { row: "place", place: "off" }),
  box(5, 5, { row: "place", place: 8192 }),
  box(0, 0, { row: "thing", moves: "way", name: "the way" }),
  box(5, 5, { row: "thing", moves: "size", name: "the size" }),
  box(0, 9, { row: "thing", moves: "both", name: "a switch" }),
  box(2, 9, { row: "thing", moves: "nothing", name: "no parameter" }),
];
const draw = (panel: Panel, drawn = rows, width = 720): SVGSVGElement => {
  const [svg] = render(figureOf(panel), drawn, { document: page(), width });
  return svg as SVGSVGElement;
};

describe("what can be moved", () => {
  const targets = readDropTargets(draw(plan()));
  it("is noted by its largest mark, with the places, and only if it sets a number or a choice", () => {
    expect(targets?.things.map((target) => target.key)).toEqual(["way", "size"]);
    expect(targets?.places.map((target) => target.key)).toEqual(["on", "off", 8192]);
    const [thing, place] = [targets?.things[0] as DropTarget, targets?.places[0] as DropTarget];
    expect({ ...thing, key: 0 }).toEqual({ ...place, key: 0 });
    expect(thing.width).toBeCloseTo(140, 0); // a fifth of 720 less two margins of 10
    expect(thing.height).toBeCloseTo(20, 0);
  });
  it("may be a point: then it is as large as a pointer needs", () => {
    const dots = { ...plan(), marks: panelOf({ marks: [{ mark: "dot", options: { x: "x1", y: "y1" } }] }).marks };
    const [dot] = readDropTargets(draw(dots))?.things ?? [];
    expect([dot?.width, dot?.height]).toEqual([24, 24]);
  });
  it("is not noted where nothing can be moved", () => {
    expect(readDropTargets(draw(plan({ move: null })))).toBeNull();
  });
  it("takes what its parameter takes", () => {
    expect([taken(way, "on"), taken(way, "far"), taken(way, 1)]).toEqual(["on", null, null]);
    expect([taken(size, 8192), taken(size, 8193), taken(size, "8192")]).toEqual([8192, null, null]);
    expect([taken(wait, 0.005), taken(wait, 0.02), taken(both, 1)]).toEqual([0.005, null, null]);
    expect(taken({ ...wait, high: 9, whole: true }, 2.5)).toBeNull();
  });
});

describe("places", () => {
  const at = (key: string, x: number, y: number): DropTarget => ({ key, x, y, width: 40, height: 20 });
  // two columns of slots, one of them lower, and one place far away
  const all = [at("a", 0, 0), at("b", 0, 30), at("c", 0, 60), at("d", 200, 40), at("e", 200, 70), at("f", 420, 300)];
  it("are found in and beside them, not further off", () => {
    expect(closest(all, { x: 20, y: 49 }, 10)?.key).toBe("b");
    expect(closest(all, { x: 44, y: 28 }, 10)?.key).toBe("b");
    expect(closest(all, { x: 100, y: 40 }, 10)).toBeNull();
    expect(closest([at("low", 0, 0), at("high", 0, 8)], { x: 20, y: 19 }, 10)?.key).toBe("high");
  });
  it("follow each other from line to line, from left to right, and round", () => {
    expect(inOrder(all.toReversed()).map((target) => target.key)).toEqual(["a", "b", "d", "c", "e", "f"]);
    expect(onward(all, all[5] as DropTarget, 1)?.key).toBe("a");
    expect(onward(all, all[0] as DropTarget, -1)?.key).toBe("f");
    expect(onward(all, null, 1)?.key).toBe("a");
    expect(onward([], null, 1)).toBeNull();
  });
  it("are reached with arrow keys, each from each", () => {
    const keys: [number, number][] = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ];
    expect(beside(all, all[0] as DropTarget, [0, 1])?.key).toBe("b");
    expect(beside(all, all[1] as DropTarget, [1, 0])?.key).toBe("d");
    for (const start of all) {
      const seen = new Set<DropTarget>([start]);
      for (const target of seen) for (const key of keys) seen.add(beside(all, target, key) as DropTarget);
      expect(seen.size).toBe(all.length);
    }
  });
});

describe("things that change places", () => {
  const place = (key: string): DropTarget => ({ key, x: 0, y: 0, width: 1, height: 1 });
  const thing = (name: string, ...values: string[]): Thing => ({
    param: { ...way, name, label: name, options: values.map((value) => ({ value, label: `slot ${value}` })) },
    drawn: place(name),
  });
  const [one, two, picky] = [thing("one", "a", "b", "c"), thing("two", "a", "b", "c"), thing("picky", "b")];
  const placements = (swap: boolean, params: Record<string, string>): Placements => {
    const all = new Placements(swap);
    [all.things, all.places, all.params] = [[one, two, picky], ["a", "b", "c", "d"].map(place), params];
    return all;
  };
  const keys = (targets: DropTarget[]): unknown[] => targets.map((target) => target.key);
  const set = (all: Placements, who: Thing, where: string): unknown[] =>
    all.moves(who, place(where)).map(({ thing: { param }, value }) => [param.name, value]);
  it("do so where both may stand at the other's place", () => {
    const all = placements(true, { one: "a", two: "c", picky: "b" });
    expect(keys(all.open(one))).toEqual(["a", "c"]); // the picky one cannot come to a
    expect(set(all, one, "c")).toEqual([
      ["one", "c"],
      ["two", "a"],
    ]);
    expect(all.at(one, place("c"))).toBe("slot c, changes places with two");
    expect(all.at(one, place("a"))).toBe("slot a, where it was");
  });
  it("stand beside each other where they do not change places", () => {
    const all = placements(false, { one: "a", two: "c", picky: "b" });
    expect(keys(all.open(one))).toEqual(["a", "b", "c"]);
    expect(set(all, one, "b")).toEqual([["one", "b"]]);
    expect(all.at(one, place("b"))).toBe("slot b, beside picky");
  });
  it("go anywhere free, and leave alone what is not drawn", () => {
    const all = placements(true, { one: "a", two: "a", picky: "b" });
    all.things = [one, { ...picky, drawn: null }];
    expect(keys(all.open(one))).toEqual(["a", "b", "c"]);
    expect(set(all, one, "b")).toEqual([["one", "b"]]);
  });
});

describe("a plan without axes", () => {
  const links = panelOf({
    ...plan(),
    axes: { ...plan().axes, color: { domain: [0, 1], palette: "alarm", legend: true, label: "load" } },
    marks: [
      { mark: "rect", options: { ...BOX, fill: "none", stroke: "currentColor" } },
      { mark: "link", options: { ...BOX, stroke: "load", strokeWidth: "wide", channels: { what: "name" }, tip: true } },
      { mark: "arrow", options: { ...BOX, stroke: "load", tip: true } },
    ],
  });
  const many = Array.from({ length: 200 }, (_, i) => box(i % 8, i % 9, { load: (i % 5) / 4, wide: 1 + (i % 9) }));
  it("uses nearly all of the picture", () => {
    const { left, right } = JSON.parse(draw(plan()).getAttribute("data-layout") ?? "{}") as Record<string, number>;
    expect([left, right]).toEqual([10, 710]);
  });
  it("draws each outline, and lines as wide as their rows say, in steps from quiet to alarming", () => {
    const svg = draw(links, many);
    expect(svg.querySelectorAll('[aria-label="rect"] rect')).toHaveLength(200);
    const lines = [...svg.querySelectorAll('[aria-label="link"] path')];
    expect(lines.map((line) => Number(line.getAttribute("stroke-width")))).toEqual(many.map((row) => row.wide));
    const steps = new Set(lines.map((line) => line.getAttribute("stroke")));
    expect([...steps].sort()).toEqual([0, 1, 2, 3, 4].map((step) => `var(--wtg-alarm-${step})`));
    expect(svg.querySelectorAll(".wtg-legend rect")).toHaveLength(5);
  });
});
