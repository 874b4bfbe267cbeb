/** What limits each machine, in a sentence, with rate, median and p99, and the commands that make it. */
import type { JSX } from "preact";
import { ms, span, times, whole } from "./amounts";
import { billWords, costOf, Goal } from "./goal";
import { Held, HeldWords } from "./held";
import { followed, nameOf, sidesOf, SIDES, soFar, type Acts, type Side, type View } from "./view";

export const Chip = ({ side }: { side: Side }): JSX.Element => <b class={`chip ${side}`}>{nameOf(side)}</b>;

/** A command with many vdevs of one kind in fewer words: the first, and how many there are. */
function shortened(line: string): string {
  const [start = "", ...vdevs] = line.split(/ (?=(?:mirror|raidz\d?|draid\d?\S*) )/);
  const kind = vdevs[0]?.split(" ")[0];
  return vdevs.length > 3 && vdevs.every((each) => each.split(" ")[0] === kind)
    ? `${start} ${vdevs[0]} … (${vdevs.length} × ${kind})`
    : line;
}

function Command({ view, acts, side }: { view: View; acts: Acts; side: Side }): JSX.Element {
  const lines = view.setup?.sides[side]?.commands ?? [];
  const name = view.setup?.sides[side]?.name ?? view.study[side]?.name ?? "a machine";
  const cost = costOf(view, side);
  const typed = lines.filter((line) => !line.startsWith("#")).map(shortened);
  // What no command sets: `# help: path = value`.
  const rest = lines.filter((line) => line.startsWith("#")).map((line) => line.replace(/^.*: (?=[\w.]+ = )|^# /, ""));
  const refused = view.refused?.side === side ? view.refused.message : "";
  const wrong = Object.entries((view.study[side]?.settings ?? {}) as Record<string, unknown>).filter(([path]) =>
    refused.includes(path),
  );
  const isSame = side === "b" && view.setup?.sides.a.machine === view.setup?.sides.b?.machine;
  return (
    <div class="cmd">
      <button
        type="button"
        class="mach"
        disabled={view.isStill}
        aria-haspopup="dialog"
        onClick={() => acts.open({ what: "machine", side })}
      >
        {isSame ? "as A, plus" : name}
      </button>
      {cost === null ? null : <span title={billWords(view, side)}>${whole(cost)}</span>}
      <code title={lines.join("\n")} translate={false}>
        {typed.length ? <i># </i> : null}
        {lines.length ? typed.join("; ") : side === "b" ? "the same as A" : "zpool create …"}
        {wrong.map(([path, value]) => (
          <span class="wrong" key={path}>{` ${path} = ${String(value)}`}</span>
        ))}
        {rest.length ? <i>{`${typed.length ? " · " : ""}${rest.join(" · ")}`}</i> : null}
      </code>
      <button
        type="button"
        class="copy"
        aria-label={`Copy the commands of ${nameOf(side)}`}
        disabled={!lines.length}
        onClick={() => acts.copy(lines.join("\n"), `The commands of ${nameOf(side)}`)}
      >
        copy
      </button>
      <button
        type="button"
        class="copy"
        aria-haspopup="dialog"
        aria-label={`Paste commands for ${nameOf(side)}`}
        onClick={() => acts.open({ what: "paste", side })}
      >
        paste
      </button>
    </div>
  );
}

function Numbers({ view, side }: { view: View; side: Side }): JSX.Element {
  const load = view.runs[side]?.shown.loads[view.setup?.followed ?? 0];
  const name = followed(view)?.does ?? "";
  const none = !load || view.state === "empty" || view.refused?.side === side;
  return (
    <>
      <span class="n" data-l={name}>
        {none ? "–" : whole(load.rate)}
        {none ? "" : <small>/s</small>}
      </span>
      <span class="n" data-l="median">
        {none ? "–" : ms(load.median)}
      </span>
      <span class="n" data-l="p99" title={none ? "" : `p99.9: ${ms(load.p999)}`}>
        {none ? "–" : ms(load.p99)}
      </span>
    </>
  );
}

/** The sentence of one machine. */
function Say({ view, side }: { view: View; side: Side }): JSX.Element {
  if (view.refused?.side === side) return <p class="no">{view.refused.message}</p>;
  const limit = view.runs[side]?.shown.limit;
  if (view.state === "empty")
    return (
      <p>
        <strong>Nothing is here yet.</strong> Choose a question above, a machine, or paste your own command.
      </p>
    );
  if (!limit) return <p class="mute">{view.state === "running" ? "Sets up this machine …" : "–"}</p>;
  const lost =
    view.runs[side]?.shown.off && view.runs[side].said.join(" ").match(/; (nothing lost|[\d,]+ bytes lost[^.]*)/);
  return (
    <p>
      <strong>{limit.head}</strong> <span>{lost ? `Lost: ${lost[1]}.` : limit.rest.replaceAll(" %", "\u00a0%")}</span>
    </p>
  );
}

function Ratio({ view }: { view: View }): JSX.Element | null {
  const at = view.setup?.followed ?? 0;
  const [a, b] = [view.runs.a?.shown.loads[at], view.runs.b?.shown.loads[at]];
  if (!a || !b || view.state === "empty" || view.refused || SIDES.some((side) => soFar(view, side))) return null;
  return (
    <span class="times">
      <b>{times(a.rate, b.rate)}</b>
      <b>{times(a.median, b.median)}</b>
      <b>{times(a.p99, b.p99)}</b>
    </span>
  );
}

/** The difference of both machines, in a sentence. */
export function difference(view: View): string {
  const load = followed(view);
  const at = view.setup?.followed ?? 0;
  const [a, b] = [view.runs.a?.shown.loads[at], view.runs.b?.shown.loads[at]];
  if (!a || !b || !load || view.refused) return "";
  const [factor, change] = [
    times(a.rate, b.rate),
    (was: number, is: number): string => (times(was, is) === "the same" ? "as in A" : `instead of ${span(was)}`),
  ];
  const much =
    factor === "the same"
      ? `as many ${load.does} a second as A`
      : `${factor.replace(/^. /, "")} times as ${b.rate > a.rate ? "many" : "few"} ${load.does} a second as A`;
  return `B answers ${much}; half of them within ${span(b.median)} ${change(a.median, b.median)}, 99 in 100 within ${span(b.p99)} ${change(a.p99, b.p99)}.`;
}

export function Verdict({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  return (
    <section class="verdict" aria-label="What limits A and B">
      {view.door ? <p class="lbsr">{view.lead}</p> : null}
      <div class="vhead" aria-hidden="true">
        <span class="lblead">{view.door ? view.lead : ""}</span>
        <span>{followed(view)?.does ?? "requests"}</span>
        <span>median</span>
        <span>p99</span>
        <span>measured</span>
      </div>
      {sidesOf(view).map((side) => (
        <div class={`v ${side}${view.stale.includes(side) && view.refused?.side !== side ? " old" : ""}`} key={side}>
          <Chip side={side} />
          <div class="say">
            <Say view={view} side={side} />
            <Command view={view} acts={acts} side={side} />
          </div>
          <Numbers view={view} side={side} />
          <Held view={view} acts={acts} side={side} />
          {view.isStill ? (
            <div class="set" popover="auto" id={`lab-held-${side}`}>
              <HeldWords view={view} side={side} />
            </div>
          ) : null}
          {soFar(view, side) ? <span class="sofar">{soFar(view, side)}</span> : null}
          {side === "b" ? <Ratio view={view} /> : null}
        </div>
      ))}
      {view.study.b ? null : (
        <div class="v b">
          <Chip side="b" />
          <div class="say">
            <p class="mute">
              B begins as a copy of A.{" "}
              {view.state === "empty" ? (
                "Change one part of it."
              ) : (
                <button type="button" class="copy" onClick={() => acts.compare(true)}>
                  Compare with a B
                </button>
              )}
            </p>
          </div>
        </div>
      )}
      <Goal view={view} />
    </section>
  );
}
