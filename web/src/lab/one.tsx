/** The time of one request, part by part. */
import type { JSX } from "preact";
import type { LabSpan } from "../data/types";
import { nice, span } from "./amounts";
import { nameOf, sidesOf, type Side, type View, type Which } from "./view";

/** The share of the axis below which a span is drawn as a mark. */
const LEAST = 0.008;

const wayOf = (view: View, side: Side, which: Which): LabSpan[] => view.runs[side]?.shown.ways[which] ?? [];
const timeIn = (view: View, side: Side, part: string): number =>
  wayOf(view, side, view.which)
    .filter((each) => each.part === part)
    .reduce((sum, each) => sum + each.to - each.from, 0);
/** The length of the axis of one request (s). */
export function reach(view: View, which: Which): number {
  return nice(Math.max(1e-5, ...sidesOf(view).map((side) => wayOf(view, side, which).at(-1)?.to ?? 0)) / 5) * 5;
}

export const at = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** The time of one request in a part, on the axis of its way. */
export function One({ view, side, part }: { view: View; side: Side; part: string }): JSX.Element {
  const width = reach(view, view.which);
  const spans = view.state === "empty" ? [] : wayOf(view, side, view.which).filter((each) => each.part === part);
  const totals = sidesOf(view).map((each) => timeIn(view, each, part));
  const total = timeIn(view, side, part);
  const first = spans.reduce(
    (best, each) => (each.to - each.from > best.to - best.from ? each : best),
    spans[0] as LabSpan,
  );
  const isIn = first && (first.to - first.from) / width > 0.22;
  const words = isIn
    ? `left:calc(${at(first.from / width)} + 6px)`
    : (spans.at(-1)?.to ?? 1) / width <= 0.72
      ? `left:calc(${at((spans.at(-1)?.to ?? 0) / width)} + 5px)`
      : first && first.to / width > 0.72
        ? `right:calc(${at(1 - first.from / width)} + 5px)`
        : `left:calc(${at((first?.to ?? 0) / width)} + 5px)`;
  return (
    <span class="one">
      {spans.map((each) => (
        <i
          class={each.is}
          style={`left:${at(each.from / width)};width:${at(Math.max(LEAST, (each.to - each.from) / width))}`}
        />
      ))}
      {first ? (
        <u class={isIn ? (first.is === "waits" ? "in" : "on") : ""} style={words}>
          {span(total, Math.max(...totals))}
        </u>
      ) : null}
    </span>
  );
}

/** The same spans of one request in one line, for screens that are too narrow for a column. */
export function OneLine({ view, side }: { view: View; side: Side }): JSX.Element {
  const way = view.state === "empty" ? [] : wayOf(view, side, view.which);
  const width = reach(view, view.which);
  const sums = new Map<string, number>();
  for (const { part, from, to } of way) sums.set(part, (sums.get(part) ?? 0) + to - from);
  const name = (part: string): string => view.fixed.rows.find((row) => row.part === part)?.name ?? part;
  return (
    <div class={`ob ${side}`}>
      <b class={`chip ${side}`}>{nameOf(side)}</b>
      <span class="one">
        {way.map((each) => (
          <i
            class={each.is}
            style={`left:${at(each.from / width)};width:${at(Math.max(LEAST, (each.to - each.from) / width))}`}
          />
        ))}
      </span>
      <small>
        {[...sums]
          .filter(([, time]) => time / width > LEAST || sums.size < 4)
          .map(([part, time]) => `${name(part)} ${span(time)}`)
          .join(" · ")}
      </small>
    </div>
  );
}
