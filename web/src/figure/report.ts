/** What a finished run says in words and tables. */
import { el, find, setText } from "../ui/dom";
import { compareRows, tableOf } from "./table";
import type { Compared, Figure, Result, Row } from "../data/types";

const none = (): HTMLElement => el("tr", {}, el("td", { colspan: "5" }, "Nothing was published for these settings."));

/** The result in a line: how many of the published numbers the model meets. */
function claimsLine(compare: Compared[], year: string): string {
  const many = compare.length;
  if (!many) return "Measured: nothing for these settings";
  const met = compare.filter((c) => c.status === "reproduced").length;
  return `Measured${year && ` in ${year}`}: ${met} of ${many} number${many === 1 ? "" : "s"} met`;
}

export function showResult(root: HTMLElement, figure: Figure, result: Result, rows: Row[]): void {
  setText(root.querySelector(".lf-say"), result.describe);
  find(root, ".lf-plot").setAttribute("aria-label", result.describe);
  if (figure.table) find(root, ".lf-table").replaceChildren(tableOf(figure.table, rows));
  const compare = root.querySelector<HTMLElement>(".lf-compare");
  if (!compare) return;
  const fold = find(root, "[data-action=claims]");
  setText(fold, claimsLine(result.compare, fold.dataset.year ?? ""));
  const claims: HTMLElement[] = compareRows(result.compare);
  compare.toggleAttribute("data-none", claims.length === 0);
  compare.querySelector("tbody")?.replaceChildren(...(claims.length ? claims : [none()])); // its place stays
}
