/** The loads: a card each, its settings, and how it fares in both machines. */
import type { JSX } from "preact";
import type { NamedLoad } from "../data/types";
import { pair, whole } from "./amounts";
import { Field } from "./field";
import { nameOf, sidesOf, type Acts, type View } from "./view";

const MOST = 4;

function Results({ view, number }: { view: View; number: number }): JSX.Element {
  return (
    <div class="res">
      {sidesOf(view).map((side) => {
        const one = view.state === "empty" ? undefined : view.runs[side]?.shown.loads[number];
        return (
          <div class={`r ${side}${view.stale.includes(side) ? " pale" : ""}`} key={side}>
            <b class="ab">{nameOf(side)}</b>
            <span>{one ? `${whole(one.rate)}/s` : "–"}</span>
            <span>{one ? pair(one.median, one.p99) : ""}</span>
          </div>
        );
      })}
    </div>
  );
}

function Card({ view, acts, load, number }: { view: View; acts: Acts; load: NamedLoad; number: number }): JSX.Element {
  const isOn = view.setup?.followed === number;
  const first = load.fields.filter((field) => load.first.includes(field.setting));
  const rest = load.fields.filter((field) => !load.first.includes(field.setting));
  const edit = (field: (typeof first)[number]): JSX.Element => (
    <Field
      field={field}
      id={`lab-load-${number}-${field.setting}`}
      key={field.setting}
      typed={view.typed?.field === `${number}-${field.setting}` ? view.typed : null}
      onSet={(value) => acts.setLoad(number, { [field.setting]: value })}
      onType={(value) => acts.type(number, field.setting, value)}
      onLeave={() => acts.untype()}
    />
  );
  return (
    <div class={`load${isOn ? " on" : ""}`}>
      <label>
        <input type="radio" name="lab-followed" checked={isOn} onChange={() => acts.follow(number)} />
        <strong>{load.name}</strong>
      </label>
      <button
        type="button"
        class="fio"
        title={load.command}
        aria-label={`as fio: copy ${load.name} as a job`}
        onClick={() => acts.copy(load.command, `${load.name} as a fio job`)}
      >
        as fio
      </button>
      <p>{load.about}</p>
      {isOn ? (
        <fieldset class="fields" disabled={view.isStill}>
          {first.map(edit)}
        </fieldset>
      ) : null}
      {isOn ? null : <Results view={view} number={number} />}
      {isOn ? (
        <details class="more">
          <summary>more</summary>
          <div>
            <span class="f wide">
              <label for={`lab-load-${number}-kind`}>asked by</label>
              <select
                id={`lab-load-${number}-kind`}
                value={load.kind}
                onChange={(event) => acts.changeKind(number, event.currentTarget.value)}
              >
                {view.fixed.loads.map((each) => (
                  <option key={each.load} value={each.load} selected={each.load === load.kind}>
                    {each.about}
                  </option>
                ))}
              </select>
            </span>
            <div class="fields">{rest.map(edit)}</div>
            <button type="button" class="copy" onClick={() => acts.paste(number, "")}>
              paste a fio job
            </button>
            {view.setup && view.setup.loads.length > 1 ? (
              <button type="button" class="copy" onClick={() => acts.dropLoad(number)}>
                take it away
              </button>
            ) : null}
          </div>
        </details>
      ) : null}
    </div>
  );
}

export function Loads({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const loads = view.state === "empty" ? [] : (view.setup?.loads ?? []);
  return (
    <section class="loads" aria-label="Loads">
      <h2>Loads</h2>
      {loads.map((load, number) => (
        <Card view={view} acts={acts} load={load} number={number} key={number} />
      ))}
      {loads.length < MOST ? (
        <button type="button" class="add" onClick={() => acts.addLoad()}>
          + {loads.length ? "another" : "a"} load
        </button>
      ) : null}
    </section>
  );
}
