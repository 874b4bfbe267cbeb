import { parseHTML } from "linkedom";
import { beforeAll, describe, expect, it } from "vitest";
import { heard, shown } from "../src/ui/prose";

beforeAll(() => void (globalThis.document = parseHTML("<p></p>").document));
const html = (text: string): string =>
  shown(text)
    .map((piece) => (typeof piece === "string" ? piece : piece.outerHTML))
    .join("");

describe("a line of a verdict", () => {
  it.each([
    ["f(['b'], 7) gave 3", "<code>f(['b'], 7)</code> gave 3"],
    ["new_target(found='ghost', p=1.5) gave", "<code>new_target(found='ghost', p=1.5)</code> gave"],
    ["`f` gave 3", "<code>f</code> gave 3"],
    ["two second(s) and the disk's turn", "two second(s) and the disk’s turn"],
    ["a lone ` stays", "a lone ` stays"],
  ])("shows calls as code and prints apostrophes: %s", (text, wanted) => {
    expect(html(text)).toBe(wanted);
  });

  it("is heard without signs of code, and with calls as they are written", () => {
    expect(heard("`choose` gave f(['b'], 7)")).toBe("choose gave f(['b'], 7)");
  });
});
