/** The pools that none beats, as a table: closed form, what the machine says, and changes of rank. */
import type { JSX } from "preact";
import { step } from "./focus";
import { columnOf } from "./met";
import { show } from "./said";
import { besideOf, familyOf, FAMILIES, foundIn, listed, nameOf, type Acts, type View } from "./view";

const COLUMNS = ["cost", "usable", "rate", "p99", "stream", "loss", "rack", "watts"];
/** So many are listed. */
const MOST = 40;

/** The places of listed candidates in a column, by the closed form and by the machine, among those that the machine has run. */
export function ranks(view: View): Map<number, [number, number]> {
  const { line } = foundIn(view);
  const limit =
    line && ["rate", "p99", "stream"].includes(line.column)
      ? line
      : foundIn(view).limits.find(({ column }) => column === "rate");
  if (!limit) return new Map();
  const column = columnOf(limit, view.wants);
  const sign = limit.more ? -1 : 1;
  const ran = listed(view).filter((i) => typeof view.refined.get(i)?.[column] === "number");
  const by = (value: (i: number) => number): number[] => [...ran].sort((a, b) => sign * (value(a) - value(b)));
  const closed = by((i) => view.closed.columns[column]?.[i] ?? Infinity);
  const machine = by((i) => view.refined.get(i)?.[column] ?? Infinity);
  return new Map(ran.map((i) => [i, [closed.indexOf(i) + 1, machine.indexOf(i) + 1]]));
}

export function Table({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const all = listed(view);
  const places = ranks(view);
  const reached = all.slice(0, MOST).includes(view.hovered ?? -1) ? view.hovered : all[0];
  const { limits } = foundIn(view);
  const shown = view.fixed.columns;
  const columns = COLUMNS.filter((name) => shown[name]);
  const named = (column: string): string => {
    const limit = limits.find((each) => each.column === column);
    return limit ? columnOf(limit, view.wants) : column;
  };
  return (
    <section
      class="list"
      aria-label="Pools that none beats; arrows go from row to row"
      tabIndex={view.isStill ? 0 : undefined}
      onKeyDown={(event) => step(event, { ArrowDown: 1, ArrowUp: -1 })}
    >
      <p class="slide mute">slide for requests, p99, stream, loss, rack and power →</p>
      <table>
        <thead>
          <tr>
            <th scope="col">pools that none beats in all</th>
            {columns.map((name) => (
              <th scope="col" key={name}>
                {shown[name]?.short}
                {named(name) === name ? null : <small>resilvering</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.slice(0, MOST).map((i) => {
            const [was, is] = places.get(i) ?? [0, 0];
            return (
              <tr
                key={i}
                class={view.opened === i ? "on" : ""}
                onPointerEnter={() => acts.hover(i)}
                onPointerLeave={() => acts.hover(null)}
                onClick={() => (view.isStill ? undefined : acts.open(i))}
              >
                <th scope="row">
                  <i class={FAMILIES[familyOf(view.judged.builds[i] ?? [])]} />
                  <button
                    type="button"
                    data-pool={i}
                    disabled={view.isStill}
                    tabIndex={i === reached ? 0 : -1}
                    onFocus={() => acts.hover(i)}
                    onBlur={() => acts.hover(null)}
                  >
                    {nameOf(view.judged.builds[i])}
                  </button>
                  <small>{besideOf(view.judged.builds[i])}</small>
                  {was !== is ? (
                    <em title="its place by the closed form, and by the machine">{`${was} → ${is}`}</em>
                  ) : null}
                </th>
                {columns.map((name) => {
                  const column = shown[name];
                  const said = view.refined.get(i)?.[named(name)];
                  const value = view.judged.columns[named(name)]?.[i];
                  return (
                    <td key={name} class={said == null ? "" : "ran"} title={said == null ? "" : "by the machine"}>
                      {column ? show(said ?? value, column) : ""}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      {all.length > MOST ? <p class="mute">and {all.length - MOST} more, each a dot</p> : null}
      {all.length ? null : <p class="mute">No pool meets all. Move a line that “leaves no pool”.</p>}
    </section>
  );
}
