/** The candidates as dots: cost across, another number up; the lines that they have to meet, and the edge. */
import type { JSX } from "preact";
import { drags } from "./drag";
import { Edge, Tip } from "./edge";
import { columnOf } from "./met";
import { BOTTOM, dots, LEFT, nearest, placesOf, RIGHT, steps, TOP } from "./places";
import { show, tick } from "./said";
import { round } from "./scale";
import { FAMILIES, foundIn, valuesOf, type Acts, type View } from "./view";

/** A press on a line that moves less (pixels) is meant for a dot beneath it. */
const SLACK = 3;

const Axes = ({ view }: { view: View }): JSX.Element => {
  const { x, y, width, height, px, py } = placesOf(view);
  const [across, up] = [view.fixed.columns.cost, view.fixed.columns[view.against]];
  const few = width < 480 && x.ticks.length > 4 ? x.ticks.filter((_, i) => i % 2 === 0) : x.ticks;
  return (
    <g class="axes">
      {y.ticks.map((value) => (
        <g key={`y${value}`}>
          <path d={`M${LEFT},${py(value).toFixed(1)}H${width - RIGHT}`} />
          <text x={LEFT - 7} y={py(value)} dy="0.35em" text-anchor="end">
            {up ? tick(value, up) : value}
          </text>
        </g>
      ))}
      {few.map((value) => (
        <g key={`x${value}`}>
          <path d={`M${px(value).toFixed(1)},${TOP}V${height - BOTTOM}`} />
          <text x={px(value)} y={height - BOTTOM + 14} text-anchor="middle">
            {across ? tick(value, across) : value}
          </text>
        </g>
      ))}
      <text class="name" x={width - RIGHT} y={height - 4} text-anchor="end">
        {across?.label} →
      </text>
    </g>
  );
};

/** The lines of the two columns that are shown, and the sides of them that fail. */
function Lines({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const { x, y, width, height, px, py } = placesOf(view);
  const { limits, line } = foundIn(view);
  const budget = limits.find(({ column }) => column === "cost");
  const [bx, ly] = [budget?.wanted ? px(budget.wanted) : width - RIGHT, line?.wanted ? py(line.wanted) : null];
  const free = line?.more ? height - BOTTOM : TOP;
  const at = ly ?? free;
  const shade = line ? (line.more ? [at, height - BOTTOM] : [TOP, at]) : [0, 0];
  const across = (share: number): number => (share * width - LEFT) / (width - LEFT - RIGHT);
  const up = (share: number): number => 1 - (share * height - TOP) / (height - TOP - BOTTOM);
  const said = (column: string, value: number): string => {
    const shown = view.fixed.columns[column];
    return shown ? show(value, shown) : String(value);
  };
  const none = (share: number, more: boolean): boolean => (more ? share <= 0.004 : share >= 0.996);
  return (
    <g class="lines">
      <rect class="shade" x={bx} y={TOP} width={Math.max(0, width - RIGHT - bx)} height={height - TOP - BOTTOM} />
      <rect
        class="shade"
        x={LEFT}
        y={shade[0]}
        width={Math.max(0, bx - LEFT)}
        height={(shade[1] ?? 0) - (shade[0] ?? 0)}
      />
      {line ? (
        <g
          class={`line up${line.wanted === null ? " free" : ""}`}
          onPointerDown={drags((_, down, done) => {
            acts.drag(line.at, none(up(down), line.more) ? null : round(y.value(up(down))), done);
          }, SLACK)}
        >
          <path class="hit" d={`M${LEFT},${at}H${width - RIGHT}`} />
          <path d={`M${LEFT},${at}H${width - RIGHT}`} />
          <text x={LEFT + 6} y={at} dy={at > TOP + 16 ? -5 : 13}>
            {line.wanted === null && !view.isStill ? "drag: " : ""}
            {line.label} {line.wanted === null ? "" : said(line.column, line.wanted)}
          </text>
        </g>
      ) : null}
      {budget ? (
        <g
          class={`line across${budget.wanted === null ? " free" : ""}`}
          onPointerDown={drags((right, _, done) => {
            acts.drag(budget.at, none(across(right), false) ? null : round(x.value(across(right))), done);
          }, SLACK)}
        >
          <path class="hit" d={`M${bx},${TOP}V${height - BOTTOM}`} />
          <path d={`M${bx},${TOP}V${height - BOTTOM}`} />
          <text x={bx - 5} y={TOP + 12} text-anchor="end">
            {budget.wanted === null ? (view.isStill ? "" : "drag: budget") : `budget ${said("cost", budget.wanted)}`}
          </text>
        </g>
      ) : null}
    </g>
  );
}

/** What the machine said, as a way from the closed form's dot. */
function Machine({ view }: { view: View }): JSX.Element {
  const { px, py } = placesOf(view);
  const { line } = foundIn(view);
  const column = line ? columnOf(line, view.wants) : view.against;
  const [cost, values] = [view.judged.columns.cost ?? [], view.closed.columns[column] ?? []];
  return (
    <g class="machine">
      {[...view.refined].map(([i, said]) => {
        const to = said[column];
        if (typeof to !== "number") return null;
        const [at, from, end] = [px(cost[i]), py(values[i]), py(to)];
        return <path key={i} d={`M${at.toFixed(1)},${from.toFixed(1)}V${end.toFixed(1)}m-4,0h8`} />;
      })}
    </g>
  );
}

export function Picture({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const { width, height, px, py } = placesOf(view);
  const [cost, values] = [view.judged.columns.cost ?? [], valuesOf(view)];
  const under = (event: { clientX: number; clientY: number; currentTarget: Element }): number | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const times = width / box.width;
    return nearest(view, (event.clientX - box.left) * times, (event.clientY - box.top) * times);
  };
  const ring = view.opened ?? view.hovered;
  const [bad, ...good] = dots(view);
  return (
    <div
      class="field"
      style={{ aspectRatio: `${width} / ${height}` }}
      onPointerMove={(event) => (event.buttons ? undefined : acts.hover(under(event)))}
      onPointerLeave={() => acts.hover(null)}
      onClick={(event) => {
        const found = view.isStill ? null : under(event);
        if (found !== null) acts.open(found);
      }}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${view.judged.builds.length.toLocaleString("en-US")} candidate pools as dots`}
      >
        <Axes view={view} />
        <path class="dots bad" d={bad} />
        {good.map((path, family) => (
          <path key={FAMILIES[family]} class={`dots ${FAMILIES[family]}`} d={path} />
        ))}
        <Lines view={view} acts={acts} />
        <path class="steps" d={steps(view)} />
        <Machine view={view} />
        {ring === null ? null : <circle class="ring" cx={px(cost[ring])} cy={py(values[ring])} r={8} />}
      </svg>
      <Edge view={view} acts={acts} />
      <Tip view={view} />
    </div>
  );
}
