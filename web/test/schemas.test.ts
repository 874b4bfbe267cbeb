/** What the page takes agrees with the schemas: on good values, and on the same with something strange in each place. */
import Ajv from "ajv/dist/2020";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isJudged, isPosed, isSheet, isSolved, isStep } from "../src/python/decode-replies";
import { decodeWork } from "../src/work/decode-work";

type Test = (value: unknown) => boolean;
const folder = path.join(import.meta.dirname, "../../schemas");
const IS_MARKED = { type: "object", required: ["marks", "axes", "height"] };
const PANEL = { ...IS_MARKED, properties: { marks: { items: { type: "object" } }, axes: { type: "object" } } };

/** Keywords that the page leaves to the tests of what it reads: it asks for kinds of values, and takes unknown members. */
const LEFT = /^(pattern|min.*|required|enum|const|dependentRequired|propertyNames)$/;
/** Members that no part of the page reads. */
const UNREAD = ["figure", "edition", "preset", "ms"];

/** A schema as the page reads it. */
function kinds(schema: unknown, inside = ""): unknown {
  if (Array.isArray(schema)) return schema.map((each) => kinds(each));
  if (typeof schema !== "object" || schema === null) return schema;
  if ("title" in schema && schema.title === "Panel") return PANEL;
  const isMembers = inside === "properties" || inside === "$defs";
  const kept = Object.entries(schema).filter(([name, value]) =>
    isMembers ? inside === "$defs" || !UNREAD.includes(name) : !LEFT.test(name) && value !== false,
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name === "oneOf" ? "anyOf" : name, kinds(value, isMembers ? "" : name)]),
  );
}
/** A schema that takes unknown members, and lacks of members. */
const open = (schema: unknown): unknown =>
  JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name === "required" || value === false ? undefined : value)),
  );

function tests(change: (schema: unknown) => unknown): (ref: string) => Test {
  const ajv = new Ajv({ strict: false });
  for (const name of fs.readdirSync(folder).filter((file) => file.endsWith(".json")))
    ajv.addSchema(change(JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"))) as object, name);
  return ($ref) => ajv.compile<unknown>({ $ref });
}
const strict = tests((schema) => schema);

const claim = {
  ...{ id: "c", label: "latency", expected: 1, low: null, high: null, compare: "rel", met: true, unit: "ms" },
  ...{ one: "ms", factor: 0.001, digits: 2, model: 1, model_digits: 2, error: 0, tolerance: 0.1 },
  ...{ status: "reproduced", basis: "predicted", evidence: null, spread: [1, 2] },
};
const result = {
  ...{ figure: "f", edition: "1.0.0-00000000", describe: "It is.", values: { a: 1 }, params: { size: 1, on: true } },
  ...{ seed: 1, preset: null, compare: [claim] },
};
const nothing = { frame: null, aspect: null, when: null, probe: null, pick: null, handle: null, move: null };
const picture = {
  panels: [{ tab: "", height: 100, axes: {}, marks: [], ...nothing }],
  rows: [{ a: 1, b: "x" }],
  alt: "a picture in forty letters, or in a few more",
};
const verdict = {
  ...{ exercise: "e", variant: 1, passed: false, points: 0, of: 1, output: "" },
  error: { message: "m", line: 2, field: null },
  tests: [{ id: "test_a", points: 1, outcome: "failed", advice: null, message: "no", guard: false }],
};
const asked = { ask: { test_a: ["[]"] }, limits: { load: 1, call: 2.5, total: 3, tests: 4 } };
const posed = { exercise: "e", variant: 1, blanks: { a: "1" }, starter: "x = 1", picture: null };
const sheet = {
  ...{ csv: "c", class_file: "t" },
  rows: [{ id: "s", name: "Ada", given: [{ exercise: "e", variant: 3, link: "e.html#3" }] }],
};
const error = { kind: "code", message: "m", line: 2, param: null };
const step = { rows: [{ a: 1, b: "x" }], done: false, ms: 1, output: "" };
const GOOD: [string, string, Test, unknown[]][] = [
  ["verdict", "verdict.schema.json", isJudged, [verdict]],
  ["question to a program", "check.schema.json#/$defs/asked", isJudged, [asked]],
  [
    "question",
    "pose.schema.json",
    isPosed,
    [posed, { ...posed, starter: null, picture }, { error: { message: "no" } }],
  ],
  ["solution", "solve.schema.json", isSolved, [{ solution: "x = 1" }, { solution: { wait: "8", both: true } }]],
  ["class sheet", "sheet.schema.json", isSheet, [sheet, { faults: ["no"] }]],
  ["step", "result.schema.json#/$defs/stepped", isStep, [step, { ...step, done: true, result }, { error }]],
];

const STRANGE = ["", "x", -5, 0, 1.5, 7, null, true, false, [], {}, [null], { a: null }, undefined];
/** The value with something else in one place, for each place; `undefined` leaves the place empty. */
function* spoiled(value: unknown, strange: unknown): Generator<unknown> {
  yield strange;
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value))
    for (const other of spoiled(part, strange)) {
      const copy: unknown = structuredClone(value);
      (copy as Record<string, unknown>)[name] = other;
      yield JSON.parse(JSON.stringify(copy));
    }
}
const cases = (good: unknown[]): unknown[] =>
  STRANGE.flatMap((strange) => good.flatMap((each) => [...spoiled(each, strange)]));
/** The values that one test takes and the other refuses. */
const parted = (values: unknown[], takes: Test, refuses: Test): string[] =>
  values.filter((each) => takes(each) && !refuses(each)).map((each) => JSON.stringify(each));

describe.each(GOOD)("a %s", (_, ref, takes, good) => {
  it("is taken when it is good", () => {
    for (const each of good) expect([strict(ref)(each), takes(each)], JSON.stringify(each)).toEqual([true, true]);
  });
  it("is taken whenever its schema takes it", () => {
    expect(parted(cases(good), strict(ref), takes)).toEqual([]);
  });
  it("is refused when a value is of another kind than in its schema", () => {
    expect(parted(cases(good), takes, tests(kinds)(ref))).toEqual([]);
  });
});

const time = "2026-11-21T23:40:00Z";
const answer = { wait: "4 ms", both: true };
const file = {
  ...{ v: 2, edition: "1.0.0-00000000", name: "Ada", saved: time },
  figures: { f: { params: { size: 1, on: true, cache: "x" }, seed: 1, code: "x = 1" } },
  predictions: { p: { answer: 1.5, time }, q: { answer: "more", time } },
  exercises: {
    e: {
      ...{ variant: 1, answer: "x = 1", time, hints: 0, solutions: { 1: time }, others: { 2: answer } },
      passed: { variant: 3, answer, time },
    },
  },
};
const isWork: Test = (value) => {
  const refused: string[] = [];
  decodeWork(value, refused, true);
  return refused.length === 0;
};
/** Answer files with something strange in one place. */
const forged = [
  ...cases([file.exercises]).map((exercises) => ({ ...file, exercises })),
  ...cases([file.figures]).map((figures) => ({ ...file, figures })),
];

describe("an answer file", () => {
  it("is taken without a complaint whenever its schema takes it", () => {
    expect([strict("answers.schema.json")(file), isWork(file)]).toEqual([true, true]);
    expect(parted(forged, strict("answers.schema.json"), isWork)).toEqual([]);
  });
  it("gets a complaint wherever a member is not as in its schema", () => {
    expect(parted(forged, isWork, tests(open)("answers.schema.json"))).toEqual([]);
  });
});
