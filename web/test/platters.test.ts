import { parseHTML } from "linkedom";
import { expect, it } from "vitest";
import { drawScene, plattersOf } from "../src/motion/draw";
import type { Machine, Part } from "../src/motion/machine";
import { countsAt, fate } from "../src/motion/platters";
import type { Row } from "../src/data/types";

const TURN = 0.008;
const page = (): Document => parseHTML("<!doctype html><html><body></body></html>").document;
const DISK: Part[] = ["disk"];
/** A write that is answered after a millisecond and safe after eight. */
const write: Row[] = [
  { row: "machine", place: "w", title: "a write", until: 0.008 },
  { row: "request", place: "w", request: 1, name: "the write", op: "write", begun: 0, told: 0.001, safe: 0.008 },
  { row: "step", place: "w", request: 1, part: "disk", what: "the cable", start: 0, finish: 0.001, kind: "service" },
];

it("of two platters the one that answers early loses what is not on it yet", () => {
  const safe: Row[] = write.map((row) => ({ ...row, place: "s", ...(row.told ? { told: 0.008 } : {}) }));
  const access = { request: 1, start: 0.001, there: 0.001, reached: 0.007, finish: 0.008, radius: 0, turn: TURN };
  const rows = [...write, ...safe, ...["w", "s"].map((place) => ({ row: "access", place, ...access }))];
  const svg = drawScene({ shows: "platters", met: DISK, about: DISK }, rows, page(), 350);
  const platters = plattersOf(svg);
  if (!platters) throw new Error("it shows platters");
  const [early, late] = platters.machines as [Machine, Machine];
  expect([countsAt(early, 0.004), countsAt(late, 0.004)]).toEqual([
    { answered: 1, lost: 1 },
    { answered: 0, lost: 0 },
  ]);
  expect([fate(early, 0.004), fate(late, 0.004)]).toEqual(["1 answered write is lost", "nothing was answered yet"]);
  platters.show(0.004);
  const arcs = (kind: string): boolean[] =>
    [...svg.querySelectorAll(kind)].map((each) => each.getAttribute("d") !== "");
  expect([arcs(".wtg-answered"), arcs(".wtg-target")]).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(countsAt(early, 0.008).lost).toBe(0);
  platters.show(0.004, true);
  expect(svg.querySelector(".wtg-gone")?.textContent).toBe("1 of them lost");
  platters.show(0.008, true);
  expect([...svg.querySelectorAll(".wtg-kept")].map((each) => each.textContent)).toEqual([
    "none of them lost",
    "none of them lost",
  ]);
});
