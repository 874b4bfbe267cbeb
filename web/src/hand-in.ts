/** What can be done with all answers at once on the page of progress: hand them in, forget them. */
import { button, find, tell } from "./dom";
import type { Page } from "./page-parts";
import { empty, type Work } from "./saved";
import { saveWork } from "./work";

/** What is said of one matter never takes the place of what is said of another. */
export const lineOf = (root: HTMLElement, of: "file" | "hand-in" | "check" | "forget"): HTMLElement =>
  find(root, `.pg-message[data-line=${of}]`);

/** A file whose name says that it is handed in, and by whom. */
export function handIn(root: HTMLElement, page: Page): void {
  const { name } = page.store;
  const line = lineOf(root, "hand-in");
  const write = (): void => {
    const left = saveWork(page, ["answers", ...name.split(/[^\p{L}\p{N}]+/u)].filter(Boolean).join("-"));
    const where = "The file lies where your browser puts downloads. Send it to whoever is to see it.";
    tell(line, left ? `${left} ${where}` : where, left ? "error" : "note");
  };
  if (name) return write();
  find(root, "[name=name]").focus();
  const without = button("Hand in without a name", write, { "data-action": "hand-in-nameless" });
  tell(line, "Whose answers are these? Type your name above, or", "note", without);
}

/** Everything of this edition goes, and can come back as long as the page is there. */
export function forget(root: HTMLElement, { store }: Page, changed: () => void): void {
  const before = store.all();
  const line = lineOf(root, "forget");
  const put = (work: Work, text: string, ...after: Node[]): void => {
    store.put(work);
    changed();
    tell(line, text, "note", ...after);
    find(root, "[data-action=forget]").focus();
  };
  const back = button("Bring it back", () => put(before, "It is all back."), { "data-action": "bring-back" });
  const yes = button("Forget it", () => put(empty(), "All is forgotten.", back), { "data-action": "forget-yes" });
  const no = button("Keep it", () => tell(line, null));
  tell(line, "This forgets all answers, guesses, settings and programs in the whole book.", "note", yes, no);
  yes.focus();
}
