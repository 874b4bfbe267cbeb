/** The page *Your machine*, as a function of the files that were given. */
import type { JSX } from "preact";
import { Answer } from "./answer";
import { Asks } from "./asks";
import { BesideTheModel, type Held } from "./beside";
import type { Deeds, Example, Given } from "./given";

function Card({ given, deeds }: { given: Given; deeds: Deeds }): JSX.Element {
  const { said } = given;
  return (
    <section class="ym-file" data-state={given.state} aria-label={given.name}>
      <header>
        <h3>{given.name}</h3>
        {said ? <span class="ym-form">{said.form}</span> : null}
        <button
          type="button"
          class="ym-drop"
          aria-label={`Put ${given.name} away`}
          onClick={() => deeds.drop(given.key)}
        >
          ×
        </button>
      </header>
      {given.state === "reading" ? (
        <p>
          <progress value={given.share} max={1} aria-label={`Reading ${given.name}`} /> reading …
        </p>
      ) : null}
      {given.state === "refused" ? <p class="ym-refused">{given.error}</p> : null}
      {said ? (
        <Answer said={said}>
          <Asks given={given} said={said} deeds={deeds} />
        </Answer>
      ) : null}
    </section>
  );
}

function Take({ deeds, examples }: { deeds: Deeds; examples: Example[] }): JSX.Element {
  return (
    <div class="ym-take">
      <label class="ym-files">
        <span>Choose files, or drop them here. They stay on your machine: nothing is sent.</span>
        <input
          type="file"
          multiple
          onChange={(event) => {
            const input = event.currentTarget;
            deeds.take([...(input.files ?? [])]);
            input.value = "";
          }}
        />
      </label>
      <form
        class="ym-paste"
        onSubmit={(event) => {
          event.preventDefault();
          const area = event.currentTarget.querySelector("textarea");
          if (area?.value.trim()) deeds.paste(area.value);
          if (area) area.value = "";
        }}
      >
        <label>
          <span>Or paste what a tool has printed</span>
          <textarea rows={3} spellcheck={false} required />
        </label>
        <button type="submit">Read it</button>
      </form>
      <p class="ym-examples" hidden={!examples.length}>
        Nothing at hand? Try{" "}
        {examples.map(({ names, what }, place) => (
          <>
            {place ? ", " : ""}
            <button type="button" key={what} onClick={() => names.forEach((name) => deeds.example(name))}>
              {what}
            </button>
          </>
        ))}
        .
      </p>
    </div>
  );
}

interface Shown {
  all: Given[];
  title: string;
  /** Whether the files name the machine. */
  isTheirs: boolean;
  away?: (() => void) | undefined;
  held: Held;
  examples: Example[];
  deeds: Deeds;
}

export function Page({ all, title, isTheirs, away, held, examples, deeds }: Shown): JSX.Element {
  const count = all.filter(({ state }) => state === "read").length;

  const read = all.filter(({ state }) => state !== "reading");
  return (
    <div class="wtg-measured">
      {away ? (
        <header class="ym-head">
          <h3>{title}</h3>
          <button type="button" aria-label="Put the files away" onClick={away}>
            ×
          </button>
        </header>
      ) : null}
      <Take deeds={deeds} examples={examples} />
      <p class="ym-heard" role="status" aria-live="polite">
        {read.map(({ name, said, error }) => (said ? `${name}: ${said.form}. ` : `${name} is not read: ${error}. `))}
      </p>
      {count ? (
        <BesideTheModel
          isTheirs={isTheirs}
          held={held}
          count={count}
          isReading={all.some(({ state }) => state === "reading")}
          onAsk={() => deeds.beside()}
        />
      ) : null}
      {all.map((given) => (
        <Card given={given} deeds={deeds} key={given.key} />
      ))}
    </div>
  );
}
