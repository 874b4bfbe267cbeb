import { expect, it } from "vitest";
import {
  ask,
  bill,
  EMPTY,
  ended,
  locked,
  say,
  wrong,
  type Story,
  type Tool,
  type Verdict,
} from "../src/hunt/story-state";

const tool = (id: string, seconds: number, gives: string, needs = ""): Tool => ({
  ...{ id, seconds, gives, needs, title: id, command: "", today: "", load: "", blind: "", output: "", found: [] },
  ...{ parser: "", lacks: "first the other" },
});
const verdict = (id: string, right: boolean): Verdict => ({ id, right, text: id, by: "late", why: "" });
const early = tool("early", 5, "who");
const late = tool("late", 20, "why", "who");
const [yes, no] = [verdict("yes", true), verdict("no", false)];
const story: Story = {
  tools: [early, late],
  facts: {},
  verdicts: [yes, no],
  shortest: ["early", "late"],
  published: [],
  penalty: 60,
};

it("asks a tool once, and not before what it needs is known", () => {
  expect(ask(story, EMPTY, late)).toBe(EMPTY);
  expect(locked(story, EMPTY, late)).toBe("first the other");
  const first = ask(story, EMPTY, early);
  expect(ask(story, first, early)).toBe(first);
  expect(ask(story, first, late).asked).toEqual(["early", "late"]);
});

it("charges tools and wrong verdicts, and ends with the right one", () => {
  const mistaken = say(story, say(story, ask(story, EMPTY, early), no), no);
  expect([bill(story, mistaken), wrong(story, mistaken).length, ended(story, mistaken)]).toEqual([65, 1, undefined]);
  const over = say(story, mistaken, yes);
  expect(ended(story, over)).toBe(yes);
  expect(ask(story, over, late)).toBe(over);
  expect(bill(story, over)).toBe(65);
});
