/** The book's machine, set as the files say, beside what they measured. */
import type { JSX } from "preact";
import { Pictures } from "./pictures";
import type { Beside as Answer } from "./said";

export interface Held {
  state: "none" | "running" | "there" | "refused";
  share: number;
  answer: Answer | null;
  error: string;
  /** Whether files came or went since. */
  isOld: boolean;
}
export const NOTHING: Held = { state: "none", share: 0, answer: null, error: "", isOld: false };

function Compared({ answer }: { answer: Answer }): JSX.Element | null {
  if (!answer.table.length) return null;
  return (
    <div class="ym-scroll" tabIndex={0} role="region" aria-label="Yours beside the model's">
      <table>
        <thead>
          <tr>
            {["", "your median", "the model's", "your p99", "the model's", "by"].map((head, place) => (
              <th scope="col" key={place}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.table.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, column) => (column ? <td key={column}>{cell}</td> : <th scope="row">{cell}</th>))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Found({ answer }: { answer: Answer }): JSX.Element {
  return (
    <>
      {answer.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Compared answer={answer} />
      <Pictures picture={answer.picture} rows={answer.rows} name="your files beside the model" />
      {answer.next.length ? (
        <>
          <h4>Measure this next</h4>
          <dl class="ym-next">
            {answer.next.map(([command, why]) => (
              <div key={command}>
                <dt>
                  <code>{command}</code>
                </dt>
                <dd>{why}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {answer.settings.length ? (
        <details>
          <summary>The machine as it was set</summary>
          <p>
            <code>{answer.settings.map(([name, value]) => `${name}=${value}`).join(" ")}</code>
          </p>
          <p>All else is the book&rsquo;s server of today. No constant was changed to fit.</p>
        </details>
      ) : null}
    </>
  );
}

interface Shown {
  /** Whether it is the machine that the files name. */
  isTheirs: boolean;
  held: Held;
  count: number;
  /** Whether files are still read. */
  isReading: boolean;
  onAsk: () => void;
}

export function BesideTheModel({ isTheirs, held, count, isReading, onAsk }: Shown): JSX.Element {
  const { state, answer } = held;
  return (
    <section class="ym-beside" data-state={state} aria-label="Beside the book's machine">
      {isTheirs ? (
        <>
          <header>
            <h3>Beside the book&rsquo;s machine</h3>
          </header>
          <p>
            A simulated machine is put together as your files say: <code>zpool status</code> names the pool, fio&rsquo;s
            JSON or its log the load. Where they say nothing, several ways are tried, and the nearest is shown. It runs
            here, in your browser.
          </p>
        </>
      ) : null}
      <p>
        <button type="button" aria-disabled={state === "running" || isReading} onClick={onAsk}>
          {state === "there" ? "Run it again" : "Run it"} with {count === 1 ? "this file" : `these ${count} files`}
        </button>
        {held.isOld ? " Files have come or gone since." : ""}
      </p>
      {state === "running" ? (
        <p>
          <progress value={held.share} max={1} aria-label="Running the machine" /> running the machines …
        </p>
      ) : null}
      {state === "refused" ? <p class="ym-refused">{held.error}</p> : null}
      <div role="status">{state === "there" && answer ? <Found answer={answer} /> : null}</div>
    </section>
  );
}
