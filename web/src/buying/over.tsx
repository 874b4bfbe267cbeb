/** What opens below the picture: the fields of the load, and the tables. */
import type { JSX } from "preact";
import { Field } from "../lab/field";
import { Tables } from "./goods";
import { at } from "./met";
import { written } from "./said";
import type { Acts, View } from "./view";

function LoadFields({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  return (
    <div class="fields three">
      {view.fixed.fields.map((field) => (
        <Field
          key={field.at}
          id={`buy-${field.at}`}
          field={{
            setting: field.at,
            unit: "",
            label: field.label,
            value: written(at(view.wants, field.at), field),
            help: `${field.about}${field.words.length ? "" : "; a bare number is in the unit shown"}`,
            words: field.words,
          }}
          typed={view.typed?.field === field.at ? view.typed : null}
          onSet={(text) => acts.type(field.at, text)}
          onType={(text) => acts.type(field.at, text)}
          onLeave={() => acts.untype()}
        />
      ))}
    </div>
  );
}

/** What is open. */
export function Over({ view, acts }: { view: View; acts: Acts }): JSX.Element | null {
  if (!view.over) return null;
  const isGoods = view.over === "goods";
  const title = isGoods ? "Prices and drives" : "The load and the pool";
  return (
    <div class={`set open ${view.over}`} role="dialog" aria-label={title}>
      <header>
        <strong>{title}</strong>
        <small class="mute">
          {isGoods
            ? "Edit a cell, or drop a CSV file. A wrong row is named and left out."
            : "What the pools are judged by."}
        </small>
        <button type="button" class="close" aria-label="Close" onClick={() => acts.over(null)}>
          ×
        </button>
      </header>
      {isGoods ? <Tables view={view} acts={acts} /> : <LoadFields view={view} acts={acts} />}
    </div>
  );
}
