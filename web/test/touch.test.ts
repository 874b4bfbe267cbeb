import { parseHTML } from "linkedom";
import { describe, expect, it, vi } from "vitest";
import { place, readLayout, valueAt, type Line } from "../src/plot/axes";
import { Grip, onGrid, stepped, stride, strode } from "../src/interact/handle";
import { boxes, nearest, nearestStop, stopsOf, type Box } from "../src/plot/pick";
import { render } from "../src/plot/render";
import type { NumberParam } from "../src/data/types";
import { cell, fakeFigure, figureOf, heat, panelOf, probe } from "./fakes";

const page = (): Document => parseHTML("<!doctype html><html><body></body></html>").document;

describe("places in a picture", () => {
  it.each([
    ["linear", undefined],
    ["log", undefined],
    ["sqrt", 0.5],
    ["symlog", 1],
  ])("and values are each other's inverse on a %s axis", (type, power) => {
    const line: Line = { type, factor: 0.001, ends: [1, 100, 40, 700], power };
    for (const v of [0.001, 0.02, 0.1]) expect(valueAt(line, place(line, v)?.[0] ?? NaN)).toBeCloseTo(v, 9);
    expect(place(line, 0.001)).toEqual([40, 40]);
    expect(place(line, 0.1)?.[0]).toBeCloseTo(700);
  });
  it("are noted on a picture that can be touched, and only there", () => {
    const [touchable, plain] = render(figureOf(heat({ probe }), heat()), [cell(0, 1, 3)], { document: page() });
    const layout = readLayout(touchable ?? null);
    expect(place(layout?.x, 10)?.[0]).toBe(layout?.right);
    expect(place(layout?.y, 0)?.[0]).toBe(layout?.bottom);
    expect(readLayout(plain ?? null)).toBeNull();
  });
});

describe("picking", () => {
  const pick = { param: "way", field: "tag", where: null };
  const rows = [cell(0, 1, 3, { tag: "a" }), cell(2, 1, 9, { tag: "b" }), cell(4, 1, 9)];
  const [svg] = render(figureOf(heat({ probe, pick })), rows, { document: page() });
  const layout = readLayout(svg ?? null);
  if (!layout) throw new Error("no layout");
  const all = boxes(heat(), pick, rows, layout);
  const middle = (t: number, y: number): [number, number] => [
    place(layout.x, t)?.[0] ?? 0,
    place(layout.y, y)?.[0] ?? 0,
  ];
  it("finds the cell that the pointer is in, or near, among those that have the field", () => {
    expect(all).toHaveLength(2);
    expect(nearest(all, ...middle(0.5, 0.0015), 8)?.tag).toBe("a");
    expect(nearest(all, ...middle(2.5, 0.0021), 8)?.tag).toBe("b");
    expect(nearest(all, ...middle(4.5, 0.0015), 8)).toBeNull();
    expect(nearest(all, ...middle(0.5, 0.008), 8)).toBeNull();
  });
  it("leaves out the rows of its filter", () => {
    expect(boxes(heat(), { ...pick, where: { tag: ["b", "c"] } }, rows, layout).map((b) => b.row.tag)).toEqual(["b"]);
  });
  it("takes a line of stops for what it is, and nothing else", () => {
    const at = (x: number, tag: unknown): Box => ({ x: [x, x], y: [0, 0], row: { tag } as Box["row"] });
    const line = [at(30, 8), at(10, 2), at(20, 4), at(20.3, 4.0001)];
    expect(stopsOf(line, "tag")).toHaveLength(4);
    expect(nearestStop(stopsOf(line, "tag"), 26)?.tag).toBe(8);
    expect(nearestStop(stopsOf(line, "tag"), -50)?.tag).toBe(2);
    expect(stopsOf([...line, at(40, 1)], "tag")).toEqual([]);
    expect(stopsOf([at(10, "a"), at(20, "b")], "tag")).toEqual([]);
    expect(nearestStop([], 5)).toBeNull();
  });
  it("finds dots and bars too", () => {
    const panel = panelOf({
      pick,
      marks: [
        { mark: "dot", where: { row: "dot" }, options: { x: "x", y: "y" } },
        { mark: "barY", where: { row: "bar" }, options: { x: "x", y: "y" } },
      ],
    });
    const drawn = [
      { row: "dot", x: "p", y: 3, tag: 1 },
      { row: "bar", x: "q", y: 2, tag: 2 },
    ];
    const [picture] = render(figureOf(panel), drawn, { document: page() });
    const at = readLayout(picture ?? null);
    if (!at) throw new Error("no layout");
    const found = boxes(panel, pick, drawn, at);
    const [q0, q1] = place(at.x, "q") ?? [0, 0];
    expect(nearest(found, (q0 + q1) / 2, place(at.y, 0.5)?.[0] ?? 0, 1)?.tag).toBe(2);
    expect(nearest(found, place(at.x, "p")?.[0] ?? 0, place(at.y, 3)?.[0] ?? 0, 8)?.tag).toBe(1);
  });
});

