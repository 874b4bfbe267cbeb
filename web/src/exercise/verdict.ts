/** What the tests say, in words. */
import { el } from "../ui/dom";
import { heard, shown } from "../ui/prose";
import type { Verdict } from "../data/types";

type Test = Verdict["tests"][number];

/** A line begins with a capital, unless it begins with a piece of a program. */
const capital = (text: string): string =>
  /^\p{Ll}+[\s,.:;]/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
const words = (id: string): string => capital(id.replace(/^test_/, "").replaceAll("_", " "));
const stop = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
const pointsOf = (n: number): string => `${n}\u00a0point${n === 1 ? "" : "s"}`;
const isGood = (test: Test): boolean => test.outcome === "passed";

/** The error as a line, with the line of the program that it is about. */
export function faultOf({ error }: Pick<Verdict, "error">): string {
  if (!error) return "";
  const namesLine = !error.line || error.message.includes(`line ${error.line}`);
  return stop(capital(namesLine ? error.message : `line ${error.line}: ${error.message}`));
}

const ALL: Record<number, string> = { 1: "", 2: "both tests, " };

export function summary(verdict: Verdict): string {
  const { tests, points, of, passed, error } = verdict;
  const good = tests.filter(isGood).length;
  if (passed) return `Passed: ${ALL[tests.length] ?? `all ${tests.length} tests, `}${points} of ${of} points.`;
  if (error && good === 0) return `Not yet: ${points} of ${of} points.`;
  const some = tests.length === 1 ? "" : `${good} of ${tests.length} tests pass, `;
  return `Not yet: ${some}${points} of ${of} points.`;
}

/** Why tests that pass earn nothing: all of them are guards. */
export const heldOf = ({ tests, points }: Verdict): string =>
  !points && tests.some(isGood)
    ? "The tests that passed would pass without the right idea: they count once another test passes."
    : "";

/** The text after summary and error for screen readers: the first failed test, the names of the others, the findings. */
export function spoken(verdict: Verdict): string {
  const named = (test: Test): string => `“${words(test.id)}”`;
  const sentences = (...texts: (string | null | undefined)[]): string =>
    texts.flatMap((text) => (text ? [stop(heard(capital(text)))] : [])).join(" ");
  const [first, ...others] = verdict.error ? [] : verdict.tests.filter((test) => !isGood(test));
  const found = verdict.tests.filter((test) => isGood(test) && test.message);
  const parts: string[] = [];
  if (first) parts.push(`Test failed, ${named(first)}: ${sentences(first.message, first.advice)}`);
  if (others.length) parts.push(`Also failed: ${others.map(named).join(", ")}.`);
  for (const test of found) parts.push(`Test passed, ${named(test)}: ${sentences(test.message)}`);
  return parts.join(" ");
}

/** Advice; only that of the first failed test is open. */
function advice(test: Test, text: string, isFirst: boolean): HTMLElement {
  const line = el("p", { class: "ex-advice" }, ...shown(text));
  if (isFirst) return line;
  const of = el("span", { class: "lf-hidden" }, `: ${words(test.id)}`);
  return el("details", { class: "ex-more" }, el("summary", {}, "What to look at", of), line);
}

export function results(verdict: Verdict): HTMLLIElement[] {
  const first = verdict.tests.find((test) => !isGood(test));
  return verdict.tests.map((test) => {
    const passed = isGood(test);
    const earned = passed && verdict.points ? pointsOf(test.points) : `0 of ${pointsOf(test.points)}`;
    const badge = el("b", {}, passed ? "passed" : "failed");
    const head = el("span", { class: "ex-test" }, badge, el("span", {}, words(test.id)));
    const item = el("li", { "data-outcome": test.outcome, "data-test": test.id });
    item.append(el("span", { class: "ex-line" }, head, el("span", { class: "ex-earned" }, earned)));
    if (test.message) item.append(el("p", { class: "ex-asked" }, ...shown(stop(capital(test.message)))));
    if (!passed && test.advice) item.append(advice(test, test.advice, test === first));
    return item;
  });
}
