import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE, patiently, Starting } from "../src/python/starting";
import type { Stage } from "../src/python/supply";
import { broken } from "../src/python/failure";

const stage = (more: Partial<Stage> = {}): Stage => ({
  phase: "fetch",
  got: 3.1e6,
  of: 24.3e6,
  waiting: ["a.wasm"],
  ...more,
});

describe("the messages while an interpreter starts", () => {
  const page = { hidden: false };
  let said: [string | null, boolean][] = [];
  let end: () => void;
  const begun = (): Starting => {
    const starting = new Starting("worker.js");
    const listener = (line: string | null, isStill: boolean): void => void said.push([line, isStill]);
    void starting.follow(listener, new Promise<void>((resolve) => (end = resolve)));
    return starting;
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", page);
    page.hidden = false;
    said = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says nothing of bytes where all is there soon", () => {
    begun().reached(stage());
    expect(said).toEqual([]);
  });
  it("counts the bytes that are here of how many on a slow line", () => {
    const starting = begun();
    vi.advanceTimersByTime(2000);
    starting.reached(stage());
    expect(said).toEqual([["loading the interpreter: 3.1 of 24.3 MB", false]]);
  });
  it("names the file that nothing has come of for ten seconds, and goes on when more comes", () => {
    const starting = begun();
    starting.reached(stage());
    vi.advanceTimersByTime(PATIENCE);
    expect(said.at(-1)?.[0]).toContain("nothing has come for 10 seconds: waiting for a.wasm (3.1 of 24.3 MB are here)");
    expect(said.at(-1)?.[1]).toBe(true);
    starting.reached(stage({ got: 4e6 }));
    expect(said.at(-1)).toEqual(["loading the interpreter: 4.0 of 24.3 MB", false]);
  });
  it("is patient for as long as something comes", () => {
    const starting = begun();
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000);
      starting.reached(stage({ got: second }));
    }
    expect(said.some(([, isStill]) => isStill)).toBe(false);
  });
  it.each(["compile", "start", "unpack", "import"] as const)(
    "says that to %s takes long, and that it goes on",
    (phase) => {
      begun().reached(stage({ phase }));
      vi.advanceTimersByTime(PATIENCE);
      expect(said.at(-1)?.[0]).toMatch(/takes longer than 10 seconds on this device; it goes on$/);
    },
  );
  it("says nothing to a page that nobody sees", () => {
    page.hidden = true;
    begun();
    vi.advanceTimersByTime(3 * PATIENCE);
    expect(said).toEqual([]);
  });
  it("blames no file when the device slept", () => {
    begun();
    const slept = performance.now() + 3_600_000;
    vi.spyOn(performance, "now").mockReturnValueOnce(slept);
    vi.advanceTimersByTime(PATIENCE);
    expect(said).toEqual([]);
  });
  it("is said of a single file, too", async () => {
    const waiting = patiently("the editor", (line, isStill) => said.push([line, isStill]), Promise.resolve("here"));
    expect(await waiting).toBe("here");
    void patiently("the editor", (line, isStill) => said.push([line, isStill]), new Promise(() => undefined));
    vi.advanceTimersByTime(PATIENCE);
    expect(said.at(-1)?.[0]).toContain("waiting for the editor. Check the connection");
  });
  it("is still once it is over", async () => {
    begun();
    end();
    await vi.advanceTimersByTimeAsync(3 * PATIENCE);
    expect(said).toEqual([[null, false]]);
  });
  it("names what is awaited first where nothing has come at all", () => {
    begun();
    vi.advanceTimersByTime(PATIENCE);
    expect(said.at(-1)?.[0]).toContain("waiting for worker.js");
  });
});

describe("an interpreter that failed", () => {
  it("lays it on the program where one was running, and else on itself", () => {
    const error = new Error("the heap is full\nRangeError: no more memory");
    expect(broken(error, false, 7)).toMatchObject({ kind: "code", line: 7 });
    expect(broken(error, false, 7).message).toContain("RangeError: no more memory (the program was last at line 7)");
    expect(broken(error, false, null)).toMatchObject({ kind: "model", line: null });
  });
});
