/** What stands above the time axis: the stretch that is shown, and what happens. */
import type { JSX } from "preact";
import { clock } from "./amounts";
import { drag, place, timeAt, type Hung } from "./heat";
import { nameOf, sidesOf, windowOf, type Acts, type Side, type View } from "./view";

/** The bracket: which seconds the machine above shows. */
export function Bracket({ view, acts }: { view: View; acts: Acts }): JSX.Element | null {
  if (view.state === "empty" || !view.runs.a) return null;
  const [from, to] = windowOf(view);
  const seconds = view.setup?.seconds ?? 60;
  const width = to - from;
  const isOld = sidesOf(view).every((side) => view.stale.includes(side));
  const isSoFar = view.state === "running" && !view.window;
  const spoken = isOld ? "before the change: " : isSoFar ? "so far: " : "the machine above: ";
  return (
    <button
      type="button"
      class="win"
      style={`left:${place(view, from)};width:${place(view, width)}`}
      aria-label={`${spoken}${clock(from)}–${clock(to)}; arrow keys move this stretch, with shift its end`}
      onKeyDown={(event) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (event.key === "Escape") acts.look(null);
        if (!step) return;
        event.preventDefault();
        if (event.shiftKey) acts.slide(0, step);
        else acts.slide(step, step);
      }}
      onPointerDown={(event) => {
        const plots = event.currentTarget.closest<HTMLElement>(".plots");
        const begin = plots ? timeAt(view, plots, event.clientX) : 0;
        const edge = event.clientX - event.currentTarget.getBoundingClientRect().left;
        const isStart = edge < 8;
        const isEnd = event.currentTarget.getBoundingClientRect().width - edge < 8;
        drag(
          event,
          (at) => {
            if (isStart) acts.look([Math.min(at, to - 1), to]);
            else if (isEnd) acts.look([from, Math.max(at, from + 1)]);
            else {
              const moved = Math.min(seconds - width, Math.max(0, from + at - begin));
              acts.look([moved, moved + width]);
            }
          },
          view,
        );
      }}
    >
      <b>
        <span>{spoken}</span>
        {clock(from)}–{clock(to)}
      </b>
    </button>
  );
}

export function Flag({
  view,
  acts,
  number,
  hung,
}: {
  view: View;
  acts: Acts;
  number: number;
  hung: Hung;
}): JSX.Element | null {
  const event = view.setup?.events[number];
  if (!event) return null;
  const at = (side: Side): boolean => event.in.includes(side);
  return (
    <span class={`evt ${hung.name}`} style={`left:${place(view, event.at)};${hung.style}`}>
      <button
        type="button"
        class="evw"
        aria-label={`${event.words} at ${clock(event.at)}; arrow keys move it, Delete takes it away`}
        onKeyDown={(key) => {
          const step = key.key === "ArrowRight" ? 1 : key.key === "ArrowLeft" ? -1 : 0;
          if (step) acts.nudgeEvent(number, step);
          else if (key.key === "Delete" || key.key === "Backspace") acts.dropEvent(number);
          else return;
          key.preventDefault();
        }}
        onPointerDown={(press) =>
          drag(press, (time, isOver) => isOver && time !== event.at && acts.moveEvent(number, time), view)
        }
      >
        {event.words}
      </button>
      {sidesOf(view).map((side) => (
        <button
          type="button"
          key={side}
          class={`sw ${side}`}
          aria-pressed={at(side)}
          aria-label={`${event.words} in ${nameOf(side)}`}
          onClick={() => acts.switchEvent(number, side)}
        >
          {nameOf(side)}
        </button>
      ))}
    </span>
  );
}
