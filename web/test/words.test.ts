import { parseHTML } from "linkedom";
import { describe, expect, it, vi } from "vitest";
import { toCsv } from "../src/figure/download";
import { choiceOf, guessOf, refused, sentence, sentenceOfChoice, verdict, verdictOfChange } from "../src/predict/guess";
import { columnsOf, compareRows } from "../src/figure/table";
import type { Compared, Row } from "../src/data/types";
import type { Choice } from "../src/work/work";
import { compared } from "./fakes";

describe("a prediction's verdict", () => {
  it.each([
    [118, 118, "Right."],
    [129, 118, "Right: within ten per cent."],
    [107, 118, "Right: within ten per cent."],
    [150, 118, "Close, a little high."],
    [90, 118, "Close, a little low."],
    [236, 118, "Too high, by a factor of 2."],
    [11.8, 118, "Too low, by a factor of 10."],
    [5, 0, "Too high."],
    [-5, 3, "Too low."],
  ])("of %d against %d", (guess, model, words) => {
    expect(verdict(guess, model)).toBe(words);
  });

  it("is not given for what cannot be a guess, and one line says what can", () => {
    const ms = { unit: "ms", kind: "a time" };
    expect(refused("-5", -5, ms)).toBe("A guess is a number, 0 or more, in ms; “-5” is not.");
    expect(refused("1e999", Infinity, {})).toBe("A guess is a number, 0 or more; “1e999” is not.");
    expect(refused("many", null, ms)).toContain("“many” is not");
    expect(refused("  ", null, ms)).toBe("First type a number, 0 or more, in ms.");
    for (const n of [0, 0.3, 1e9]) expect(refused(String(n), n, ms)).toBeNull();
  });

  it("is refused in a sentence whatever stands behind the number", () => {
    for (const unit of ["a second", "million a second", "times"]) {
      expect(refused("abc", null, { unit })).toBe("A guess is a number, 0 or more; “abc” is not.");
      expect(refused("", null, { unit })).toBe("First type a number, 0 or more.");
    }
  });

  it("may be typed in another unit of the same quantity", () => {
    const units = { us: 1e-6, ms: 1e-3, s: 1 };
    const shown = { unit: "ms", factor: 1e-3, kind: "a time", units };
    expect(["5", "5 ms", "0.3 s", "400us"].map((text) => guessOf(text, shown))).toEqual([5, 5, 300, 0.4]);
    expect(guessOf("5 kg", shown)).toBeNull();
    expect(sentence(1, 1, { unit: "goes", one: "go" })).toBe("Your guess: 1\u00a0go. The model: 1\u00a0go. Right.");
  });

  it("may be typed short where it is a count, and says what is wanted where its unit is another's", () => {
    const count = { unit: "a second" };
    expect(["11k", "190 K", "0.2M", "1.5k a second"].map((text) => guessOf(text, count))).toEqual([
      11_000, 190_000, 200_000, 1500,
    ]);
    const rate = { unit: "MB/s", factor: 1e6, kind: "a rate in bytes", units: { "MB/s": 1e6, "MiB/s": 2 ** 20 } };
    for (const text of ["110 MiB", "110k", "110M", "k", "1kk"]) expect(guessOf(text, rate)).toBeNull();
    expect(refused("110 MiB", null, rate)).toBe("A guess is a rate in bytes, in MB/s; “110 MiB” is not.");
  });

  it.each([
    [1, "Right."],
    [0.85, "Right: within a fifth of the change."],
    [1.4, "Close: the change is a little smaller."],
    [0.7, "Close: the change is a little larger."],
    [4, "Too large a change, by a factor of 4."],
    [0.25, "Too small a change, by a factor of 4."],
    [0, "But it does change."],
    [-1, "It goes the other way."],
  ])("of %d of the change", (share, words) => {
    expect(verdictOfChange(share)).toBe(words);
  });

  it("scores the change where the question says from where", () => {
    const asked = { unit: "a second", digits: 0, from: 127_147 };
    expect(sentence(190_000, 142_610, asked).replaceAll("\u00a0", " ")).toBe(
      "Your guess: 190,000 a second. The model: 142,610 a second. " +
        "From 127,147 a second the model’s change is +15,463, yours +62,853. Too large a change, by a factor of 4.1.",
    );
    const loss = { unit: "%", factor: 0.01, from: 0.5 };
    expect(sentence(0.45, 0.4, loss)).toContain("the model’s change is −10, yours −5. Too small a change");
    expect(sentence(100, 127_147, asked)).toContain("Too low, by a factor of 1,300.");
  });

  it("of a choice holds the model against where the question starts", () => {
    const shown = {
      ...{ unit: "ms", factor: 1e-3, digits: 0, from: 0.01, same: 0.1 },
      words: { more: "longer", same: "as long", less: "shorter" },
    };
    expect([0.0112, 0.011, 0.01, 0.009, 0.0088].map((model) => choiceOf(model, shown))).toEqual([
      ...["more", "same", "same", "same", "less"],
    ]);
    expect([-1, 0, 1].map((model) => choiceOf(model, { from: 0, same: 0.1 }))).toEqual(["less", "same", "more"]);
    const said = (guess: Choice, model: number): string =>
      sentenceOfChoice(guess, model, shown).replaceAll("\u00a0", " ");
    expect(said("more", 0.02)).toBe("Your guess: longer. The model: 20 ms against 10 ms, longer. Right.");
    expect(said("same", 0.01)).toMatch(/as long. The model: 10 ms against 10 ms, as long, within 10 %. Right.$/);
    expect(said("less", 0.02)).toMatch(/shorter. The model: .* longer. It goes the other way.$/);
    expect(said("same", 0.02)).toMatch(/ longer. But it does change.$/);
    expect(said("more", 0.0101)).toMatch(/ as long, within 10 %. It hardly moves.$/);
  });

  it("names both numbers and the measured one", () => {
    const said = sentence(0.236, 0.118, { unit: "ms", factor: 0.001, digits: 0, measured: "118 ms" });
    expect(said).toBe(
      "Your guess: 236\u00a0ms. The model: 118\u00a0ms (measured: 118 ms). Too high, by a factor of 2.",
    );
  });
});

