import { beforeEach, describe, expect, it } from "vitest";
import { asWork, Store } from "../src/store";

class Box implements Storage {
  readonly map = new Map<string, string>();
  get length(): number {
    return this.map.size;
  }
  key = (i: number): string | null => [...this.map.keys()][i] ?? null;
  getItem = (k: string): string | null => this.map.get(k) ?? null;
  setItem = (k: string, v: string): void => void this.map.set(k, v);
  removeItem = (k: string): void => void this.map.delete(k);
  clear = (): void => this.map.clear();
}

let box: Box;
beforeEach(() => (box = new Box()));
const figure = { params: { size: 1 }, seed: 2, code: "x" };
const answer = { code: "y", state: "tried" as const, hints: 1 };

describe("saved work", () => {
  it("is there after a reload, and only in its own edition", () => {
    new Store("2", box).set("figures", "a", figure);
    expect(new Store("2", box).get("figures", "a")).toEqual(figure);
    expect(new Store("3", box).get("figures", "a")).toBeUndefined();
  });

  it("of an earlier edition can be kept; what was typed since wins", () => {
    const old = new Store("1", box);
    old.set("figures", "a", figure);
    old.set("predictions", "p", 4);
    const now = new Store("2", box);
    now.set("predictions", "p", 5);
    expect(now.older()).toEqual(["1"]);
    now.keep("1");
    expect(now.get("figures", "a")).toEqual(figure);
    expect(now.get("predictions", "p")).toBe(5);
    expect(now.older()).toEqual([]);
  });

  it("of an earlier edition can be discarded", () => {
    new Store("1", box).set("exercises", "e", answer);
    const now = new Store("2", box);
    now.discard("1");
    expect(now.older()).toEqual([]);
    expect(now.get("exercises", "e")).toBeUndefined();
  });

  it("leaves nothing behind when all is forgotten", () => {
    const store = new Store("1", box);
    store.set("figures", "a", figure);
    store.set("figures", "a", null);
    expect(box.length).toBe(0);
  });

  it("goes to a file and back", () => {
    const store = new Store("1", box);
    store.set("exercises", "e", answer);
    store.set("predictions", "p", 236);
    const text = JSON.stringify(store.toFile());
    expect(Object.keys(store.toFile()).sort()).toEqual(["edition", "exercises", "figures", "predictions", "v"]);
    const other = new Store("1", new Box());
    expect(other.fromFile(text)).toBeNull();
    expect(other.all()).toEqual(store.all());
  });

  it("refuses a file that is none of ours, and changes nothing", () => {
    const store = new Store("1", box);
    store.set("predictions", "p", 1);
    for (const text of ["", "{", "[]", "5", '{"v": 2}'])
      expect(store.fromFile(text)).toContain("not one of saved work");
    expect(store.get("predictions", "p")).toBe(1);
  });

  it("leaves out parts of the wrong form", () => {
    const work = asWork({
      figures: { a: figure, b: 5, __proto__: figure },
      predictions: { p: "x", q: 2 },
      exercises: [],
    });
    expect(work).toEqual({ figures: { a: figure }, exercises: {}, predictions: { q: 2 } });
  });

  it("works without a storage as long as the page lives", () => {
    const store = new Store("1", null);
    store.set("predictions", "p", 3);
    expect(store.get("predictions", "p")).toBe(3);
    expect(store.older()).toEqual([]);
  });

  it("survives a storage that is full or spoilt", () => {
    box.setItem("wtg:work:1", "{not json");
    box.setItem = () => {
      throw new Error("full");
    };
    const store = new Store("1", box);
    expect(store.all().figures).toEqual({});
    store.set("predictions", "p", 3);
    expect(store.get("predictions", "p")).toBe(3);
  });
});
