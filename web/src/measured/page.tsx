/** The page *Your machine*, as a function of the files that were given. */
import type { JSX } from "preact";
import { Answer } from "./answer";
import type { Said } from "./said";

/** A file that was given, and how far it is. */
export interface Given {
  key: number;
  name: string;
  state: "reading" | "read" | "refused";
  /** The share that has been read. */
  share: number;
  said: Said | null;
  error: string;
  told: Record<string, string>;
}
export interface Deeds {
  take(files: File[]): void;
  paste(text: string): void;
  tell(key: number, name: string, answer: string): void;
  drop(key: number): void;
  example(name: string): void;
}
export interface Example {
  name: string;
  what: string;
}

function Asks({ given, said, deeds }: { given: Given; said: Said; deeds: Deeds }): JSX.Element {
  return (
    <>
      {Object.entries(said.asks).map(([name, [question, answers]]) => (
        <fieldset class="ym-ask" key={name}>
          <legend>{question}</legend>
          {answers.map((answer, place) => (
            <label key={answer}>
              <input
                type="radio"
                name={`${given.key}-${name}`}
                checked={given.told[name] ? given.told[name] === answer : place === 0}
                onChange={() => deeds.tell(given.key, name, answer)}
              />{" "}
              {answer}
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}

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
          <textarea rows={3} spellcheck={false} />
        </label>
        <button type="submit">Read it</button>
      </form>
      <p class="ym-examples">
        Nothing at hand? Try{" "}
        {examples.map(({ name, what }, place) => (
          <>
            {place ? ", " : ""}
            <button type="button" key={name} onClick={() => deeds.example(name)}>
              {what}
            </button>
          </>
        ))}
        .
      </p>
    </div>
  );
}

export function Page({ all, examples, deeds }: { all: Given[]; examples: Example[]; deeds: Deeds }): JSX.Element {
  const read = all.filter(({ state }) => state !== "reading");
  return (
    <div class="wtg-measured">
      <Take deeds={deeds} examples={examples} />
      <p class="ym-heard" role="status" aria-live="polite">
        {read.map(({ name, said, error }) => (said ? `${name}: ${said.form}. ` : `${name} is not read: ${error}. `))}
      </p>
      {all.map((given) => (
        <Card given={given} deeds={deeds} key={given.key} />
      ))}
    </div>
  );
}
