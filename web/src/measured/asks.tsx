/** What a file does not say: the questions. */
import type { JSX } from "preact";
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
