import { describe, expect, it } from "vitest";
import { read, show, tick } from "../src/buying/said";

const bytes = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };
const others = { GB: 1e9, TB: 1e12, MB: 1e6 };

describe("what is typed at the tool What to buy", () => {
  it.each([200e12, 1.05 * 2 ** 40, 2 ** 20])("is in the unit that %d bytes are shown in, if it names none", (now) => {
    const shown = show(now, { units: bytes, sign: "", odds: false });
    const unit = shown.split("\u00a0")[1];
    expect(read("3", bytes, now, {}, others)).toBe(read(`3 ${unit}`, bytes, now, {}, others));
  });
  it.each(["1e400", "1e300", "-3", "nan"])("is refused if it has no end or is below nothing: %s", (text) => {
    expect(read(text, bytes, 1e12, {}, others)).toBeUndefined();
  });
  it("stands on an axis that begins at nothing", () => {
    expect(tick(0, { label: "cost", short: "cost", units: { "": 1 }, sign: "$", more: false, odds: false })).toBe("$0");
  });
});