describe("a comparison", () => {
  const words = (changed: Partial<Compared>): string[] => {
    vi.stubGlobal("document", parseHTML("<html></html>").document);
    const [row] = compareRows([{ ...compared, ...changed }]);
    return [...(row?.querySelectorAll("td") ?? [])].map((cell) => (cell.textContent ?? "").replaceAll("\u00a0", " "));
  };
  it("has an error where a number was published", () => {
    expect(words({ error: 0.05, model: 0.00105 })).toEqual(["L", "1.00 ms", "1.05 ms", "+5.0 %", "emerges"]);
  });
  it("has what chance does under the model's number", () => {
    expect(words({ error: 0.05, model: 0.00105, spread: [0.001, 0.0011] })[2]).toBe("1.05 ms1.00 ms to 1.10 ms");
  });
  it("says of a bound that it is met, not by how much", () => {
    expect(words({ compare: "atmost", met: true })).toEqual(["L", "≤ 1.00 ms", "0.28 ms", "met", "emerges"]);
    expect(words({ compare: "atleast", status: "missed" }).slice(1, 4)).toEqual(["≥ 1.00 ms", "0.28 ms", "−72 %"]);
  });
  it("says of a bound that is passed how far it may be", () => {
    const passed: Partial<Compared> = {
      compare: "atmost",
      error: 0.024,
      model: 0.001024,
      model_digits: 2,
      digits: 0,
      tolerance: 0.1,
    };
    expect(words(passed).slice(1, 4)).toEqual(["≤ 1 ms", "1.02 ms", "+2.4 %, within 10 %"]);
    expect(words({ ...passed, status: "missed", error: 0.2 })[3]).toBe("+20 %");
    expect(words({ ...passed, compare: "rel" })[3]).toBe("+2.4 %");
  });
  it("calls a single one so", () => {
    const copies = {
      unit: "copies",
      one: "copy",
      factor: 1,
      digits: 0,
      model_digits: 0,
      expected: 1,
      model: 2,
      error: 1,
    };
    expect(words(copies).slice(1, 3)).toEqual(["1 copy", "2 copies"]);
  });
  it("says of a pattern only whether it is seen", () => {
    const pattern: Partial<Compared> = {
      compare: "predicate",
      expected: null,
      error: null,
      model: false,
      status: "missed",
    };
    expect(words({ ...pattern, basis: "calibrated" })).toEqual(["L", "", "not seen", "", "missed, though fitted"]);
  });
});

describe("a CSV file", () => {
  it("has the union of the columns and quotes what needs it", () => {
    const rows: Row[] = [{ a: 1, b: 'say "x", y' }, { c: 0.5 }];
    expect(columnsOf(rows)).toEqual(["a", "b", "c"]);
    expect(toCsv(rows)).toBe('a,b,c\r\n1,"say ""x"", y",\r\n,,0.5\r\n');
  });
});
