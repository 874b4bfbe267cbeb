import { beforeEach, describe, expect, it, vi } from "vitest";

const made: FakeClient[] = [];
class FakeClient {
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
vi.mock("../src/python/worker-client", () => ({ WorkerClient: FakeClient }));
const { WorkerPool } = await import("../src/python/worker-pool");

const pool = (): InstanceType<typeof WorkerPool> => new WorkerPool(new URL("http://x/worker.js"));
beforeEach(() => {
  made.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { deviceMemory: 8 });
});
const settle = (ms = 2000): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe("interpreters for checks", () => {
  it("are never those in which an earlier text ran", async () => {
    const all = pool();
    const seen = new Set();
    for (let i = 0; i < 4; i++) {
      const client = all.clientForCheck(true);
      expect(seen.has(client)).toBe(false);
      seen.add(client);
      await settle();
    }
  });

  it("are ready and have practised when the next check comes", async () => {
    const all = pool();
    all.rehearse("p");
    await settle();
    const first = all.clientForCheck(true);
    all.retire(first);
    expect(first.dead).toBe(true);
    await settle();
    const count = made.length;
    const second = all.clientForCheck(true);
    expect(made.length).toBe(count); // none had to be started for it
    expect((second as unknown as FakeClient).practised).toEqual(["p"]);
  });

  it("stay where no program has run", async () => {
    const all = pool();
    const first = all.clientForCheck(false);
    all.retire(first);
    await settle();
    expect(all.clientForCheck(false)).toBe(first);
  });
});
