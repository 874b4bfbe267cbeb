import { describe, expect, it } from "vitest";
import { keep, scoresIn, summary, withScore } from "../src/hunt/kept";
import { addressOf, asking, begun, drawn, heard, seedIn } from "../src/hunt/view";

describe("a hunt", () => {
  it("has its server in the address, beside what else stands there", () => {
    const address = addressOf("http://host/the-hunt.html?a=1#other", 12);
    expect(address).toBe("http://host/the-hunt.html?a=1&hunt=12#hunt");
    expect(seedIn(new URL(address).search)).toBe(12);
    expect(seedIn("?a=1")).toBeNull();
    for (const bad of ["0", "-1", "1e3", "1000000", "", "moon"])
      expect(seedIn(`?hunt=${bad}`)).toContain(`from 1 to 999,999, not “${bad}”`);
    expect([drawn(() => 0), drawn(() => 0.9999999)]).toEqual([1, 999_999]);
  });

  it("asks each tool once, in order, and keeps what it printed", () => {
    const view = asking(asking(asking(begun(7), "sar"), "list"), "sar");
    expect(view.asked.map(({ name }) => name)).toEqual(["sar", "list"]);
    const said = heard(view, "list", "NAME", 0.5);
    expect(said.asked).toEqual([
      { name: "sar", text: null, load: 0 },
      { name: "list", text: "NAME", load: 0.5 },
    ]);
  });
});

describe("the scores", () => {
  it("keep the first score of a server, because the second time its fault is known", () => {
    const once = withScore({}, 7, { points: 0, spent: 9 });
    expect(withScore(once, 7, { points: 98, spent: 3 })).toBe(once);
    const twice = withScore(once, 8, { points: 90, spent: 13 });
    expect(summary(twice)).toBe("So far: 1 found of 2 servers, 45 points on average, at best 90.");
  });

  it("are read again, and what is no score is left out", () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
    };
    keep(storage, { 7: { points: 90, spent: 13 } });
    expect(scoresIn(storage)).toEqual({ 7: { points: 90, spent: 13 } });
    kept.set("wtg:hunts", '{"7":{"points":90,"spent":13},"8":"x","9":null}');
    expect(Object.keys(scoresIn(storage))).toEqual(["7"]);
    kept.set("wtg:hunts", "{");
    expect(scoresIn(storage)).toEqual({});
    expect(scoresIn(null)).toEqual({});
  });
});
