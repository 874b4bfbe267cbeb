import { beforeEach, describe, expect, it, vi } from "vitest";

const made: FakeLane[] = [];
class FakeLane {
  ready = Promise.resolve("plain");
  guest: object | null = null;
  dead = false;
  up = true;
  practised: string[] = [];
  constructor() {
    made.push(this);
  }
  rehearse(wish: string): void {
    this.practised.push(wish);
  }
  end(): void {
    this.dead = true;
  }
}
vi.mock("../src/python/worker-client", () => ({ Lane: FakeLane }));
const { Lanes } = await import("../src/python/worker-pool");

const lanes = (): InstanceType<typeof Lanes> => new Lanes(new URL("http://x/worker.js"));
beforeEach(() => {
  made.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { deviceMemory: 8 });
});
const settle = (ms = 2000): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe("interpreters for checks", () => {
  it("are never those in which an earlier text ran", async () => {
    const all = lanes();
    const seen = new Set();
    for (let i = 0; i < 4; i++) {
      const lane = all.laneForCheck(true);
      expect(seen.has(lane)).toBe(false);
      seen.add(lane);
      await settle();
    }
  });

  it("are ready and have practised when the next check comes", async () => {
    const all = lanes();
    all.rehearse("p");
    await settle();
    const first = all.laneForCheck(true);
    all.retire(first);
    expect(first.dead).toBe(true);
    await settle();
    const count = made.length;
    const second = all.laneForCheck(true);
    expect(made.length).toBe(count); // none had to be started for it
    expect((second as unknown as FakeLane).practised).toEqual(["p"]);
  });

  it("stay where no program has run", async () => {
    const all = lanes();
    const first = all.laneForCheck(false);
    all.retire(first);
    await settle();
    expect(all.laneForCheck(false)).toBe(first);
  });
});
