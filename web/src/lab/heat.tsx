/** Latencies over time as a heat map, and what moves along its axis. */
import type { JSX } from "preact";
import { followed, nameOf, type Side, type View } from "./view";

/** Bins: ten a decade from 10 us; five decades are drawn, two bins to a row. */
const [DECADES, ROWS, JOIN] = [5, 25, 2];
export const LEVELS = 6;

export const heatOf = (view: View, side: Side): number[][][] => view.runs[side]?.heat[view.setup?.followed ?? 0] ?? [];
export const place = (view: View, at: number): string => `${((100 * at) / (view.setup?.seconds ?? 60)).toFixed(2)}%`;

/** Answers in each cell: the columns of a run, in rows from the longest latency down. */
export function cells(columns: number[][][]): { x: number; y: number; count: number }[] {
  return columns.flatMap((column, x) => {
    const rows = new Map<number, number>();
    for (const [bin = 0, count = 0] of column) {
      const y = Math.max(0, ROWS - 1 - Math.floor(bin / JOIN));
      rows.set(y, (rows.get(y) ?? 0) + count);
    }
    return [...rows].map(([y, count]) => ({ x, y, count }));
  });
}

/** A line below the half seconds that were simulated, where others were not. */
function real(view: View, side: Side): string {
  const all = view.state === "empty" ? [] : (view.runs[side]?.simulated ?? []);
  return all.includes(false) ? all.map((isReal, x) => (isReal ? `M${x} ${ROWS - 0.4}h1.03` : "")).join("") : "";
}

export function Heat({ view, side, most }: { view: View; side: Side; most: number }): JSX.Element {
  const seconds = view.setup?.seconds ?? 60;
  const width = seconds / view.fixed.step;
  const level = (count: number): number =>
    Math.min(LEVELS - 1, Math.floor((Math.log(count) / Math.log(Math.max(2, most))) * LEVELS));
  const load = followed(view);
  // One path for each level: a run has some thousand cells.
  const paths = Array.from({ length: LEVELS }, () => "");
  for (const { x, y, count } of cells(view.state === "empty" ? [] : heatOf(view, side)))
    if (count > 0) paths[level(count)] += `M${x} ${y}h1.03v1.03h-1.03z`;
  return (
    <svg
      class={`heat ${side}${view.refused?.side === side || view.stale.includes(side) ? " pale" : ""}`}
      viewBox={`0 0 ${width} ${ROWS}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Latencies of ${load?.name ?? "the load"} in ${nameOf(side)}, each half second, from 10 µs to 1 s; In words tells them`}
    >
      <g class="grid">
        {[1, 2, 3, 4].map((n) => (
          <line x1="0" x2={width} y1={(n * ROWS) / DECADES} y2={(n * ROWS) / DECADES} key={n} />
        ))}
      </g>
      <path class="real" d={real(view, side)} />
      {paths.map((d, n) => (d ? <path class={`lv${n}`} d={d} key={n} /> : null))}
    </svg>
  );
}

/** How a flag hangs: the names of its class, and the rows above the lowest, as a style. */
export interface Hung {
  name: string;
  style: string;
}
/** Widths of the axis, and of a flag's letter and its other parts (px): about, for what must not lie on each other. */
const AXES = { wide: 900, narrow: 230 };
const [LETTER, REST] = [7, 68];

/** Hang the flags in rows, so that none lies on another, and the number of rows, on a wide and on a narrow axis. */
export function hang(view: View): { hung: Hung[]; rows: string } {
  const events = view.setup?.events ?? [];
  const hung = events.map(() => ({ name: "", style: "" }));
  let rows = "";
  for (const [name, axis] of Object.entries(AXES)) {
    const ends: number[][] = [];
    const order = events.map((_, n) => n).sort((a, b) => (events[a]?.at ?? 0) - (events[b]?.at ?? 0));
    for (const n of order) {
      const { at, words } = events[n] as (typeof events)[number];
      const [x, wide] = [(at / (view.setup?.seconds ?? 60)) * axis, words.length * LETTER + REST];
      const isBack = x + wide > axis;
      const [from, to] = isBack ? [x - wide, x] : [x, x + wide];
      const isFree = (row: number[] | undefined): boolean =>
        !row?.some((_, k) => k % 2 === 0 && from < (row[k + 1] as number) && to > (row[k] as number));
      let up = 0;
      while (!isFree(ends[up])) up += 1;
      (ends[up] ??= []).push(from, to);
      const one = hung[n] as Hung;
      one.name += isBack ? ` back-${name}` : "";
      one.style += `--up-${name}:${up};`;
    }
    rows += `--rows-${name}:${Math.max(1, ends.length)};`;
  }
  return { hung, rows };
}

/** The time beneath the pointer (s). */
export function timeAt(view: View, plots: HTMLElement, x: number): number {
  const box = plots.getBoundingClientRect();
  const seconds = view.setup?.seconds ?? 60;
  return Math.min(seconds, Math.max(0, Math.round(((x - box.left) / box.width) * seconds * 2) / 2));
}

/** Follow the pointer until it is let go. */
export function drag(event: PointerEvent, work: (at: number, isOver: boolean) => void, view: View): void {
  const plots = (event.currentTarget as HTMLElement).closest<HTMLElement>(".plots");
  if (!plots || event.button) return;
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus();
  const move = (next: PointerEvent): void => work(timeAt(view, plots, next.clientX), false);
  const end = (next: PointerEvent): void => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    work(timeAt(view, plots, next.clientX), true);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
