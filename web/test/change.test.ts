import { describe, expect, it } from "vitest";
import * as change from "../src/lab/change";
import { clock, nice, pair, percent, three, times } from "../src/lab/amounts";
import { stepped } from "../src/lab/field";
import type { Study } from "../src/data/types";

const STUDY: Study = {
  a: { machine: "one", settings: { x: "1" } },
  b: { settings: { x: "2", y: "3" } },
  loads: [
    { load: "local", name: "First" },
    { load: "nfs", name: "Second" },
  ],
  events: [
    { at: 5, kind: "breaks", in: "ab" },
    { at: 9, kind: "starts", in: "b", load: 1 },
  ],
};

describe("a study", () => {
  it("is changed in one machine; what A gets is no change of B any more", () => {
    expect(change.changed(STUDY, "b", { y: "4" }).b?.settings).toEqual({ x: "2", y: "4" });
    expect(change.changed(STUDY, "b", { y: "4" }).a).toEqual(STUDY.a);
    const next = change.changed(STUDY, "a", { x: "2" });
    expect(next.a.settings).toEqual({ x: "2" });
    expect(next.b?.settings).toEqual({ y: "3" });
  });
  it("has a key for each machine, which another machine's changes leave alone", () => {
    const other = change.changed(STUDY, "b", { y: "4" });
    expect(change.keyOf(other, "a")).toBe(change.keyOf(STUDY, "a"));
    expect(change.keyOf(other, "b")).not.toBe(change.keyOf(STUDY, "b"));
    const late = change.withOther(STUDY, 1, { at: 10 });
    expect(change.keyOf(late, "a")).toBe(change.keyOf(STUDY, "a"));
    expect(change.keyOf(late, "b")).not.toBe(change.keyOf(STUDY, "b"));
    for (const side of ["a", "b"] as const)
      expect(change.keyOf({ ...STUDY, seed: 2 }, side)).not.toBe(change.keyOf(STUDY, side));
  });
  it("loses a load with the events that start one", () => {
    const next = change.withoutLoad(STUDY, 1);
    expect(next.loads).toHaveLength(1);
    expect(next.events).toEqual([STUDY.events?.[0]]);
  });
  it("has events in one machine at least", () => {
    expect(change.switched(STUDY, 0, "a").events?.[0]?.in).toBe("b");
    expect(change.switched(STUDY, 1, "b").events?.[1]?.in).toBe("b");
    expect(change.switched(STUDY, 1, "a").events?.[1]?.in).toBe("ab");
  });
  it("without B has all its events in A", () => {
    const next = change.compared(STUDY, false);
    expect(next.b).toBeUndefined();
    expect(next.events?.every((event) => event.in === "a")).toBe(true);
    expect(change.compared(next, true).b).toEqual({ settings: {} });
  });
});

describe("a number that arrows step", () => {
  it.each([
    ["16", true, "32"],
    ["16", false, "8"],
    ["1", false, "0"],
    ["0", true, "1"],
    ["8 KiB", true, "16 KiB"],
    ["4 ms", false, "2 ms"],
    ["95 %", true, "100 %"],
    ["none", true, null],
  ])("%s", (text, isUp, next) => expect(stepped(text, isUp)).toBe(next));
});

describe("amounts", () => {
  it("have three digits", () => {
    expect([0, 0.1234, 12.34, 1234].map((value) => three(value))).toEqual(["0", "0.123", "12.3", "1,234"]);
  });
  it("stand side by side with one unit", () => {
    expect(pair(0.0342, 0.0602)).toBe("34.2 · 60.2\u00a0ms");
    expect(pair(0, 0)).toBe("0");
  });
  it("compare", () => {
    expect([times(407, 3958), times(0.0342, 0.0000443), times(5, 5), times(0, 1)]).toEqual([
      "× 9.7",
      "÷ 772",
      "the same",
      "",
    ]);
  });
  it("are read on a clock, in percent and on round axes", () => {
    expect([clock(0), clock(9.5), clock(60), clock(3599)]).toEqual(["0:00", "0:09.5", "1:00", "59:59"]);
    expect([percent(0), percent(0.055), percent(1)]).toEqual(["0\u00a0%", "5.5\u00a0%", "100\u00a0%"]);
    expect([nice(0.3), nice(1.1), nice(5), nice(0)]).toEqual([0.5, 2, 5, 1]);
  });
});
