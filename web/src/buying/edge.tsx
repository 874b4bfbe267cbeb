/** The pools on the edge as buttons over their dots, and the words of the dot that is looked at. */
import type { JSX } from "preact";
import { columnOf } from "./met";
import { step } from "./focus";
import { pile, placesOf } from "./places";
import { show } from "./said";
import { besideOf, foundIn, nameOf, valuesOf, type Acts, type View } from "./view";

/** The words of a dot are so wide at most, and so far from it (pixels). */
const [WIDEST, AWAY] = [250, 14];

/** What a dot is, in words. */
function told(view: View, i: number): string {
  const { columns } = view.judged;
  const { limits, fails, line: limit } = foundIn(view);
  const shown = view.fixed.columns;
  const then = limit && columnOf(limit, view.wants) !== limit.column ? ", resilvering" : "";
  const line = (name: string, value: number | null | undefined, more = ""): string => {
    const column = shown[name];
    return column ? `${column.label}${more} ${show(value, column)}` : "";
  };
  const missed = limits.filter((_, bit) => (fails[i] as number) & (1 << bit)).map(({ label }) => label);
  return [
    line("cost", columns.cost?.[i]),
    line(view.against, valuesOf(view)[i], then),
    missed.length ? `misses ${missed.join(", ")}` : "meets all",
  ].join("; ");
}

/** The pools on the edge, as buttons over their dots: arrows go along, Enter opens. */
export function Edge({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const { px, py, width, height } = placesOf(view);
  const { edge } = foundIn(view);
  const [cost, values] = [view.judged.columns.cost ?? [], valuesOf(view)];
  const current = edge.includes(view.opened ?? -1) ? view.opened : edge[0];
  return (
    <div
      class="edge"
      role="group"
      aria-label="Pools on the edge, the cheapest first"
      onKeyDown={(event) => step(event, { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 })}
    >
      {edge.map((i) => (
        <button
          type="button"
          key={i}
          tabIndex={i === current ? 0 : -1}
          class={`${view.opened === i ? "on" : ""} ${view.refined.has(i) ? "ran" : ""}`}
          style={{ left: `${(px(cost[i]) / width) * 100}%`, top: `${(py(values[i]) / height) * 100}%` }}
          disabled={view.isStill}
          aria-label={`${nameOf(view.judged.builds[i])}; ${told(view, i)}`}
          onFocus={() => acts.hover(i)}
          onBlur={() => acts.hover(null)}
          data-pool={i}
          aria-expanded={view.opened === i}
          onClick={(event) => {
            if (event.detail) return; // a press: the picture knows which dot is nearest
            event.stopPropagation();
            acts.open(i);
          }}
        />
      ))}
    </div>
  );
}

export function Tip({ view }: { view: View }): JSX.Element | null {
  const { px, py, width, height } = placesOf(view);
  const i = view.hovered;
  const build = i === null ? undefined : view.judged.builds[i];
  if (i === null || !build) return null;
  const [x, y] = [px(view.judged.columns.cost?.[i]), py(valuesOf(view)[i])];
  const many = pile(view, i).length;
  const isLeft = x > width * 0.55;
  const side = `${isLeft ? "left" : "right"} ${y > height * 0.6 ? "above" : "below"}`;
  const most = Math.min(WIDEST, (isLeft ? x : width - x) - AWAY);
  return (
    <div class={`tip ${side}`} style={{ left: `${x}px`, top: `${y}px`, maxWidth: `${most}px` }} aria-hidden="true">
      <b>{nameOf(build)}</b>
      <span>{besideOf(build)}</span>
      <span>{told(view, i)}</span>
      {many > 1 ? <span>{many} pools lie here</span> : null}
    </div>
  );
}
