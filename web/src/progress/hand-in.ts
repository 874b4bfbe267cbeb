/** What can be done with all answers at once on the page of progress: hand them in, forget them. */
import { button, find, tell } from "../ui/dom";
import type { Page } from "../python/page-parts";
import { empty } from "../work/work";
import { saveWork } from "../work/work-panel";

/** Each subject has a line of its own. */
export const lineOf = (root: HTMLElement, of: "file" | "hand-in" | "check" | "forget"): HTMLElement =>
  find(root, `.pg-message[data-line=${of}]`);

/** Clear the other lines when something new is done, unless one still offers a button. */
export function clearLines(root: HTMLElement): void {
  for (const line of root.querySelectorAll<HTMLElement>(".pg-message"))
    if (!line.querySelector("button")) tell(line, null);
}

/** A file to hand in, named after the student. */
export function handIn(root: HTMLElement, page: Page): void {
  const { name } = page.store;
  const line = lineOf(root, "hand-in");
  const file = ["answers", ...name.split(/[^\p{L}\p{N}]+/u)].filter(Boolean).join("-");
  const write = (): void => saveWork(page, line, file, "Send it to your teacher.");
  if (name) return write();
  find(root, "[name=name]").focus();
  const without = button("Save without a name", write, { "data-action": "hand-in-nameless" });
  tell(line, "Whose answers are these? Type your name above, or", "note", without);
}

/** Deletes all work of this edition; it can be restored while the page is open. */
export function forget(root: HTMLElement, { store }: Page, changed: () => void): void {
  const line = lineOf(root, "forget");
  const done = (text: string, ...after: Node[]): void => {
    changed();
    tell(line, text, "note", ...after);
    find(root, "[data-action=forget]").focus();
  };
  const forgetIt = (): void => {
    const gave = store.put(empty());
    const back = (): void => (store.undo(gave), done("It is all back."));
    done("All is forgotten.", button("Bring it back", back, { "data-action": "bring-back" }));
  };
  const yes = button("Forget it", forgetIt, { "data-action": "forget-yes" });
  const no = button("Keep it", () => tell(line, null));
  tell(line, "This forgets all answers, guesses, settings and programs in the whole book.", "note", yes, no);
  yes.focus();
}
