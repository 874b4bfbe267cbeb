/** What a file says: remarks, what was left out, pictures and numbers. */
import type { ComponentChildren, JSX } from "preact";
import { plain } from "../data/numbers";
import { Pictures } from "./pictures";
import type { Said } from "./said";

function Left({ said }: { said: Said }): JSX.Element | null {
  if (!said.left_count) return null;
  const lines = said.left_count === 1 ? "line was" : "lines were";
  return (
    <p class="ym-left">
      {plain(said.left_count, 0)} {lines} left out: {said.left.join("; ")}
      {said.left_count > said.left.length ? " …" : ""}
    </p>
  );
}

function Table({ said }: { said: Said }): JSX.Element {
  return (
    <details class="ym-numbers" open={said.picture.panels.length === 0}>
      <summary>Numbers, in SI units</summary>
      <div class="ym-scroll" tabIndex={0} role="region" aria-label={`Numbers of ${said.name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">of</th>
              <th scope="col">what</th>
              <th scope="col">value</th>
            </tr>
          </thead>
          <tbody>
            {said.table.map((row, place) => (
              <tr key={place}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Between remarks and pictures stand questions, where a page can ask them. */
export function Answer({ said, children }: { said: Said; children?: ComponentChildren }): JSX.Element {
  return (
    <>
      {said.short.map((line) => (
        <p class="ym-short" key={line}>
          {line}
        </p>
      ))}
      {said.notes.map((note) => (
        <p class="ym-note" key={note}>
          {note}
        </p>
      ))}
      <Left said={said} />
      {children}
      <Pictures picture={said.picture} rows={said.rows} name={said.name} />
      <Table said={said} />
    </>
  );
}
