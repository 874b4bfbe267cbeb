/** What a file does not say, and what of it was left out. */
import type { JSX } from "preact";
import { plain } from "../data/numbers";
import type { Deeds, Given } from "./given";
import type { Said } from "./said";

export function Asks({ given, said, deeds }: { given: Given; said: Said; deeds: Deeds }): JSX.Element {
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

export function Left({ said }: { said: Said }): JSX.Element | null {
  if (!said.left_count) return null;
  const lines = said.left_count === 1 ? "line was" : "lines were";
  return (
    <p class="ym-left">
      {plain(said.left_count, 0)} {lines} left out: {said.left.join("; ")}
      {said.left_count > said.left.length ? " …" : ""}
    </p>
  );
}
