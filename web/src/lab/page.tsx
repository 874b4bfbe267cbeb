/** The page of the whole machine, as a function of what it shows. */
import type { JSX } from "preact";
import { Break } from "./break";
import { Dialog } from "./dialogs";
import { many, ms, whole } from "./amounts";
import { Loads } from "./loads";
import { Stack } from "./stack";
import { Time } from "./time";
import { difference, Verdict } from "./verdict";
import { limitOf, nameOf, sidesOf, soFar, type Acts, type View } from "./view";

/** How many of a run's seconds were simulated; the others repeat those of a steady machine. */
const simulated = (view: View): number[] =>
  sidesOf(view).map((side) => (view.runs[side]?.simulated ?? []).filter(Boolean).length / 2);

/** What the page does just now. */
function pill(view: View): [string, string] {
  if (view.state === "empty") return ["nothing to run yet", "mute"];
  if (view.refused) return [`${nameOf(view.refused.side)} is not run`, "bad"];
  const seconds = view.setup?.seconds ?? 0;
  const to = Math.min(...sidesOf(view).map((side) => (view.stale.includes(side) ? 0 : (view.runs[side]?.to ?? 0))));
  if (view.state === "running") return [to ? `${whole(to)} of ${whole(seconds)} s` : "starts …", "warn"];
  if (sidesOf(view).some((side) => soFar(view, side)))
    return [`stopped at ${whole(to)} of ${whole(seconds)} s`, "warn"];
  const behind = sidesOf(view).filter((side) => (view.runs[side]?.shown.limit.more ?? 0) > 0);
  if (behind.length)
    return [`${behind.map(nameOf).join(" and ")} ${behind.length > 1 ? "fall" : "falls"} behind`, "bad"];
  const some = simulated(view);
  const all = some.every((each) => each >= seconds);
  return [`${whole(seconds)} s${all ? "" : `, ${some.map(whole).join(" and ")} of them`} simulated`, "ok"];
}

function Top({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const [words, tone] = pill(view);
  const isEmpty = view.state === "empty";
  const isRunning = view.state === "running";
  const isStopped = view.state === "done" && !view.refused && sidesOf(view).some((side) => soFar(view, side));
  const hides = { popovertarget: "lab-more", popovertargetaction: "hide" } as const;
  return (
    <div class="top">
      <span class={`state ${tone}`} role="status" aria-live="off" title={`seed ${view.setup?.seed ?? 1}`}>
        {words}
      </span>
      <button
        type="button"
        class={`tool stop${isRunning || isStopped ? "" : " out"}`}
        disabled={!isRunning && !isStopped}
        onClick={(event) => (event.detail > 1 ? undefined : isRunning ? acts.stop() : acts.run())}
      >
        {isStopped ? "Run" : "Stop"}
      </button>
      <button type="button" class="tool undo" disabled={!view.canUndo} onClick={() => acts.undo()}>
        Undo
      </button>
      <button type="button" class="tool others" popovertarget="lab-more">
        More
      </button>
      <div class="tools" id="lab-more" popover="auto">
        <button type="button" class="tool redo" disabled={!view.canRedo} onClick={() => acts.redo()}>
          Redo
        </button>
        <button type="button" class="tool start" {...hides} onClick={() => acts.empty()}>
          Start empty
        </button>
        <button type="button" class="tool save" disabled={isEmpty} {...hides} onClick={() => acts.save()}>
          File
        </button>
        <button type="button" class="tool trace" disabled={isEmpty} {...hides} onClick={() => acts.trace("a")}>
          Trace
        </button>
        <button type="button" class="tool mine" data-action="mine" disabled={isEmpty} {...hides}>
          Your files beside A
        </button>
        <button type="button" class="tool link" disabled={isEmpty} {...hides} onClick={() => void acts.share()}>
          Copy link
        </button>
      </div>
    </div>
  );
}

/** What the page has to say besides: over the page, so that nothing moves. */
const Notes = ({ view, acts }: { view: View; acts: Acts }): JSX.Element => (
  <div class="notes" role="status">
    {view.notes.map((note) => (
      <p key={note}>{note}</p>
    ))}
    {view.notes.length ? (
      <button type="button" class="close" aria-label="Close what is said" onClick={() => acts.hush()}>
        ×
      </button>
    ) : null}
  </div>
);

function Doors({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  return (
    <nav class="doors" aria-label="Questions">
      {view.fixed.doors.map((door) => (
        <a
          class="door"
          key={door.name}
          href={door.page}
          aria-current={view.door === door.name ? "true" : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            acts.door(door.name);
          }}
        >
          {door.title}
        </a>
      ))}
    </nav>
  );
}

/** On a narrow screen limit, rate, median and p99 stay in view at the foot. */
function Bar({ view }: { view: View }): JSX.Element {
  const at = view.setup?.followed ?? 0;
  return (
    <div class="bar" aria-hidden="true">
      {sidesOf(view).map((side) => {
        const load = view.state === "empty" ? undefined : view.runs[side]?.shown.loads[at];
        const name = view.fixed.rows.find((row) => row.part === limitOf(view, side))?.name ?? "–";
        return (
          <div class={`${side}${view.stale.includes(side) ? " pale" : ""}`} key={side}>
            <b class={`chip ${side}`}>{nameOf(side)}</b>
            <strong>{name}</strong>
            <span>{load ? `${whole(load.rate)}/s${soFar(view, side) ? " …" : ""}` : "–"}</span>
            <span>{load ? `${ms(load.median)} · ${ms(load.p99)}` : ""}</span>
          </div>
        );
      })}
    </div>
  );
}

/** What a screen reader hears of a run: that it began, and after it the limits, once. */
export function heard(view: View): string {
  if (view.state === "running") return "The machines run; their numbers are those so far.";
  if (view.state !== "done") return "";
  const limits = sidesOf(view).map((side) => {
    const shown = view.runs[side]?.shown;
    const load = shown?.loads[view.setup?.followed ?? 0];
    return shown && load
      ? `${nameOf(side)}: ${shown.limit.head} ${many(load.rate)} a second, median ${ms(load.median)}, p99 ${ms(load.p99)}.`
      : "";
  });
  return [...limits, difference(view)].join(" ");
}

export function Page({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  return (
    <div class="wtg-lab" data-state={view.state} data-two={view.study.b ? "" : undefined} data-tab={view.tab}>
      <Top view={view} acts={acts} />
      <Doors view={view} acts={acts} />
      <Notes view={view} acts={acts} />
      <Verdict view={view} acts={acts} />
      <p class="lbsr" role="status" aria-live="polite">
        {heard(view)}
      </p>
      <div class="lab">
        <Loads view={view} acts={acts} />
        <Stack view={view} acts={acts} />
        <Break view={view} acts={acts} />
        <Time view={view} acts={acts} />
      </div>
      <Bar view={view} />
      <Dialog view={view} acts={acts} />
    </div>
  );
}
