import { describe, expect, it } from "vitest";
import type { Asker } from "../src/lab/runner";
import { Judge } from "../src/buying/judge";
import { judgedIn, PARTS } from "../src/buying/parts";
import type { BuyingFixed, Judged, JudgedPart } from "../src/data/types";

const COUNT = 40;
const CALLED = ["cost", "usable", "rate", "p99", "stream", "rate_resilvering", "loss", "rack", "watts"];
const values = (name: string): number[] =>
  Array.from({ length: COUNT }, (_, i) => 1 + ((i * (7 + 2 * CALLED.indexOf(name))) % COUNT));
const shown = (more: boolean): object => ({ label: "", short: "", units: {}, sign: "", more, odds: false });
const fixed = {
  columns: Object.fromEntries(CALLED.map((name) => [name, shown(["usable", "rate", "stream"].includes(name))])),
  requirements: [{ name: "usable", at: "usable", column: "usable", label: "", about: "", none: 0, resilvering: "" }],
} as unknown as BuyingFixed;
const made = { wants: { usable: 10 }, against: "loss", goods: {} };

function partOf(part: number): JudgedPart {
  const places = [...Array(COUNT).keys()].filter((i) => i % PARTS === part);
  const columns = Object.fromEntries(CALLED.map((name) => [name, places.map((i) => values(name)[i] as number)]));
  const builds = places.map((i) => ["mirror", i]);
  return { count: COUNT, places, columns, builds, limits: places.map(String), verdict: "", refused: [] };
}

/** Interpreters of which some never answer, or fail. */
class Sides implements Asker {
  readonly asked: string[] = [];
  constructor(readonly how: Record<string, "answers" | "hangs" | "fails" | "refuses">) {}
  warm(): void {
    return;
  }
  async ask<T extends object>(side: string, _method: string, request: object): Promise<T> {
    const { part } = request as { part: number };
    this.asked.push(`${side}${part}`);
    await Promise.resolve();
    if (this.how[side] === "hangs") return new Promise(() => undefined);
    if (this.how[side] === "refuses") return { error: "usable must be bytes" } as unknown as T;
    if (this.how[side] === "fails") throw new Error(`${side} was ended`);
    return partOf(part) as unknown as T;
  }
}

describe("two interpreters that judge parts", () => {
  it.each([
    ["answers", "answers"],
    ["answers", "hangs"],
    ["hangs", "answers"],
    ["fails", "answers"],
    ["answers", "fails"],
  ] as const)("judge all, in order, where one %s and the other one %s", async (a, b) => {
    const sides = new Sides({ a, b });
    const seen: Judged[] = [];
    const judged = await new Judge(sides, fixed, () => null).judge(made, (some) => seen.push(some));
    for (const name of CALLED) expect(judged.columns[name]).toEqual(values(name));
    expect(judged.builds.map(([, i]) => i)).toEqual([...Array(COUNT).keys()]);
    expect(seen.map(judgedIn)).toEqual([...Array(PARTS - 1).keys()].map((n) => ((n + 1) * COUNT) / PARTS));
    for (const some of seen) for (const i of some.edge) expect(some.columns.cost?.[i]).toBeGreaterThan(0);
    if (a === b) expect(sides.asked.length).toBeLessThan(PARTS + 3); // each does its half
  });

  it("say why, where both fail", async () => {
    const judge = new Judge(new Sides({ a: "fails", b: "fails" }), fixed, () => null);
    await expect(judge.judge(made, () => undefined)).rejects.toThrow("a was ended");
    await expect(judge.opened(0)).rejects.toThrow("not all pools could be judged");
  });

  it("say at once what one of them has against it", async () => {
    const judge = new Judge(new Sides({ a: "refuses", b: "hangs" }), fixed, () => null);
    await expect(judge.judge(made, () => undefined)).rejects.toThrow("usable must be bytes");
  });

  it("stop at the next part when something else is asked for", async () => {
    const sides = new Sides({ a: "answers", b: "answers" });
    const judge = new Judge(sides, fixed, () => null);
    await judge.judge(made, () => (judge.turn += 1));
    expect(sides.asked.length).toBeLessThan(4);
  });
});
