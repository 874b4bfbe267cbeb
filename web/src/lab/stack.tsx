/** The machine from the programs to the devices: a row for each part, A over B. */
import type { JSX } from "preact";
import { percent } from "./amounts";
import { Heads } from "./heads";
import { isQuiet, Lane, tellLane } from "./lanes";
import { OneLine } from "./one";
import { busyOf, followed, partOf, sidesOf, type Acts, type Side, type View } from "./view";

/** Parts that are shown only where a machine has them; else they are free slots. */
const EXTRA = new Set(["flash", "special"]);
const LATER: Record<string, string> = { group: "start", cable: "pass", disk: "end" };

const isThere = (view: View, part: string): boolean =>
  !EXTRA.has(part) || sidesOf(view).some((side) => partOf(view, side, part)?.lacks === null);

/** The stops of the followed request's way in a machine: the parts where it spends time. */
function railOf(view: View, side: Side): Map<string, string> {
  const rows = view.fixed.rows.map((row) => row.part).filter((part) => isThere(view, part));
  const way = view.runs[side]?.shown.ways;
  const passed = new Set([...(way?.median ?? []), ...(way?.slow ?? [])].map((each) => each.part));
  const stops = rows.filter((part) => {
    const busy = busyOf(view, side, part);
    return part === "programs" || passed.has(part) || (busy && busy.waits + busy.works > 0.0005);
  });
  const [first, last] = [rows.indexOf(stops[0] ?? ""), rows.indexOf(stops.at(-1) ?? "")];
  const kinds = new Map<string, string>();
  if (view.state === "empty" || first < 0 || first === last) return kinds;
  rows.forEach((part, n) => {
    if (n < first || n > last) return;
    kinds.set(part, n === first ? "start" : n === last ? "end" : stops.includes(part) ? "stop" : "pass");
  });
  return kinds;
}

/** What is said under the name of a part: of A, or of B where A has none. */
function About({ view, part }: { view: View; part: string }): JSX.Element {
  const [a, b] = [partOf(view, "a", part), partOf(view, "b", part)];
  return (
    <small>
      {a?.about || b?.about || ""}
      {b?.about && a?.about && b.about !== a.about ? <em class="lbsr">B: {b.about}</em> : null}
    </small>
  );
}

function Row({
  view,
  acts,
  part,
  rails,
}: {
  view: View;
  acts: Acts;
  part: View["fixed"]["rows"][number];
  rails: Map<string, string>[];
}): JSX.Element {
  const sides = sidesOf(view);
  const isAside = sides.every((side) => partOf(view, side, part.part)?.aside);
  const later = LATER[part.part];
  return (
    <div class={`lbrow${isAside ? " aside" : ""}${isQuiet(view, part.part) ? " quiet" : ""}`} data-part={part.part}>
      <span class="rail" aria-hidden="true">
        {sides.map((side, n) => {
          const kind = rails[n]?.get(part.part);
          return kind ? <i class={`${side} ${kind}`} key={side}></i> : null;
        })}
        {later && view.state !== "empty" ? <i class={`g ${later}`}></i> : null}
      </span>
      <svg class="glyph" viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
        <path d={part.sign} />
      </svg>
      <button
        type="button"
        class="part"
        aria-describedby={`lab-say-${part.part}`}
        aria-haspopup="dialog"
        popovertarget={view.isStill ? `lab-say-${part.part}` : undefined}
        onClick={() => acts.open({ what: part.part, side: view.study.b ? "b" : "a" })}
        onKeyDown={(event) => moveBy(event)}
      >
        <strong>{part.name}</strong>
        <About view={view} part={part.part} />
        <span class="pw q" aria-hidden="true">
          {sides.map((side) => {
            const busy = busyOf(view, side, part.part);
            return busy && partOf(view, side, part.part)?.lacks === null ? (
              <span class={side}>{percent(busy.use)}</span>
            ) : null;
          })}
        </span>
      </button>
      <div class="lanes" aria-hidden="true">
        {sides.map((side) => (
          <Lane view={view} side={side} part={part.part} key={side} />
        ))}
      </div>
      {view.isStill ? (
        <div class="set" popover="auto" id={`lab-say-${part.part}`}>
          <strong>{part.name}</strong>
          {sides.map((side) => (
            <p key={side}>
              {tellLane(view, side, part.part)} <small>{partOf(view, side, part.part)?.about}</small>
            </p>
          ))}
        </div>
      ) : (
        <span class="lbsr" id={`lab-say-${part.part}`}>
          {sides.map((side) => tellLane(view, side, part.part)).join(" ")}
        </span>
      )}
    </div>
  );
}

/** Up and down go from part to part. */
function moveBy(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (!step) return;
  const here = event.currentTarget as HTMLElement;
  const all = [...(here.closest(".stack")?.querySelectorAll<HTMLElement>(".part") ?? [])];
  all[all.indexOf(here) + step]?.focus();
  event.preventDefault();
}

export function Stack({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const rows = view.fixed.rows.filter((row) => isThere(view, row.part));
  const groups = [...new Set(rows.map((row) => row.group))];
  const rails = sidesOf(view).map((side) => railOf(view, side));
  const slots = view.fixed.rows.filter((row) => !isThere(view, row.part));
  return (
    <section class={`stack${rows.length > 9 ? " many" : ""}`} aria-label="The machine">
      <Heads view={view} acts={acts} />
      {groups.map((group) => (
        <section class="lbbox" aria-label={group} key={group}>
          <h3 aria-hidden="true">{group}</h3>
          {rows
            .filter((row) => row.group === group)
            .map((row) => (
              <Row view={view} acts={acts} part={row} rails={rails} key={row.part} />
            ))}
        </section>
      ))}
      <div class="onebars" aria-hidden="true">
        <h2>
          One {followed(view)?.one ?? "request"}, the {view.which === "median" ? "median" : "slowest 1 %"}
        </h2>
        {sidesOf(view).map((side) => (
          <OneLine view={view} side={side} key={side} />
        ))}
      </div>
      <div class="slots">
        free slots:
        {slots.map((row) => (
          <button
            type="button"
            key={row.part}
            onClick={() => acts.open({ what: row.part, side: view.study.b ? "b" : "a" })}
          >
            + {row.name.toLowerCase()}
          </button>
        ))}
        <button type="button" onClick={() => acts.open({ what: "network", side: view.study.b ? "b" : "a" })}>
          + network port
        </button>
      </div>
    </section>
  );
}
