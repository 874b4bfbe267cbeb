/** Loading an answer file: what is good is taken, and nothing that was typed here is overwritten without asking. */
import { conflicts, joined, readFile, type Brought } from "./answer-file";
import { button, el, tell } from "./dom";
import { contentsOf, type Page } from "./page-parts";
import { KINDS } from "./saved";

const LARGEST = 10_000_000;

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? "" : "s"}`;

/** What came in, in words. */
function told({ work, notes }: Brought): string {
  const parts = KINDS.flatMap((kind) => {
    const n = Object.keys(work[kind]).length;
    return n ? [count(n, kind.slice(0, -1))] : [];
  });
  const last = parts.pop();
  const all = parts.length ? `${parts.join(", ")} and ${last}` : last;
  return [all ? `Loaded: ${all}.` : "There was nothing in this file to load.", ...notes].join(" ");
}

/** An input that takes in a file; `done` gets the line that says what became of it. */
export function fileInput(page: Page, said: HTMLElement, done: (line: string) => void): HTMLInputElement {
  const input = el("input", {
    type: "file",
    accept: "application/json,.json",
    hidden: true,
    "aria-label": "Answer file",
  });

  const take = (brought: Brought, wins: "mine" | "theirs"): void => {
    page.store.put(joined(page.store.all(), brought.work, wins));
    if (!page.store.name) page.store.name = brought.name;
    tell(said, null);
    done(told(brought));
  };
  const choose = (text: string, ...ways: [string, string, () => void][]): void => {
    const buttons = ways.map(([action, words, act]) => button(words, act, { "data-action": action }));
    tell(said, text, "note", ...buttons);
    buttons[0]?.focus();
  };
  const settle = (brought: Brought): void => {
    const differ = conflicts(page.store.all(), brought.work).map(([, id]) => id);
    if (!differ.length) return take(brought, "mine");
    const some = differ.slice(0, 3).join(", ") + (differ.length > 3 ? ` and ${differ.length - 3} more` : "");
    choose(
      `Here and in the file there are different answers to ${some}. Which do you want?`,
      ["load-mine", "Keep mine, add the others", () => take(brought, "mine")],
      ["load-theirs", "Take the file’s", () => take(brought, "theirs")],
      ["load-no", "Load nothing", () => tell(said, null)],
    );
  };
  const read = (brought: Brought | string): void => {
    if (typeof brought === "string") return tell(said, brought, "error");
    if (brought.edition === page.edition) return settle(brought);
    choose(
      `This file is of another edition of the book (${brought.edition.slice(0, 60)}; this is ${page.edition}), whose questions may differ.`,
      ["load-take", "Take its answers over", () => settle(brought)],
      ["load-leave", "Leave them", () => tell(said, null)],
    );
  };
  input.addEventListener("change", async () => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    try {
      const text = chosen.size > LARGEST ? " ".repeat(LARGEST) : await chosen.text();
      read(readFile(text, await contentsOf(page)));
    } catch {
      tell(said, "This file could not be read. Nothing was changed here.", "error");
    }
    input.value = "";
  });
  return input;
}
