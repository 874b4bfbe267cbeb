import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pack, readHash, unpack, type Shared } from "../src/data/share";
import { readVariantLink, variantOf } from "../src/exercise/variants";

const shared: Shared = {
  v: 1,
  figure: "fake",
  params: { size: 8192, way: "on", both: true },
  seed: 7,
  edition: "2025.1",
  code: "def run(seed):\n    yield [{'t': 1, 'name': 'naïve → ✓'}]\n",
};
const EARLIER =
  "eNoVjMENwjAUQ1eJfAlIESKVEPBXoRwC-YUImqI0LSpVrwwAV3ZgCDbpJKS-2LKf3KMFaYXCnZrAIBTmwlC4mWDKGtSjdo_Ub_Q2U7ibLiGVT8ChimdQDA0PCjWzBa0V2Lro0k7IltlqoRN4rOz0a7kQofGzCZ1T7kVS5_hqxa6XUZLQSkhvSk4x-e_bshifLzF-3nLY5x7DH2MINfo";
const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

describe("a share link", () => {
  it("comes back as it was", async () => {
    const payload = await pack(shared);
    expect(await unpack(payload)).toEqual(shared);
    expect(payload).toMatch(/^[\w-]+$/);
  });

  it("of an earlier edition, packed by another program, opens as before", async () => {
    expect(await unpack(EARLIER)).toEqual(shared);
  });

  it("is refused at every truncation", async () => {
    const whole = await pack(shared);
    for (let n = 0; n < whole.length; n++) expect(await unpack(whole.slice(0, n)), `${n} characters`).toBeNull();
  });

  it("is refused when any one byte is changed", async () => {
    const bytes = Buffer.from(await pack(shared), "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const forged = Uint8Array.from(bytes);
      forged[i] = (forged[i] as number) ^ 0x10;
      expect(await unpack(encode(forged)), `byte ${i}`).toBeNull();
    }
  });

  it("is refused when something is added", async () => {
    for (const more of ["~", "%20"]) expect(await unpack((await pack(shared)) + more)).toBeNull();
  });

  it.each([
    ["another version", { ...shared, v: 2 }],
    ["no figure", { ...shared, figure: undefined }],
    ["params that are a list", { ...shared, params: [1] }],
    ["code that is no text", { ...shared, code: 5 }],
    ["a picture that is no name", { ...shared, tab: 5 }],
    ["null", null],
    ["a number", 5],
  ])("is refused with %s", async (_, value) => {
    expect(await unpack(encode(deflateSync(JSON.stringify(value))))).toBeNull();
  });

  it("is refused when it unpacks to far more than a link holds", async () => {
    expect(await unpack(encode(deflateSync(JSON.stringify({ ...shared, code: "x".repeat(5_000_000) }))))).toBeNull();
  });

  it("differs from an ordinary anchor", () => {
    expect(readHash("#fig-fake~abc")).toEqual({ figure: "fake", payload: "abc" });
    expect(readHash("#fig-fake")).toBeNull();
    expect(readHash("#other~abc")).toBeNull();
  });
});

describe("a variant as it is typed", () => {
  it.each([
    ["1", 1],
    [" 4711 ", 4711],
    ["4,711", 4711],
    ["999,999", 999_999],
    ["007", 7],
  ])("%s is %d", (typed, variant) => {
    expect(variantOf(typed)).toBe(variant);
  });
  it.each(["", "0", "1000000", "1,000,000", "12.0", "1e3", "1,23", "12,3456", "４", "٤", "-3", "+3", "4 711", "soon"])(
    "%s is none",
    (typed) => {
      expect(variantOf(typed)).toBeNull();
    },
  );
});

describe("a link to a variant", () => {
  it("names an exercise and what was meant as a variant", () => {
    expect(readVariantLink("#exercise-what-zdb-says~7")).toEqual({ id: "what-zdb-says", named: "7" });
    expect(readVariantLink("#exercise-what-zdb-says~seven~7")?.named).toBe("seven~7");
  });
  it.each(["#exercise-what-zdb-says", "#fig-one-writer~7", "#exercise-~7", "#Exercise-x~7", ""])(
    "%s is none",
    (hash) => {
      expect(readVariantLink(hash)).toBeNull();
    },
  );
});
