/** The run over time: latencies as heat maps on one axis, what happens, and the stretch that the machine above shows. */
import type { JSX } from "preact";
import { clock, ticks, whole } from "./amounts";
import { Bracket, Flag } from "./flags";
import { cells, hang, Heat, heatOf, type Hung, LEVELS, place, timeAt } from "./heat";
import { windowOf, followed, nameOf, sidesOf, SIDES, type Acts, type Tab, type View } from "./view";

function HeatPane({ view, acts, most }: { view: View; acts: Acts; most: number }): JSX.Element {
  const sides = sidesOf(view);
  const seconds = view.setup?.seconds ?? 60;
  const events = view.state === "empty" ? [] : (view.setup?.events ?? []);
  const [from, to] = windowOf(view);
  const { hung, rows } = hang(view);
  const labels = ["1 s", "", "10 ms", "", "0.1 ms"];
  return (
    <div class="lanebox" style={rows}>
      <div class="yax" aria-hidden="true">
        <span class="ev-l"></span>
        {sides.map((side) => (
          <span class={`yl ${side}`} key={side}>
            <b class={`chip ${side}`}>{nameOf(side)}</b>
            {labels.map((text, n) => (text ? <em style={`top:${n * 20}%`}>{text}</em> : null))}
          </span>
        ))}
      </div>
      <div
        class="plots"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const kind = event.dataTransfer?.getData("text/plain");
          event.preventDefault();
          if (kind) acts.happen(kind, timeAt(view, event.currentTarget, event.clientX));
        }}
      >
        <div class="events">
          <Bracket view={view} acts={acts} />
          {events.map((_, number) => (
            <Flag view={view} acts={acts} number={number} hung={hung[number] as Hung} key={number} />
          ))}
        </div>
        {sides.map((side) => (
          <Heat view={view} side={side} most={most} key={side} />
        ))}
        {view.state === "empty" || !view.runs.a ? null : (
          <span class="band" style={`left:${place(view, from)};width:${place(view, to - from)}`}></span>
        )}
        {events.map((event, number) => (
          <span
            key={number}
            class={`vline ${event.in === "b" ? "bo" : event.in === "a" ? "ao" : ""}`}
            style={`left:${place(view, event.at)};${hung[number]?.style ?? ""}`}
          ></span>
        ))}
        <div class="xax" aria-hidden="true">
          {ticks(seconds).map((at) => (
            <span class={at === seconds ? "last" : ""} style={`left:${place(view, at)}`} key={at}>
              {clock(at)}
              {at ? "" : " min"}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Which seconds were simulated, in words. */
const repeated = (view: View): string[] =>
  sidesOf(view).flatMap((side) => {
    const all = view.runs[side]?.simulated ?? [];
    const some = all.filter(Boolean).length;
    return some < all.length
      ? [
          `${nameOf(side)}: ${whole(some / 2)} of ${whole(all.length / 2)} s were simulated; the others repeat those before.`,
        ]
      : [];
  });

/** What happened, a paragraph for each stretch between events. */
const Words = ({ view }: { view: View }): JSX.Element => (
  <ol class="said" tabindex={0} aria-label="What happened, in words">
    {sidesOf(view).flatMap((side) =>
      (view.runs[side]?.said ?? []).map((text) => (
        <li key={side + text}>
          <b class={`chip ${side}`}>{nameOf(side)}</b> {text}
        </li>
      )),
    )}
    {view.state === "done" ? repeated(view).map((text) => <li class="mute">{text}</li>) : null}
    {view.state === "running" ? <li class="mute">The run is under way.</li> : null}
  </ol>
);

const TABS: [Tab, string][] = [
  ["heat", "Latency over time"],
  ["printed", "zpool iostat, iostat"],
  ["words", "In words"],
];

export function Time({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const counts = SIDES.flatMap((side) => cells(heatOf(view, side)).map(({ count }) => count));
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  const load = followed(view);
  const isRepeated = view.state !== "empty" && sidesOf(view).some((side) => view.runs[side]?.simulated.includes(false));
  const printed = sidesOf(view)
    .map((side) => view.runs[side]?.shown.printed)
    .filter(Boolean)
    .join("\n\n");
  return (
    <section class="time" aria-label="Over time">
      <div class="lbtabs" role={view.isStill ? "radiogroup" : "tablist"} aria-label="Pictures of the run">
        {TABS.map(([tab, name]) =>
          view.isStill ? (
            <label key={tab}>
              <input type="radio" name="lab-tab" value={tab} checked={tab === "heat"} />
              {name}
            </label>
          ) : (
            <button
              type="button"
              role="tab"
              key={tab}
              aria-selected={view.tab === tab}
              tabindex={view.tab === tab ? 0 : -1}
              onClick={() => acts.tab(tab)}
              onKeyDown={(event) => turn(event)}
            >
              {name}
            </button>
          ),
        )}
        {view.state === "empty" ? null : view.tab === "heat" ? (
          <span class="key" aria-hidden="true">
            <span class="kt">{load ? `${load.does} of ${load.name}, each half second` : ""}</span>{" "}
            <span class="kl">1</span>
            {Array.from({ length: LEVELS }, (_, n) => (
              <i class={`k${n}`} key={n}></i>
            ))}
            <span class="kl">{whole(most)}</span>
            {isRepeated ? (
              <>
                <i class="real"></i> simulated, else repeated
              </>
            ) : null}
          </span>
        ) : (
          <span class="key">
            {view.tab === "printed"
              ? "averages of a second, as the command prints them; medians and p99 stand above"
              : ""}
          </span>
        )}
      </div>
      {view.tab === "heat" || view.isStill ? <HeatPane view={view} acts={acts} most={most} /> : null}
      {view.tab === "printed" || view.isStill ? (
        <pre class="iostat" tabindex={0} aria-label="As zpool iostat and iostat print it" translate={false}>
          {printed || (view.state === "running" ? "Runs once more, to print it …" : "Nothing ran yet.")}
        </pre>
      ) : null}
      {view.tab === "words" || view.isStill ? <Words view={view} /> : null}
    </section>
  );
}

/** Arrow keys go from tab to tab. */
function turn(event: KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!step) return;
  const all = [
    ...((event.currentTarget as HTMLElement).parentElement?.querySelectorAll<HTMLElement>("[role=tab]") ?? []),
  ];
  const next = all[(all.indexOf(event.currentTarget as HTMLElement) + step + all.length) % all.length];
  next?.focus();
  next?.click();
  event.preventDefault();
}
