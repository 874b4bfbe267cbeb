import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { momentsOf } from "../src/motion/strip";
import { drawScene, drawStrip, sceneOf } from "../src/motion/draw";
import { machinesOf, spent, whereabouts, type Part } from "../src/motion/machine";
import { planOf } from "../src/motion/plan";
import { Platter } from "../src/motion/platter";
import { maker } from "../src/motion/svg";
import { happenings, lineAt, loadOf } from "../src/motion/words";
import type { Row } from "../src/data/types";

const TURN = 0.008;
const page = (): Document => parseHTML("<!doctype html><html><body></body></html>").document;
const DISK: Part[] = ["disk"];
const shown = { shows: "motion" as const, met: DISK, about: DISK };

/** `count` reads that are all there at time zero and are served one after the other, a millisecond each. */
function reads(count: number, place = "one"): Row[] {
  const rows: Row[] = [{ row: "machine", place, title: `${place}: reads`, until: count / 1000 }];
  for (let n = 1; n <= count; n++) {
    const [start, finish] = [(n - 1) / 1000, n / 1000];
    const step = { row: "step", place, request: n };
    rows.push({
      row: "request",
      place,
      request: n,
      name: `read ${n}`,
      op: "read",
      begun: 0,
      told: finish,
      safe: finish,
    });
    if (n > 1) rows.push({ ...step, part: "queue", what: "its turn", start: 0, finish: start, kind: "waiting" });
    rows.push({ ...step, part: "disk", what: "data passes the head", start, finish, kind: "service" });
    const access = { there: start, reached: start + 0.0005, finish, radius: n / count, turn: TURN };
    rows.push({ row: "access", place, request: n, start, ...access });
  }
  return rows;
}
/** A write that is answered after a millisecond and safe after eight. */
const write: Row[] = [
  { row: "machine", place: "w", title: "a write", until: 0.008 },
  { row: "part", place: "w", part: "logdevice", name: "" },
  { row: "request", place: "w", request: 1, name: "the write", op: "write", begun: 0, told: 0.001, safe: 0.008 },
  { row: "step", place: "w", request: 1, part: "disk", what: "the cable", start: 0, finish: 0.001, kind: "service" },
];
const draw = (rows: Row[], width = 680): SVGSVGElement => drawScene(shown, rows, page(), width);

describe("a request", () => {
  it("is at one part at each time, and the account sums to its latency", () => {
    const [machine] = machinesOf(reads(10));
    const third = machine?.requests[2];
    if (!third) throw new Error("there are ten");
    expect(whereabouts(third, -1)).toBeNull();
    expect(whereabouts(third, 0.001)).toMatchObject({ part: "queue", state: "waiting" });
    expect(whereabouts(third, 0.0025)).toMatchObject({ part: "disk", state: "served" });
    expect(whereabouts(third, 0.003)).toMatchObject({ state: "over" });
    for (const t of [0.0005, 0.002, 0.0025, 0.003, 1]) {
      const sum = spent(third, t).reduce((all, { waiting, served }) => all + waiting + served, 0);
      expect(sum).toBeCloseTo(Math.min(t, 0.003), 12);
    }
  });

  it("that was answered too early stays in the disk's memory until it is safe", () => {
    const [machine] = machinesOf(write);
    const only = machine?.requests[0];
    if (!machine || !only) throw new Error("there is one");
    expect(whereabouts(only, 0.004)).toMatchObject({ part: "disk", state: "memory" });
    expect(whereabouts(only, 0.008)).toMatchObject({ state: "over" });
    const events = happenings(machine, only);
    expect(events.map(({ t }) => t)).toEqual([0, 0.001, 0.008]);
    expect(lineAt(events, 0.002)).toContain("told that the write is safe, and it is not yet");
    expect(loadOf(machine, "disk", 0.004)).toContain("1 in its memory and not yet safe; busy 25");
  });
});

it("of what was answered nothing waits any more", () => {
  const [machine] = machinesOf(reads(10));
  if (!machine) throw new Error("there is one");
  for (const t of [0.0005, 0.0025, 0.0055]) {
    expect(loadOf(machine, "disk", t)).toContain("1 under way, 0 wait");
    expect(loadOf(machine, "queue", t)).toBe(`queue: ${9 - Math.floor(t / 0.001)} wait.`);
  }
  expect(loadOf(machine, "cache", 0.001)).toContain("no time goes here");
});

it("of many requests none that is followed is left out, and something is said up to the end", () => {
  const [machine] = machinesOf(reads(300));
  if (!machine) throw new Error("there is one");
  const events = happenings(machine, machine.requests[250]);
  expect(events.filter(({ text }) => text.startsWith("read 251:")).map(({ text }) => text)).toHaveLength(2);
  expect(events.at(-1)).toEqual({ t: 0.3, text: expect.stringContaining("read 300") as string });
  expect(events.length).toBeLessThan(50);
});

