/** Loads an answer file: takes the valid entries, and overwrites nothing that was typed here without asking. */
import { readFile, type Brought } from "./answer-file";
import { button, el, tell } from "../ui/dom";
import { conflicts, merged } from "./merge-work";
import { contentsOf, type Book } from "./book";
import { isEmpty, KINDS } from "./work";
import type { GaveWay } from "./store";

const LARGEST = 10_000_000;

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? "" : "s"}`;

/** What became of a file. */
export interface Imported {
  line: string;
  /** Nothing of it could be taken. */
  isFault: boolean;
  /** The earlier work and its owner's name, if some of it was replaced. */
  before: Before | null;
}
export interface Before {
  gave: GaveWay[];
  name: string;
}

/** The imported work, in words. */
function imported({ work, notes }: Brought, before: Before | null): Imported {
  const parts = KINDS.flatMap((kind) => {
    const n = Object.keys(work[kind]).length;
    return n ? [count(n, kind.slice(0, -1))] : [];
  });
  const last = parts.pop();
  const all = parts.length ? `${parts.join(", ")} and ${last}` : last;
  const opened = Object.values(work.exercises).some(({ solutions }) => solutions);
  const clock = opened ? ["When a solution was opened is known by the clock of their computer alone."] : [];
  const line = [all ? `Loaded: ${all}.` : "There was nothing in this file to load.", ...notes, ...clock].join(" ");
  return { line, isFault: !all, before };
}

/** Says what became of a file; what gave way can be brought back. */
export function tellImported(
  place: HTMLElement,
  { line, isFault, before }: Imported,
  back: (before: Before) => void,
  ...next: Node[]
): void {
  const buttons = before
    ? [button("Bring back what was here", () => back(before), { "data-action": "load-back" })]
    : [];
  tell(place, line, isFault ? "error" : "note", ...(isFault ? [] : next), ...buttons);
}

/** An input that takes in a file. */
export function fileInput(book: Book, said: HTMLElement, done: (loaded: Imported) => void): HTMLInputElement {
  const input = el("input", {
    type: "file",
    accept: "application/json,.json",
    hidden: true,
    "aria-label": "Answer file",
  });

  const take = (brought: Brought, wins: "own" | "theirs" | "alone"): void => {
    const { name } = book.store;
    const gave = book.store.put(wins === "alone" ? brought.work : merged(book.store.all(), brought.work, wins));
    if (!name || wins === "alone") book.store.name = brought.name;
    tell(said, null);
    done(imported(brought, wins === "own" ? null : { gave, name }));
  };
  const choose = (text: string, ...ways: [string, string, () => void][]): void => {
    const buttons = ways.map(([action, words, act]) => button(words, act, { "data-action": action }));
    tell(said, text, "note", ...buttons);
    buttons[0]?.focus();
  };
  const whose = (brought: Brought): void => {
    const { name } = book.store;
    if (!brought.name || brought.name === name || isEmpty(book.store.all())) return settle(brought);
    const here = name ? `is ${name.slice(0, 60)}’s` : "bears no name";
    choose(
      `This file is ${brought.name.slice(0, 60)}’s, and what stands here ${here}.`,
      ["load-alone", "Show this file alone", () => take(brought, "alone")],
      ["load-add", "Add it to what is here", () => settle(brought)],
      ["load-no", "Load nothing", () => tell(said, null)],
    );
  };
  const settle = (brought: Brought): void => {
    const differ = conflicts(book.store.all(), brought.work).map(([, id]) => id);
    if (!differ.length) return take(brought, "own");
    const some = differ.slice(0, 3).join(", ") + (differ.length > 3 ? ` and ${differ.length - 3} more` : "");
    choose(
      `Here and in the file there are different answers to ${some}. Which do you want?`,
      ["load-mine", "Keep mine, add the others", () => take(brought, "own")],
      ["load-theirs", "Take the file’s", () => take(brought, "theirs")],
      ["load-no", "Load nothing", () => tell(said, null)],
    );
  };
  const read = (brought: Brought | string): void => {
    if (typeof brought === "string") return tell(said, brought, "error");
    if (brought.edition === book.edition) return whose(brought);
    choose(
      `This file is of another edition of the book (${brought.edition.slice(0, 60)}; this is ${book.edition}), whose questions may differ.`,
      ["load-take", "Take its answers over", () => whose(brought)],
      ["load-leave", "Leave them", () => tell(said, null)],
    );
  };
  input.addEventListener("change", async () => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    try {
      const text = chosen.size > LARGEST ? " ".repeat(LARGEST) : await chosen.text();
      read(readFile(text, await contentsOf(book)));
    } catch {
      tell(said, "This file could not be read. Nothing was changed here.", "error");
    }
    input.value = "";
  });
  return input;
}
