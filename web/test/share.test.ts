import { deflate } from "pako";
import { describe, expect, it } from "vitest";
import { pack, readHash, unpack, type Shared } from "../src/data/share";

const shared: Shared = {
  v: 1,
  figure: "fake",
  params: { size: 8192, way: "on", both: true },
  seed: 7,
  edition: "2025.1",
  code: "def run(seed):\n    yield [{'t': 1, 'name': 'naïve → ✓'}]\n",
};
const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

describe("a share link", () => {
  it("comes back as it was", () => {
    expect(unpack(pack(shared))).toEqual(shared);
    expect(pack(shared)).toMatch(/^[\w-]+$/);
  });

  it("is refused at every truncation", () => {
    const whole = pack(shared);
    for (let n = 0; n < whole.length; n++) expect(unpack(whole.slice(0, n)), `${n} characters`).toBeNull();
  });

  it("is refused when any one byte is changed", () => {
    const bytes = Buffer.from(pack(shared), "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const forged = Uint8Array.from(bytes);
      forged[i] = (forged[i] as number) ^ 0x10;
      expect(unpack(encode(forged)), `byte ${i}`).toBeNull();
    }
  });

  it("is refused when something is added", () => {
    expect(unpack(pack(shared) + "AAAA")).toBeNull();
    expect(unpack(pack(shared) + "~")).toBeNull();
    expect(unpack(pack(shared) + "%20")).toBeNull();
  });

  it.each([
    ["another version", { ...shared, v: 2 }],
    ["no figure", { ...shared, figure: undefined }],
    ["params that are a list", { ...shared, params: [1] }],
    ["code that is no text", { ...shared, code: 5 }],
    ["null", null],
    ["a number", 5],
  ])("is refused with %s", (_, value) => {
    expect(unpack(encode(deflate(JSON.stringify(value))))).toBeNull();
  });

  it("is refused when it unpacks to far more than a link holds", () => {
    expect(unpack(encode(deflate(JSON.stringify({ ...shared, code: "x".repeat(5_000_000) }))))).toBeNull();
  });

  it("is told from an ordinary anchor", () => {
    expect(readHash("#fig-fake~abc")).toEqual({ figure: "fake", payload: "abc" });
    expect(readHash("#fig-fake")).toBeNull();
    expect(readHash("#other~abc")).toBeNull();
  });
});
