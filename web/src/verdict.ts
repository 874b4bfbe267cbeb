/** What the tests say, in words. */
import { el } from "./dom";
import type { Verdict } from "./types";

const words = (id: string): string => id.replace(/^test_/, "").replaceAll("_", " ");

export function summary(verdict: Verdict): string {
  const good = verdict.tests.filter((t) => t.outcome === "passed").length;
  if (verdict.passed) return `Passed: all ${verdict.tests.length} tests, ${verdict.points} of ${verdict.of} points.`;
  if (verdict.error) return `The program does not run yet: 0 of ${verdict.of} points.`;
  return `${good} of ${verdict.tests.length} tests pass: ${verdict.points} of ${verdict.of} points.`;
}

export function results(verdict: Verdict): HTMLLIElement[] {
  return verdict.tests.map((test) => {
    const passed = test.outcome === "passed";
    const head = el("span", { class: "ex-test" }, el("b", {}, passed ? "passed" : "failed"), ` ${words(test.id)}`);
    const item = el("li", { "data-outcome": test.outcome, "data-test": test.id }, head);
    if (!passed && test.message) item.append(el("p", { class: "ex-asked" }, test.message));
    if (!passed && test.advice) item.append(el("p", { class: "ex-advice" }, test.advice));
    return item;
  });
}
