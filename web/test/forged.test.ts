/** Forged answers, field by field: whatever an interpreter says, each wish ends, and ends with something that can be shown. */
import { describe, expect, it, vi } from "vitest";

type Said = Record<string, unknown>;
/** What the interpreter answers to a method; to others it answers honestly. */
let forged: Said = {};

const claim = {
  ...{
    id: "c",
    label: "latency",
    expected: 1,
    low: null,
    high: null,
    compare: "rel",
    met: true,
    unit: "ms",
    one: "ms",
  },
  ...{ factor: 0.001, digits: 2, model: 1, model_digits: 2, error: 0, tolerance: 0.1, status: "reproduced" },
  ...{ basis: "predicted", evidence: null, spread: [1, 2] },
};
const result = { describe: "d", values: { a: 1 }, params: { size: 1 }, seed: 1, preset: null, compare: [claim] };
const test = { id: "test_a", points: 1, outcome: "failed", advice: "a", message: "no", guard: false };
const fault = { kind: "code", message: "m", line: 2, param: "size", field: "f" };
const HONEST = {
  begin: { rows: [{ a: 1 }], output: "o", done: true, result },
  check: { exercise: "e", variant: 1, passed: false, points: 0, of: 1, error: fault, output: "", tests: [test] },
  pose: { exercise: "e", variant: 1, blanks: { a: "1" }, starter: "x = 1", picture: null },
  solve: { solution: { wait: "8", both: true } },
  sheet: {
    rows: [{ id: "s", name: "Ada", given: [{ exercise: "e", variant: 3, link: "e.html#3" }] }],
    csv: "c",
    class_file: "t",
  },
};
const WRONG = ["", "1", "__proto__", -5, 1.5, 1e300, null, [], {}, [null], { message: {} }, true, undefined];

/** The value with something else at one place, for each place. */
function* spoiled(value: unknown, wrong: unknown): Generator<unknown> {
  yield wrong;
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value))
    for (const other of spoiled(part, wrong)) {
      const copy = structuredClone(value) as Said;
      copy[name] = other;
      yield copy;
    }
}

/** An interpreter that speaks as the real one does, over a channel of its own. */
function place(): object {
  const { port1: endpoint, port2: there } = new MessageChannel();
  there.onmessage = ({ data }: MessageEvent<{ id: string; path: string[] }>) => {
    const method = data.path[0] ?? "";
    const honest = (HONEST as Said)[method === "step" ? "begin" : method];
    const reply = forged[method] ?? { type: "RAW", value: honest && { text: JSON.stringify(honest), ms: 1 } };
    there.postMessage({ id: data.id, ...reply });
  };
  const end = (): void => (endpoint.close(), there.close());
  return { endpoint, failed: () => undefined, staged: () => undefined, end };
}
vi.mock("../src/python/places", () => ({ inThePage: place, shutIn: place }));
vi.stubGlobal("navigator", { deviceMemory: 2, onLine: true });
vi.stubGlobal("document", { hidden: false });
const { Engine } = await import("../src/python/engine");
const engine = new Engine("http://x/");

const wish = { exercise: "e", variant: 1 };
const request = { figure: "f", params: {}, seed: 1, code: "x" };
const ASKED: Record<keyof typeof HONEST, () => Promise<object>> = {
  begin: () =>
    engine.run(
      {},
      request,
      true,
      () => undefined,
      () => undefined,
    ),
  check: () => engine.check({}, { ...wish, answer: "x" }),
  pose: () => engine.pose({}, wish),
  solve: () => engine.solve({}, wish),
  sheet: () => engine.sheet({}, { roster: "", exercises: [], seed: "", url: "" }, () => undefined),
};
const METHODS = Object.keys(ASKED) as (keyof typeof HONEST)[];

/** Fields that may hold values of several kinds, or that nothing reads. */
const FREE = ["exercise", "variant", "solution", "params", "model"];
/** Whether each place holds what an honest answer holds there, or nothing. */
function isAlike(reply: unknown, honest: unknown): boolean {
  if (reply === undefined || reply === null || honest === undefined || honest === null) return true;
  if (Array.isArray(honest)) return Array.isArray(reply) && reply.every((part) => isAlike(part, honest[0]));
  if (typeof reply !== typeof honest || Array.isArray(reply)) return false;
  const isNamedAlike = ([name, part]: [string, unknown]): boolean =>
    FREE.includes(name) || isAlike(part, (honest as Said)[name]);
  return typeof reply !== "object" || Object.entries(reply).every(isNamedAlike);
}

/** All that is shown must be of the kind that is shown. */
function fits(reply: Said): boolean {
  const errors = [reply.error].filter((error) => error != null) as Said[];
  const isLine = ({ message, line }: Said): boolean =>
    typeof message === "string" && (line == null || (Number.isInteger(line) && Number(line) > 0));
  return errors.every(isLine) && (reply.ms === undefined || Number.isFinite(reply.ms));
}

describe("a forgery of an interpreter", () => {
  it.each(METHODS)("in an honest answer to %s is nothing", async (method) => {
    forged = {};
    const reply = await ASKED[method]();
    expect((reply as Said).kind).toBe(method === "begin" ? "done" : undefined);
  });

  it.each(METHODS)("in a field of its answer to %s leaves nothing running", async (method) => {
    for (const wrong of WRONG)
      for (const said of spoiled(HONEST[method], wrong)) {
        forged = { [method]: { type: "RAW", value: { text: JSON.stringify(said) ?? "", ms: 1 } } };
        const reply = (await ASKED[method]()) as Said;
        const honest = method === "begin" ? { result } : HONEST[method];
        expect(fits(reply) && isAlike(reply, { ...honest, error: fault }), JSON.stringify(said)).toBe(true);
      }
  });

  it.each(METHODS)("around its answer to %s, or as an error, is told as one", async (method) => {
    const text = JSON.stringify(HONEST[method]);
    const raw = WRONG.filter((value) => value !== 1.5 && value !== 1e300).flatMap((wrong) => [
      { type: "RAW", value: wrong },
      { type: "RAW", value: { text, ms: wrong } },
      { type: "RAW", value: { text: wrong, ms: 1 } },
    ]);
    const thrown = WRONG.flatMap((wrong) => [
      { type: "HANDLER", name: "throw", value: { isError: false, value: wrong } },
      { type: "HANDLER", name: "throw", value: { isError: true, value: { message: wrong, name: wrong } } },
      { type: "HANDLER", name: wrong, value: wrong },
    ]);
    for (const forgery of [...raw, ...thrown]) {
      forged = { [method]: forgery };
      const reply = (await ASKED[method]()) as Said;
      expect([reply.kind, fits(reply)], JSON.stringify(forgery)).toEqual(["error", true]);
    }
  });
});
