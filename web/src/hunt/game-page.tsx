/** A hunt, as a function of its view. */
import type { JSX } from "preact";
import { Conclusion } from "./verdict-page";
import { summary, type Scores } from "./kept";
import { complaintOf, spentOf, type Fixed, type Heard, type Probe, type View } from "./view";

export interface Deeds {
  begin(seed?: number): void;
  probe(name: string): void;
  choose(diagnosis: string): void;
  judge(): void;
}
interface Shown {
  view: View | null;
  fixed: Fixed;
  scores: Scores;
  /** What is wrong with the address. */
  fault: string;
  isExercise: boolean;
  deeds: Deeds;
}

function Tools({ view, probes, deeds }: { view: View; probes: Probe[]; deeds: Deeds }): JSX.Element {
  return (
    <ul class="hu-tools" aria-label="Tools">
      {probes.map(({ name, command, seconds, shows, blind, loads }) => {
        const isAsked = view.asked.some((each) => each.name === name);
        return (
          <li key={name}>
            <button
              type="button"
              class="hu-tool"
              aria-disabled={isAsked}
              data-probe={name}
              aria-describedby={`hu-${view.seed}-${name.replace(/ /g, "-")}`}
              onClick={() => deeds.probe(name)}
            >
              <code translate={false}>{command}</code>
              <span class="hu-cost">
                {seconds} s{loads ? ", loads the server" : ""}
                {isAsked ? " ✓" : ""}
              </span>
            </button>
            <p id={`hu-${view.seed}-${name.replace(/ /g, "-")}`}>
              Shows {shows}. <i>Blind:</i> {blind}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Said({ heard, probe }: { heard: Heard; probe: Probe }): JSX.Element {
  const load = heard.load >= 0.001 ? `, ${(100 * heard.load).toFixed(1)} % of a core` : "";
  return (
    <details class="hu-said" open data-probe={probe.name}>
      <summary>
        <code translate={false}>$ {probe.command}</code>{" "}
        <span class="hu-cost">{heard.text === null ? "…" : `${probe.seconds} s${load}`}</span>
      </summary>
      {heard.text === null ? null : (
        <pre tabIndex={0} translate={false} aria-label={`What ${probe.command} printed`}>
          {heard.text.trimEnd()}
        </pre>
      )}
    </details>
  );
}

function Diagnosis({ view, fixed, deeds }: { view: View; fixed: Fixed; deeds: Deeds }): JSX.Element {
  return (
    <form
      class="hu-diagnosis"
      onSubmit={(event) => {
        event.preventDefault();
        deeds.judge();
      }}
    >
      <fieldset>
        <legend>What is wrong?</legend>
        {fixed.diagnoses.map(({ name, words }) => (
          <label key={name}>
            <input
              type="radio"
              name={`hunt-${view.seed}`}
              value={name}
              checked={view.diagnosis === name}
              onChange={() => deeds.choose(name)}
            />{" "}
            {words}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="hu-say" aria-disabled={view.isJudging}>
        That is it
      </button>
    </form>
  );
}

function Waiting({ view }: { view: View }): JSX.Element {
  return (
    <p class="hu-waits" role="status">
      {view.waits ? (
        <>
          {view.waits.replace(/…$/, "")} … <progress value={view.share || undefined} max={1} aria-label={view.waits} />
        </>
      ) : (
        <span class="hu-heard">{view.said}</span>
      )}
    </p>
  );
}

function Server({ view, fixed, scores, isExercise, deeds }: Shown & { view: View }): JSX.Element {
  const spent = spentOf(fixed, view.asked);
  const probes = new Map(fixed.probes.map((probe) => [probe.name, probe]));
  return (
    <>
      {isExercise ? null : <p class="hu-complaint">{complaintOf(fixed, view.seed)}</p>}
      <p class="hu-bill">
        Server {view.seed}. Spent so far: <b>{spent} s</b> on{" "}
        {view.asked.length === 1 ? "one probe" : `${view.asked.length} probes`}.
      </p>
      {view.verdict ? <Conclusion verdict={view.verdict} scores={scores} deeds={deeds} /> : null}
      <Tools view={view} probes={fixed.probes} deeds={deeds} />
      <Waiting view={view} />
      {view.error ? (
        <p class="hu-error" role="alert">
          {view.error}
        </p>
      ) : null}
      <div class="hu-log" role="log" aria-live="off" aria-label="What the tools printed, the last one first">
        {view.asked.toReversed().map((heard) => (
          <Said heard={heard} probe={probes.get(heard.name) as Probe} key={heard.name} />
        ))}
      </div>
      {isExercise || view.verdict ? null : <Diagnosis view={view} fixed={fixed} deeds={deeds} />}
    </>
  );
}

export function Game(shown: Shown): JSX.Element {
  const { view, fault, scores, isExercise, deeds } = shown;
  return (
    <div class="wtg-hunt" role="group" aria-label="A broken server">
      {fault ? (
        <p class="hu-error" role="alert">
          {fault}
        </p>
      ) : null}
      {view ? (
        <Server {...shown} view={view} key={view.seed} />
      ) : (
        <p class="hu-begin">
          <button type="button" onClick={() => deeds.begin()}>
            {isExercise ? "Ask this server" : "Break a server"}
          </button>{" "}
          {isExercise ? "Each probe that you ask is ticked below." : summary(scores)}
        </p>
      )}
    </div>
  );
}
