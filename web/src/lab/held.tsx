/** Which published measurements a machine was held against, and how near it was. */
import type { JSX } from "preact";
import type { Acts, Side, View } from "./view";

/** What such a machine was held against, in a word, and at length for who asks. */
export function Held({ view, acts, side }: { view: View; acts: Acts; side: Side }): JSX.Element {
  const made = view.setup?.sides[side];
  const isKnown = Boolean(made?.held.length) && !made?.untested.length && !made?.missed;
  const text = made?.missed ? "missed" : isKnown ? "yes" : made?.held.length ? "in part" : "never";
  const about = [
    ...(made?.held ?? []).map((each) => `Held against published measurements: ${each}.`),
    ...(made?.untested ?? []).map((each) => `Never held against a measurement: ${each}.`),
  ];
  return (
    <button
      type="button"
      popovertarget={view.isStill ? `lab-held-${side}` : undefined}
      class={`n held ${isKnown ? "" : "never"}`}
      data-l="measured"
      aria-haspopup="dialog"
      title={about.join("\n")}
      onClick={() => acts.open({ what: "held", side })}
    >
      {made ? text : "–"}
    </button>
  );
}

export function HeldWords({ view, side }: { view: View; side: Side }): JSX.Element {
  const made = view.setup?.sides[side];
  return (
    <>
      {made?.held.length ? <p>Published measurements that no constant comes from:</p> : null}
      <ul>
        {(made?.held ?? []).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {made?.untested.length ? <p>Never, so these numbers are a guess of physics alone:</p> : null}
      <ul class="mute">
        {(made?.untested ?? []).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </>
  );
}
