import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** From lower to higher: a room imports from itself and from lower ones. Entries stand at the root, above all. */
const ORDER = [
  "styles",
  "data",
  "ui",
  "motion",
  "plot",
  "interact",
  "work",
  "python",
  "lab",
  "buying",
  "measured",
  "hunt",
  "figure",
  "predict",
  "exercise",
  "progress",
  "class-sheet",
  "vote",
  "site",
  "notebook",
  "",
];
const SRC = path.join(import.meta.dirname, "../src");
const MOST_AT_ROOT = 8;

type Arrows = Map<string, string[]>;

/** What each file imports of the others, types and parts that come on demand too. */
function arrowsOf(folder: string): Arrows {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"));
  const targets = (name: string): string[] => {
    const { importedFiles } = ts.preProcessFile(fs.readFileSync(path.join(folder, name), "utf8"), true, true);
    const near = importedFiles.map((each) => each.fileName).filter((each) => each.startsWith("."));
    return near
      .map((each) => path.join(path.dirname(name), each))
      .map(
        (each) =>
          [".ts", ".tsx"].map((end) => each + end).find((file) => fs.existsSync(path.join(folder, file))) ?? each,
      );
  };
  return new Map(sources.map((name) => [name, targets(name)]));
}

const roomOf = (name: string): string => (name.includes("/") ? name.slice(0, name.indexOf("/")) : "");

/** The arrows that do not go down. */
const upward = (arrows: Arrows): string[] =>
  [...arrows].flatMap(([from, targets]) =>
    targets
      .filter((to) => ORDER.indexOf(roomOf(to)) > ORDER.indexOf(roomOf(from)) || !ORDER.includes(roomOf(to)))
      .map((to) => `${from} -> ${to}`),
  );

/** A way from a file back to itself; null where there is none. */
function circle(arrows: Arrows): string[] | null {
  const done = new Set<string>();
  const walk = (name: string, way: string[]): string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const to of arrows.get(name) ?? []) {
      const found = walk(to, [...way, name]);
      if (found) return found;
    }
    done.add(name);
    return null;
  };
  for (const name of arrows.keys()) {
    const found = walk(name, []);
    if (found) return found;
  }
  return null;
}

describe("the rooms of web/src", () => {
  const arrows = arrowsOf(SRC);
  it("are entered from higher ones only, so that there is no circle of rooms", () => {
    expect(upward(arrows)).toEqual([]);
  });
  it("have no circle of files", () => {
    expect(circle(arrows)).toBeNull();
  });
  it("are all in the order, and each says what lives there", () => {
    const rooms = fs.readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(rooms.map(({ name }) => name).sort()).toEqual(ORDER.filter(Boolean).sort());
    const readme = fs.readFileSync(path.join(SRC, "../README.md"), "utf8");
    for (const { name } of rooms) expect(readme).toContain(`- \`${name}\`: `);
  });
  it("leave the root to the entries", () => {
    const files = fs.readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeLessThanOrEqual(MOST_AT_ROOT);
  });
});

describe("the test of the rooms", () => {
  it("finds an arrow upwards, a room that is not in the order, and a circle", () => {
    expect(upward(new Map([["ui/a.ts", ["work/b.ts"]]]))).toEqual(["ui/a.ts -> work/b.ts"]);
    expect(upward(new Map([["data/a.ts", ["page.ts"]]]))).toEqual(["data/a.ts -> page.ts"]);
    expect(upward(new Map([["page.ts", ["attic/b.ts"]]]))).toEqual(["page.ts -> attic/b.ts"]);
    const round: Arrows = new Map([
      ["ui/a.ts", ["ui/b.ts"]],
      ["ui/b.ts", ["ui/c.ts"]],
      ["ui/c.ts", ["ui/b.ts"]],
    ]);
    expect(circle(round)).toEqual(["ui/b.ts", "ui/c.ts", "ui/b.ts"]);
  });
  it("sees types and what is imported on demand", () => {
    const all = [...arrowsOf(SRC).values()].flat();
    expect(all).toContain("data/types.ts");
    expect(all).toContain("plot/render.ts");
    expect(arrowsOf(SRC).get("exercise/answer-editor.ts")).toContain("ui/editor.ts");
  });
});
