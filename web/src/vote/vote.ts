/** Peer instruction: a class votes on a choice, discusses, votes again on a sibling variant, and sees the answer
 * (Mazur, Peer Instruction, 1997). The state, its keys and its address; no element and no clock in it. */
import { isVariant } from "../work/work";

export const STAGES = ["vote", "discuss", "again", "reveal"] as const;
export type Stage = (typeof STAGES)[number];
export const LETTERS = "ABCDEFGHIJKLMNOP";
const MOST_VOTES = 999;

export interface Vote {
  /** The name of the field that is voted on. */
  field: string;
  /** The variants of the first and of the second vote. */
  variants: [number, number];
  stage: Stage;
  /** The votes for each option in both rounds. */
  counts: [number[], number[]];
}
/** What the keys that follow refer to: the option named last, and whether digits are being typed for it. */
export interface Hand {
  option: number | null;
  isTyping: boolean;
}
export const emptyHand = (): Hand => ({ option: null, isTyping: false });

/** The options of each field to choose from, by name. */
export type Fields = Map<string, number>;

export const roundOf = (stage: Stage): 0 | 1 => (stage === "vote" || stage === "discuss" ? 0 : 1);
export const total = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** A new vote. Variant 1 is that of the page, which readers may have done. */
export function begun(field: string, options: number, first = 2): Vote {
  const none = (): number[] => Array.from({ length: options }, () => 0);
  return { field, variants: [first, first + 1], stage: "vote", counts: [none(), none()] };
}

export const addressOf = (id: string, { field, variants, stage, counts }: Vote): string =>
  `#vote-${id}~${[field, ...variants, stage, ...counts.map((round) => round.join("-"))].join(".")}`;

/** The exercise that an address names; null if it is none of a vote. */
export const exerciseOf = (hash: string): string | null => /^#vote-([a-z][a-z0-9-]*)(~|$)/.exec(hash)?.[1] ?? null;

/** The vote that an address holds; a text says in one line what is wrong with it. */
export function readVote(hash: string, fields: Fields): Vote | string {
  const [field, options] = [...fields][0] ?? [];
  if (field === undefined || options === undefined) return "This exercise has no choice to vote on.";
  const rest = hash.split("~")[1];
  if (rest === undefined) return begun(field, options);
  const [name = "", one, two, stage = "", ...counts] = rest.split(".");
  const size = fields.get(name);
  const names = [...fields.keys()].join(", ");
  if (size === undefined) return `This link votes on “${name.slice(0, 30)}”; this exercise has ${names}.`;
  const variants = [Number(one), Number(two)];
  if (!variants.every((variant) => isVariant(variant) && variant > 1))
    return "This link names no two variants from 2 to 999,999.";
  if (!STAGES.some((known) => known === stage)) return `This link names no stage: ${STAGES.join(", ")}.`;
  const rounds = counts.map((round) => round.split("-").map(Number));
  const isGood = (count: number): boolean => Number.isInteger(count) && count >= 0 && count <= MOST_VOTES;
  if (rounds.length !== 2 || !rounds.every((round) => round.length === size && round.every(isGood)))
    return `This link must hold ${size} counts of votes for each round.`;
  return { field: name, variants, stage, counts: rounds } as Vote;
}

/** What a key makes of a vote; null if it means nothing here. Space, arrows and the page keys of a presenter's remote
 * go on and back; a letter is a vote, digits after it are the count of raised hands, and Backspace takes one back. */
export function pressed(vote: Vote, hand: Hand, key: string): { vote: Vote; hand: Hand } | null {
  if (key === " " && hand.isTyping) return { vote, hand: emptyHand() }; // "A12 B5"
  const at = STAGES.indexOf(vote.stage);
  const step = FORTH.includes(key) ? 1 : BACK.includes(key) ? -1 : 0;
  if (step) {
    const stage = STAGES[at + step];
    return stage ? { vote: { ...vote, stage }, hand: emptyHand() } : null;
  }
  if (vote.stage !== "vote" && vote.stage !== "again") return null;
  const round = roundOf(vote.stage);
  const counts = vote.counts[round];
  const change = (option: number, count: number, isTyping: boolean): { vote: Vote; hand: Hand } => {
    const fixed = counts.map((old, n) => (n === option ? Math.max(0, Math.min(MOST_VOTES, count)) : old));
    const both: Vote["counts"] = round ? [vote.counts[0], fixed] : [fixed, vote.counts[1]];
    return { vote: { ...vote, counts: both }, hand: { option, isTyping } };
  };
  const letter = key.length === 1 ? LETTERS.indexOf(key.toUpperCase()) : -1;
  if (letter >= 0 && letter < counts.length) return change(letter, (counts[letter] ?? 0) + 1, false);
  const { option, isTyping } = hand;
  if (option === null) return null;
  const now = counts[option] ?? 0;
  if (key === "Backspace") return change(option, isTyping ? Math.floor(now / 10) : now - 1, isTyping);
  if (!/^[0-9]$/.test(key)) return null;
  return change(option, (isTyping ? now * 10 : 0) + Number(key), true);
}
const FORTH = ["ArrowRight", "PageDown", " ", "Enter"];
const BACK = ["ArrowLeft", "PageUp"];

/** What is left of a time (ms), as minutes and seconds. */
export function clock(left: number): string {
  if (left <= 0) return "Time is up";
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The share of right votes in each round (percent); null for a round without votes, or of unknown answer. */
export const shares = ({ counts }: Vote, right: (number | null)[]): (number | null)[] =>
  counts.map((round, n) => {
    const [all, key] = [total(round), right[n] ?? null];
    return all && key !== null ? Math.round((100 * (round[key] ?? 0)) / all) : null;
  });