it("the account of a write that was answered too early says for how long it was not safe", () => {
  const svg = drawScene({ ...shown, shows: "account" }, write, page(), 680);
  expect(svg.textContent).toContain("not yet safe 7\u00a0ms");
});

it("the four moments of a write that was answered too early have the answer and the safety among them", () => {
  const times = momentsOf(machinesOf(write));
  expect(times).toEqual([0, 0.001, 0.008]);
});

describe("a scene", () => {
  it("depends on its time alone, whatever was shown before", () => {
    const svg = draw(reads(10));
    const scene = sceneOf(svg);
    const at = (t: number): string => {
      scene?.show(t);
      return svg.outerHTML;
    };
    const [early, late] = [at(0.0012), at(0.0082)];
    expect(late).not.toBe(early);
    expect(at(0.0012)).toBe(early);
  });

  it("lines up those that wait, the next nearest to the exit", () => {
    const svg = draw(reads(10));
    sceneOf(svg)?.show(0.0012);
    const waiting = [...svg.querySelectorAll(".wtg-waiting")];
    expect(waiting.map((dot) => dot.getAttribute("data-request"))).toEqual(["3", "4", "5", "6", "7", "8", "9", "10"]);
    const xs = waiting.slice(0, 4).map((dot) => Number(dot.getAttribute("x")));
    expect(xs).toEqual([...xs].sort((a, b) => b - a));
    expect(new Set(waiting.map((dot) => `${dot.getAttribute("x")} ${dot.getAttribute("y")}`)).size).toBe(8);
    expect(svg.querySelectorAll(".wtg-served")).toHaveLength(1);
    expect(svg.querySelector('[data-part="queue"] .wtg-count')?.textContent).toBe("8");
    expect(svg.querySelector('[data-part="disk"]')?.hasAttribute("data-busy")).toBe(true);
  });

  it("moves a hundred requests without a new element", () => {
    const svg = draw(reads(100));
    const count = svg.querySelectorAll("*").length;
    for (let t = 0; t < 0.1; t += 0.0013) sceneOf(svg)?.show(t, 0.2);
    expect(svg.querySelectorAll("*").length).toBe(count);
    expect(svg.querySelectorAll(".wtg-dot")).toHaveLength(100);
  });

  it("leaves out what a machine has not and pales what the reader has not met", () => {
    const svg = draw(write);
    expect(svg.querySelector('[data-part="logdevice"]')).toBeNull();
    expect(svg.querySelector('[data-part="cache"]')?.hasAttribute("data-pale")).toBe(true);
    expect(svg.querySelector('[data-part="disk"]')?.hasAttribute("data-pale")).toBe(false);
  });

  it("keeps all parts within its width, upright or not, and apart", () => {
    for (const width of [160, 340, 680]) {
      const { boxes, height } = planOf(width);
      const all = Object.values(boxes);
      for (const [n, { x, y, w, h }] of all.entries()) {
        expect(x >= 0 && x + w <= width && y + h <= height).toBe(true);
        for (const b of all.slice(n + 1))
          expect(b.x >= x + w || b.x + b.w <= x || b.y >= y + h || b.y + b.h <= y).toBe(true);
      }
    }
  });

  it("has four moments for paper, of each machine", () => {
    const strip = drawStrip(shown, [...reads(10), ...reads(4, "two")], page(), 680);
    expect(strip.querySelectorAll("svg")).toHaveLength(8);
  });

  it("shows nothing where there is no machine", () => {
    expect(draw([]).querySelectorAll("g")).toHaveLength(0);
  });
});

it("a platter brings the sector under the head just when the access says, and once a turn", () => {
  const [machine] = machinesOf(reads(3));
  const access = machine?.accesses[1];
  if (!machine || !access) throw new Error("there are three");
  const make = maker(page());
  const platter = new Platter(machine, planOf(680).boxes.disk, make("g", {}), make);
  const at = platter.sector(access, access.reached);
  const [x, y] = platter.sector(access, access.reached - TURN);
  expect([x, y].map((v, n) => Math.abs(v - (at[n] ?? 0)) < 1e-6)).toEqual([true, true]);
  const half = platter.sector(access, access.reached - TURN / 2);
  expect(half[0]).toBeLessThan(at[0]);
  expect(half[1]).toBeCloseTo(at[1], 6);
});

it("an account draws a bar of the parts with those bold that the chapter is about", () => {
  const svg = drawScene({ ...shown, shows: "account" }, reads(3), page(), 680);
  const words = [...svg.querySelectorAll("text")].map((text) => text.textContent).filter(Boolean);
  expect(words).toEqual(["one: reads", "disk 1\u00a0ms", "read 1: 1\u00a0ms"]);
  expect(svg.querySelector(".wtg-about")?.textContent).toBe("disk 1\u00a0ms");
});
