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
      class={`heat ${side}${view.refused?.side === side ? " pale" : ""}`}
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
      {paths.map((d, n) => (d ? <path class={`lv${n}`} d={d} key={n} /> : null))}
    </svg>
  );
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
