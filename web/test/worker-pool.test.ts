import { beforeEach, describe, expect, it, vi } from "vitest";

const made: FakeClient[] = [];
class FakeClient {
  ready = Promise.resolve("plain");
  guest: object | null = null;
  dead = false;
  up = true;
  practised: string[] = [];
  constructor(readonly place: string) {
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

const places = { inThePage: () => "page", shutIn: () => "shut in" };
const pool = (): InstanceType<typeof WorkerPool> => new WorkerPool("http://x/", places as never);
const placeOf = (client: unknown): string => (client as FakeClient).place;
beforeEach(() => {
  made.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { deviceMemory: 8 });
});
const settle = (ms = 2000): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe("interpreters of a page", () => {
  it("run a reader's program where it is shut in, and the book's own code in the page", () => {
    const all = pool();
    expect(placeOf(all.guestFor({}))).toBe("shut in");
    expect(placeOf(all.warm())).toBe("page");
  });

  it("are never those in which another program ran", async () => {
    const all = pool();
    const seen = new Set();
    for (let i = 0; i < 4; i++) {
      const client = all.guestFor({});
      expect(seen.has(client)).toBe(false);
      seen.add(client);
      await settle();
    }
  });

  it("stay with the figure whose program ran there", () => {
    const [all, figure] = [pool(), {}];
    expect(all.guestFor(figure)).toBe(all.guestFor(figure));
  });

  it("are ready when the next program comes", async () => {
    const all = pool();
    all.rehearse("p", true);
    const first = all.guestFor({});
    all.retire(first);
    expect(first.dead).toBe(true);
    await settle();
    const count = made.length;
    expect(all.guestFor({})).not.toBe(first);
    expect(made.length).toBe(count); // none had to be started for it
    expect((all.warm() as unknown as FakeClient).practised).toContain("p");
  });

  it("stay where no program has left anything", () => {
    const all = pool();
    const first = all.guestFor({});
    first.guest = null;
    all.retire(first);
    expect(all.guestFor({})).toBe(first);
  });

  it("come one by one on a small device", async () => {
    vi.stubGlobal("navigator", { deviceMemory: 2 });
    const all = pool();
    all.rehearse("p", true);
    all.retire(all.guestFor({}));
    await settle();
    expect(made.map(placeOf)).toEqual(["page", "shut in"]);
  });

  it("end with the program that is stopped, and with no other", () => {
    const [all, owner] = [pool(), {}];
    const [host, guest] = [all.warm(), all.guestFor(owner)];
    all.replace(owner);
    expect([host.dead, guest.dead]).toEqual([false, true]);
    all.replace({});
    expect(host.dead).toBe(true);
    expect(all.warm()).not.toBe(host);
  });
});
