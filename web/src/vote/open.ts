/** Opens votes by their addresses. */
import type { Page } from "../python/page-parts";
import { find, tell } from "../ui/dom";
import { forgetLost, lost } from "../ui/link-note";
import { Show } from "./show";
import * as votes from "./vote";

let isShown = false;

/** Opens the vote that an address names; one that cannot be used says so at its exercise. */
export function openVote(page: Page, hash: string): void {
  const id = votes.exerciseOf(hash);
  const root = id === null ? null : document.querySelector<HTMLElement>(`.exercise[data-exercise="${id}"]`);
  forgetLost();
  if (!root) return lost("an exercise");
  if (isShown) return;
  find<HTMLDetailsElement>(root, ".ex-fold").open = true;
  const fields: votes.Fields = new Map();
  // the answer to a hunt is in its tools, and not in the question
  if (root.dataset.kind !== "hunt")
    for (const field of root.querySelectorAll<HTMLElement>(".ex-choice"))
      fields.set(field.dataset.field ?? "", field.querySelectorAll("input").length);
  const vote = votes.readVote(hash, fields);
  if (typeof vote === "string") {
    root.scrollIntoView();
    return tell(find(root, ".ex-message"), vote);
  }
  isShown = true;
  new Show(root, page, vote, () => (isShown = false));
}
