/** What the tool shows at a moment, and what a reader can do about it. */
import type { BuyingFixed, Judged, OpenedPool, Refined, Wants } from "../data/types";
import { costsOf, edgeOf, failures, limitsOf, masksOf, type Limit } from "./met";

/** What a reader made: the wants, the column that cost is drawn against, and the tables that were changed. */
export interface Made {
  wants: Wants;
  against: string;
  goods: Record<string, string>;
}

export interface View extends Made {
  fixed: BuyingFixed;
  judged: Judged;
  /** The same as the closed form judged it, where the machine has run. */
  closed: Judged;
  /** The wants that `judged` is of. */
  by: Wants;
  /** Whether `judged` is of these wants and tables. */
  isFresh: boolean;
  /** What the page does: nothing, judging, or asking the machine. */
  state: "done" | "judging" | "refining";
  /** How long the last judgement took (s). */
  took: number | null;
  /** What the machine said of candidates, by their numbers. */
  refined: Map<number, Refined>;
  opened: number | null;
  pool: OpenedPool | null;
  /** What the opened candidate waits for. */
  waits: string;
  /** Whether a line is under a reader's hand: nothing is drawn that does not move with it. */
  isDragged: boolean;
  /** The address of the lab with the opened candidate. */
  lab: string;
  /** The candidate under the pointer. */
  hovered: number | null;
  /** What is open over the page. */
  over: "load" | "goods" | null;
  table: string;
  /** The field whose text was refused. */
  typed: { field: string; text: string; message: string } | null;
  note: string;
  canUndo: boolean;
  canRedo: boolean;
  width: number;
  isStill?: boolean;
}

export interface Acts {
  purchase(name: string): void;
  /** Take what was typed at a place of the wants. */
  type(place: string, text: string): void;
  untype(): void;
  /** Move a line; `done` when it is let go. */
  drag(place: string, value: number | null, done: boolean): void;
  against(column: string): void;
  open(index: number | null): void;
  hover(index: number | null): void;
  /** Close what is open, the last first. */
  leave(): void;
  over(what: View["over"]): void;
  table(name: string): void;
  /** Take a table as CSV; null: the book's own. */
  goods(name: string, csv: string | null): void;
  drop(name: string, file: File): void;
  save(name: string): void;
  undo(): void;
  redo(): void;
  reset(): void;
  share(): void;
  copy(text: string, what: string): void;
  hush(): void;
}

/** What follows from the wants and the candidates. */
export interface Found {
  limits: Limit[];
  fails: Uint16Array;
  /** How many meet everything. */
  count: number;
  /** The cheapest of them; -1: there is none. */
  cheapest: number;
  /** What each limit costs. */
  costs: Judged["costs"];
  /** The bits that go when a limit is given up. */
  masks: number[];
  /** The edge in the picture, the cheapest first. */
  edge: number[];
  /** The limit of the column that cost is drawn against. */
  line: Limit | null;
}

/** What changes when the machine has run a candidate: what it said stands in place of the closed form. */
export function ran(view: View, index: number, said: Refined): Pick<View, "refined" | "judged"> {
  const columns = { ...view.judged.columns };
  for (const [name, value] of Object.entries(said))
    if (columns[name]) columns[name] = columns[name].map((was, i) => (i === index ? value : was));
  return { refined: new Map(view.refined).set(index, said), judged: { ...view.judged, columns } };
}

let last: { view: View; found: Found } | null = null;

export function foundIn(view: View): Found {
  const { fixed, judged, wants, against } = view;
  const was = last?.view;
  if (last && was?.judged === judged && was.wants === wants && was.against === against) return last.found;
  const limits = limitsOf(fixed, judged, wants, view.by);
  const cost = judged.columns.cost ?? [];
  const fails = failures(limits, cost);
  const line = limits.find(({ column }) => column === against) ?? null;
  const values = line?.values ?? judged.columns[against] ?? [];
  const more = fixed.columns[against]?.more ?? false;
  const edge = edgeOf(cost, values, more, fails);
  const count = fails.reduce((sum, bits) => sum + (bits ? 0 : 1), 0);
  const [cheapest, costs] = costsOf(limits, cost, fails);
  last = { view, found: { limits, fails, count, cheapest, costs, masks: masksOf(limits), edge, line } };
  return last.found;
}

/** The column that cost is drawn against, as it is judged. */
export const valuesOf = (view: View): readonly (number | null)[] =>
  foundIn(view).line?.values ?? view.judged.columns[view.against] ?? [];

/** The candidates that are listed: those that none beats, while they meet what is asked, the cheapest first. */
export function listed(view: View): number[] {
  const { edge, fails } = foundIn(view);
  const cost = view.judged.columns.cost ?? [];
  const all = new Set([...view.judged.edge.filter((i) => !fails[i]), ...edge]);
  return [...all].sort((a, b) => (cost[a] ?? 0) - (cost[b] ?? 0));
}

/** The candidates that the machine has not run, the opened one first. */
export const waiting = (view: View): number[] =>
  [...(view.opened === null ? [] : [view.opened]), ...listed(view)].filter((i) => !view.refined.has(i));

/** Whether the machine is idle and somebody looks at what it has not run. */
export const isWanted = ({ isFresh, state, refined, opened }: View): boolean =>
  isFresh && state === "done" && (!refined.size || (opened !== null && !refined.has(opened)));

export const FAMILIES = ["mirror", "raidz", "draid", "stripe"] as const;
export const familyOf = (build: Judged["builds"][number]): number =>
  Math.max(
    0,
    FAMILIES.findIndex((name) => String(build[0]).startsWith(name)),
  );

/** A candidate in words: its disks, and in short what stands beside them. */
export function nameOf(build: Judged["builds"][number] | undefined): string {
  if (!build) return "";
  const [layout, vdevs, width, disk, data, spares] = build;
  if (layout === "stripe") return `${vdevs} × ${disk}`;
  if (String(layout).startsWith("draid")) return `${vdevs} × ${layout}:${data}d:${width}c:${spares}s, ${disk}`;
  const hot = spares ? `, ${spares} spare${Number(spares) > 1 ? "s" : ""}` : "";
  return `${vdevs} × ${layout} of ${width}${hot}, ${disk}`;
}
export function besideOf(build: Judged["builds"][number] | undefined): string {
  if (!build) return "";
  const [, , , , , , log, logs, flash, flashes, special, specials, memory, head] = build;
  const parts = [
    [log, logs, "log"],
    [flash, flashes, "cache"],
    [special, specials, "special"],
  ].flatMap(([name, count, what]) => (count ? [`${what} ${Number(count) > 1 ? `${count} × ` : ""}${name}`] : []));
  const size = `${Math.round(Number(memory) / 2 ** 30)} GiB`;
  return [...parts, String(head).includes(size) ? head : `${head}, ${size}`].join(" · ");
}
