/** What a finished run says in words and tables. */
import { find, setText } from "./dom";
import { compareRows, tableOf } from "./table";
import type { Figure, Result, Row } from "./types";

export function showResult(root: HTMLElement, figure: Figure, result: Result, rows: Row[]): void {
  setText(root.querySelector(".lf-say"), result.describe);
  find(root, ".lf-plot").setAttribute("aria-label", result.describe);
  if (figure.table) find(root, ".lf-table").replaceChildren(tableOf(figure.table, rows));
  const compare = root.querySelector<HTMLElement>(".lf-compare");
  if (!compare) return;
  (compare.closest<HTMLElement>(".lf-compared") ?? compare).hidden = result.compare.length === 0;
  compare.querySelector("tbody")?.replaceChildren(...compareRows(result.compare));
}
