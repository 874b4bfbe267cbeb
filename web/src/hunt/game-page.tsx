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

function Printed({ heard, probe, view }: { heard: Heard; probe: Probe; view: View }): JSX.Element {
  if (heard.text === null)
    return (
      <p class="hu-waits">
        {view.waits.replace(/…$/, "")} … <progress value={view.share || undefined} max={1} aria-label={view.waits} />
      </p>
    );
  return (
    <pre tabIndex={0} translate={false} role="region" aria-label={`What ${probe.command} printed`}>
      {heard.text.trimEnd()}
    </pre>
  );
}

function Tool({ view, probe, deeds }: { view: View; probe: Probe; deeds: Deeds }): JSX.Element {
  const { name, command, seconds, shows, blind, loads } = probe;
  const about = `hu-${view.seed}-${name.replace(/ /g, "-")}`;
  const heard = view.asked.find((each) => each.name === name);
  const load = heard && heard.load >= 0.001 ? `, ${(100 * heard.load).toFixed(1)} % of a core` : "";
  return (
    <li data-asked={heard !== undefined}>
      <button
        type="button"
        class="hu-tool"
        aria-disabled={heard !== undefined}
        data-probe={name}
        aria-describedby={about}
        onClick={() => deeds.probe(name)}
      >
        <code translate={false}>{command}</code>
        <span class="hu-cost">
          {seconds} s{load || (loads ? ", loads the server" : "")}
          {heard ? " ✓" : ""}
        </span>
      </button>
      {heard ? <Printed heard={heard} probe={probe} view={view} /> : null}
      <p id={about}>
        Shows {shows}. <i>Blind:</i> {blind}
      </p>
    </li>
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

function Server({ view, fixed, scores, isExercise, deeds }: Shown & { view: View }): JSX.Element {
  const spent = spentOf(fixed, view.asked);
  return (
    <>
      {isExercise ? null : (
        <p class="hu-complaint" tabIndex={-1}>
          {complaintOf(fixed, view.seed)}
        </p>
      )}
      <p class="hu-bill" tabIndex={-1}>
        Server {view.seed}.{" "}
        {view.verdict ? null : (
          <>
            Spent so far: <b>{spent} s</b> on {view.asked.length === 1 ? "one probe" : `${view.asked.length} probes`}.
          </>
        )}
      </p>
      {view.verdict ? <Conclusion verdict={view.verdict} scores={scores} deeds={deeds} /> : null}
      <p class="hu-heard" role="status">
        {view.said}
      </p>
      <ul class="hu-tools" aria-label="Tools, and what they printed">
        {fixed.probes.map((probe) => (
          <Tool view={view} probe={probe} deeds={deeds} key={probe.name} />
        ))}
      </ul>
      {view.error ? (
        <p class="hu-error" role="alert">
          {view.error}
        </p>
      ) : null}
      {view.isJudging ? (
        <p class="hu-waits">
          {view.waits} … <progress value={view.share || undefined} max={1} aria-label={view.waits} />
        </p>
      ) : null}
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
