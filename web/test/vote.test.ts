import { describe, expect, it } from "vitest";
import { addressOf, begun, clock, emptyHand, exerciseOf, pressed, readVote, shares, type Vote } from "../src/vote/vote";
import { lettersOf, stepped } from "../src/vote/pages";

const FIELDS = new Map([
  ["cause", 4],
  ["twice", 3],
]);
const keys = (vote: Vote, ...names: string[]): Vote => {
  let state = { vote, hand: emptyHand() };
  for (const name of names) state = pressed(state.vote, state.hand, name) ?? state;
  return state.vote;
};

describe("a vote", () => {
  it("has letters that grow with the screen and are never below 28 px, and pages that end", () => {
    expect([600, 720, 1080].map((height) => lettersOf(height).least)).toEqual([28, 28, 42]);
    expect([stepped(0, -1, 3), stepped(0, 1, 3), stepped(2, 1, 3), stepped(2, -1, 3)]).toEqual([null, 1, null, 1]);
  });

  it("goes from the vote to the discussion, a second vote and the answer, and back, and not beyond", () => {
    const vote = begun("cause", 4);
    const stages = [1, 2, 3, 4].map((n) => keys(vote, ...Array<string>(n).fill("PageDown")).stage);
    expect(stages).toEqual(["discuss", "again", "reveal", "reveal"]);
    expect(keys(vote, "ArrowRight", "ArrowLeft", "ArrowLeft").stage).toBe("vote");
  });

  it("takes letters as votes, and digits after a letter as a count of hands", () => {
    const vote = begun("cause", 4);
    const typed = keys(vote, ..."A12 B5");
    expect([typed.stage, typed.counts[0]]).toEqual(["vote", [12, 5, 0, 0]]);
    expect(keys(vote, "a", "B", "b", "e", "x").counts[0]).toEqual([1, 2, 0, 0]);
    expect(keys(vote, "a", "1", "2", "b", "5").counts[0]).toEqual([12, 5, 0, 0]);
    expect(keys(vote, "b", "b", "Backspace", "Backspace", "Backspace").counts[0]).toEqual([0, 0, 0, 0]);
    expect(keys(vote, "a", "1", "2", "Backspace").counts[0]).toEqual([1, 0, 0, 0]);
    expect(keys(vote, "7").counts[0]).toEqual([0, 0, 0, 0]);
    expect(keys(vote, "a", "9", "9", "9", "9").counts[0]).toEqual([999, 0, 0, 0]);
  });

  it("counts each round for itself, and none while the class discusses", () => {
    const vote = keys(begun("cause", 4), "a", " ", "b", "Enter", "c", "c");
    expect(vote.counts).toEqual([
      [1, 0, 0, 0],
      [0, 0, 2, 0],
    ]);
    expect(shares(vote, [1, 2])).toEqual([0, 100]);
    expect(shares(begun("cause", 4), [1, 2])).toEqual([null, null]);
  });

  it("is kept in its address", () => {
    const vote = keys(begun("twice", 3, 71), "a", "4", "PageDown");
    const address = addressOf("four-lines", vote);
    expect(address).toBe("#vote-four-lines~twice.71.72.discuss.4-0-0.0-0-0");
    expect(exerciseOf(address)).toBe("four-lines");
    expect(readVote(address, FIELDS)).toEqual(vote);
    expect(readVote("#vote-four-lines", FIELDS)).toEqual(begun("cause", 4));
  });

  it.each([
    ["~other.2.3.vote.0-0-0.0-0-0", /votes on “other”; this exercise has cause, twice/],
    ["~twice.1.3.vote.0-0-0.0-0-0", /two variants from 2 to/],
    ["~twice.2.x.vote.0-0-0.0-0-0", /two variants from 2 to/],
    ["~twice.2.3.soon.0-0-0.0-0-0", /no stage: vote, discuss, again, reveal/],
    ["~twice.2.3.vote.0-0-0", /must hold 3 counts/],
    ["~twice.2.3.vote.0-0-0-0.0-0-0", /must hold 3 counts/],
    ["~twice.2.3.vote.0-0--1.0-0-0", /must hold 3 counts/],
  ])("refuses the address %s in a line", (rest, line) => {
    expect(readVote(`#vote-e${rest}`, FIELDS)).toMatch(line);
  });

  it("says that an exercise has no choice", () => {
    expect(readVote("#vote-e", new Map())).toBe("This exercise has no choice to vote on.");
  });

  it("shows the time that is left", () => {
    expect([120_000, 119_001, 61_000, 9_500, 0, -5].map(clock)).toEqual([
      ...["2:00", "2:00", "1:01", "0:10", "Time is up", "Time is up"],
    ]);
  });
});
