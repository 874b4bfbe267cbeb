/** The list of re-tests that are due, on the page of progress. */
import { el, find } from "../ui/dom";
import type { Work } from "../work/work";
import { freshVariant, isDue, retestsOf } from "../work/retests";

/** Lists the exercises whose re-test is due, each with a link to a variant that the reader has not met; if none is, says
 * when the next one is. */
export function showDue(root: HTMLElement, rows: HTMLElement[], { exercises }: Work, now: Date): void {
  const place = find(root, ".pg-due");
  const found = rows.flatMap((row) => {
    const id = row.dataset.exercise ?? "";
    const work = exercises[id];
    const link = find<HTMLAnchorElement>(row, "a");
    if (!work || !isDue(retestsOf(work), now)) return [];
    const href = `${link.getAttribute("href") ?? ""}~${freshVariant(work)}`;
    return [el("li", {}, el("a", { href }, link.textContent ?? ""))];
  });
  const coming = Object.values(exercises)
    .map(retestsOf)
    .filter((one) => one?.due)
    .sort((a, b) => Number(a?.due) - Number(b?.due))[0];
  place.hidden = !coming;
  const next = coming?.due?.toLocaleDateString("en-GB", { day: "numeric", month: "long" }) ?? "";
  if (!found.length) return place.replaceChildren(el("p", {}, `The next re-test is due on ${next}.`));
  const head = found.length === 1 ? "A re-test is due" : `${found.length} re-tests are due`;
  place.replaceChildren(
    el("p", {}, `${head}: the same exercise on a variant that you have not seen, 1, 7 and 30 days after you passed.`),
    el("ul", {}, ...found),
  );
}