describe("a handle", () => {
  const wait = fakeFigure().params[1] as NumberParam;
  const size = fakeFigure().params[0] as NumberParam;
  it("takes the values that the slider takes", () => {
    const param = { ...wait, step: 0.0001 };
    expect(onGrid(0.00123, param)).toBe(0.0012);
    expect(onGrid(-1, param)).toBe(0);
    expect(onGrid(1, param)).toBe(0.01);
    expect(onGrid(3.6, { ...wait, low: 1, high: 8, step: 1, whole: true })).toBe(4);
    expect(onGrid(9000, size)).toBe(8192);
  });
  it("goes by steps of the slider, or from stop to stop", () => {
    expect(stepped(0.0003, 1, { ...wait, step: 0.0001 })).toBe(0.0004);
    expect(stepped(0.0003, -10, { ...wait, step: 0.0001 })).toBe(0);
    expect(stepped(8192, 1, size)).toBe(131072);
    expect(stepped(8192, 10, size)).toBe(131072);
  });
  it("moves by about a hundredth of its axis, to round numbers", () => {
    const plug = { ...wait, low: 0, high: 12, step: 0.002, factor: 1, unit: "s" };
    const step = stride(12, plug);
    expect(step).toBe(0.1);
    expect(strode(9.302, 1, step, plug)).toBe(9.4);
    expect(strode(9.302, -1, step, plug)).toBe(9.3);
    expect(strode(9.3, -1, step, plug)).toBe(9.2);
    expect(strode(9.3, 10, step, plug)).toBe(10.3);
    expect(strode(11.9, 10, step, plug)).toBe(12);
    expect(strode(9.3, -10, step, plug)).toBe(8.3);
    expect(stride(12, plug, 1000)).toBe(0.01);
    expect(strode(9.3, 1, 0.01, plug)).toBe(9.31);
    expect(stride(0.01, wait)).toBeCloseTo(0.0001);
    expect(stride(12, { ...plug, step: 1 })).toBe(1);
    expect(stride(12, { ...plug, whole: true })).toBe(1);
  });
  it("is a line in a picture that nobody can drag in", () => {
    const panel = heat({ handle: { param: "wait", axis: "x" } });
    const at = (params: object): number[] => {
      const [svg] = render(figureOf(panel), [cell(0, 1, 3)], { document: page(), params: { ...params }, still: true });
      const layout = readLayout(svg ?? null);
      const lines = [...(svg?.querySelectorAll(".wtg-handle") ?? [])];
      return lines.map((line) => valueAt(layout?.x, Number(line.getAttribute("x1"))) ?? NaN);
    };
    expect(at({ wait: 4 })[0]).toBeCloseTo(4);
    expect(at({})[0]).toBeCloseTo(0.0003);
    expect(at({ wait: 40 })).toEqual([]);
  });
  it("keeps the axis that it was taken with while a run draws pictures that are not complete", () => {
    vi.stubGlobal("document", page());
    const seen: number[] = [];
    const grip = new Grip(
      { ...wait, low: 0, high: 20, step: 0.1, stops: null, default: 5, factor: 1, unit: "s" },
      (event) => ({ x: event.clientX, y: 0 }),
      (value) => void seen.push(value),
    );
    const box = { x: 0, y: 0, width: 500, height: 100 };
    const drawn = (end: number): void => {
      const x: Line = { type: "linear", factor: 1, ends: [0, end, 0, 400] };
      grip.drawn({ left: 0, right: 400, top: 0, bottom: 100, x }, box, null);
    };
    const pointer = (type: string, clientX: number): void => {
      const event = Object.assign(new (document.defaultView as Window & typeof globalThis).Event(type), {
        clientX,
        button: 0,
      });
      grip.element.dispatchEvent(event);
    };
    grip.element.setPointerCapture = () => undefined;
    drawn(20);
    pointer("pointerdown", 100);
    pointer("pointermove", 200);
    drawn(5);
    pointer("pointermove", 300);
    vi.unstubAllGlobals();
    expect(seen).toEqual([10, 15]);
  });
});
