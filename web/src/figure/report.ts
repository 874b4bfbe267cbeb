/** What a finished run says in words and tables. */
import { el, find, setText } from "../ui/dom";
import { compareRows, tableOf } from "./table";
import type { Figure, Result, Row } from "../data/types";

const none = (): HTMLElement => el("tr", {}, el("td", { colspan: "5" }, "Nothing was published for these settings."));

export function showResult(root: HTMLElement, figure: Figure, result: Result, rows: Row[]): void {
  setText(root.querySelector(".lf-say"), result.describe);
  find(root, ".lf-plot").setAttribute("aria-label", result.describe);
  if (figure.table) find(root, ".lf-table").replaceChildren(tableOf(figure.table, rows));
  const compare = root.querySelector<HTMLElement>(".lf-compare");
  if (!compare) return;
  const box = compare.closest<HTMLElement>(".lf-compared") ?? compare;
  const claims: HTMLElement[] = compareRows(result.compare);
  if (claims.length) box.hidden = false;
  compare.toggleAttribute("data-none", claims.length === 0);
  compare.querySelector("tbody")?.replaceChildren(...(claims.length ? claims : [none()])); // its place stays
}
