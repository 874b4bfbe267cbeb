/** Which rows a mark draws, and which panels a figure shows. */
import { defaults } from "./params";
import type { Drawable, Figure, Mark, Row, Where } from "./types";

const allows = <T>(wanted: T | T[], value: unknown): boolean =>
  Array.isArray(wanted) ? wanted.some((each) => each === value) : wanted === value;

export const matches = (row: Row, where: Where | null | undefined): boolean =>
  !where || Object.entries(where).every(([key, wanted]) => allows(wanted, row[key]));

/** The rows a mark draws: its own literal rows, or the figure's where the columns match. */
export function rowsOf(mark: Mark, rows: Row[]): unknown[] {
  if (mark.data) return mark.data;
  return mark.where ? rows.filter((row) => matches(row, mark.where)) : rows;
}

export type Params = Record<string, unknown>;

/** The panels that are shown while the parameters are these, by their places in the figure. */
export function shownPanels(figure: Drawable, params: Params | null | undefined): number[] {
  const now: Params = { ...defaults(figure), ...params };
  return figure.panels.flatMap((panel, i) =>
    Object.entries(panel.when ?? {}).every(([name, wanted]) => allows(wanted, now[name])) ? [i] : [],
  );
}

/** What stands over each of these panels: the name of its picture over the first of it. */
export function headings(figure: Drawable, panels: number[]): string[] {
  const tabs = panels.map((i) => figure.panels[i]?.tab ?? "");
  return tabs.map((tab, at) => (tab === tabs[at - 1] ? "" : tab));
}

/** The choices and switches that decide which panels are shown. */
export function viewParams(figure: Figure): Set<string> {
  const names = new Set(figure.panels.flatMap((panel) => Object.keys(panel.when ?? {})));
  return new Set(figure.params.filter((p) => p.kind !== "number" && names.has(p.name)).map((p) => p.name));
}
