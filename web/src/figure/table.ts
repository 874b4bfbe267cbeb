/** Tables of a figure: its own table, the comparison with published numbers, and its raw rows. */
import { el } from "../ui/dom";
import { inTable, plain, show, signed } from "../data/numbers";
import type { Compared, Row, Scalar, Shown, Table } from "../data/types";

const MOST = 200;

const cell = (value: Scalar | undefined, shown: Shown): string => {
  if (value === undefined) return "–";
  return typeof value === "number" ? inTable(value / (shown.factor || 1), shown.digits) : String(value);
};

/** A raw value: a whole number with all its digits. */
const raw = (value: Scalar | undefined): string => cell(value, { digits: Number.isInteger(value) ? 0 : null });

export function tableOf(table: Table, rows: Row[]): HTMLTableElement {
  const where = Object.entries(table.where ?? {});
  const kept = rows.filter((row) => where.every(([key, value]) => row[key] === value));
  const heads = table.columns.map((c) => el("th", { scope: "col" }, c.unit ? `${c.label} (${c.unit})` : c.label));
  const lines = kept
    .slice(0, MOST)
    .map((row) => el("tr", {}, ...table.columns.map((c) => el("td", {}, cell(row[c.name], c)))));
  return el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...lines));
}

const SIDES: Record<string, string> = { atmost: "≤\u00a0", atleast: "≥\u00a0" };

function expected(c: Compared): string {
  if (c.compare === "predicate") return "";
  if (c.expected !== null) return `${SIDES[c.compare] ?? ""}${show(c.expected, c)}`;
  const ends = [c.low, c.high].map((v) => (v == null ? "–" : show(v, c)));
  return ends.every((e) => e === "–") ? "–" : ends.join(" to ");
}

/** How far off the model is; of a bound or a range that is passed, how far it may be. */
function errorOf(c: Compared): string {
  if (c.met) return "met";
  if (c.error === null) return "";
  const kept = c.compare === "range" || c.compare in SIDES;
  const within = kept && c.status === "reproduced" && c.error !== 0 && c.tolerance;
  return within ? `${signed(c.error)}, within ${plain(within * 100)}\u00a0%` : signed(c.error);
}

const seen = (pattern: boolean): string => (pattern ? "seen" : "not seen");

export function compareRows(compare: Compared[]): HTMLTableRowElement[] {
  return compare.map((c) => {
    const rests = c.evidence ?? c.basis;
    const word = c.status === "reproduced" ? rests : `${c.status}${c.basis === "calibrated" ? ", though fitted" : ""}`;
    const tag = el("span", { class: "lf-tag", "data-status": c.status, "data-basis": c.basis }, word);
    const as = { ...c, digits: c.model_digits };
    const model = typeof c.model === "boolean" ? seen(c.model) : show(c.model, as);
    const spread = c.spread ? [el("small", {}, c.spread.map((v) => show(v, as)).join(" to "))] : [];
    const cells = [[c.label], [expected(c)], [model, ...spread], [errorOf(c)], [tag]].map((it) => el("td", {}, ...it));
    return el("tr", { "data-target": c.id, "data-status": c.status }, ...cells);
  });
}

/** The union of the rows' columns, in the order in which they first appear. */
export function columnsOf(rows: Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/** The raw rows, in SI, as a table that scrolls. */
export function dataTable(rows: Row[], title: string): HTMLElement {
  const names = columnsOf(rows);
  const lines = rows.slice(0, MOST).map((row) => el("tr", {}, ...names.map((n) => el("td", {}, raw(row[n])))));
  const more = rows.length - lines.length;
  const note =
    more > 0
      ? `The first ${MOST} of ${plain(rows.length, 0)} rows; ${plain(more, 0)} more are in the CSV file.`
      : `${rows.length} rows.`;
  const head = el("thead", {}, el("tr", {}, ...names.map((n) => el("th", { scope: "col" }, n))));
  const table = el("table", {}, el("caption", {}, `${note} Values are in SI units.`), head, el("tbody", {}, ...lines));
  return el("div", { class: "lf-scroll", tabindex: "0", role: "region", "aria-label": `Data of ${title}` }, table);
}
