/** What candidates are made of: tables of prices, drives and failure rates that a reader edits or drops. */
import type { JSX } from "preact";
import { useDraft } from "../lab/draft";
import { cellsOf, separatorOf, textOf } from "./csv";
import type { Acts, View } from "./view";

const LONG = 24;

/** The text of a table: the reader's, or the book's. */
export const csvOf = (view: View, name: string): string =>
  view.goods[name] ?? view.fixed.tables.find((each) => each.name === name)?.csv ?? "";

interface Typed {
  value: string;
  size: number;
  label: string;
  /** Why the value is refused. */
  no: string;
  onTake: (typed: string) => void;
}

function Cell({ value, size, label, no, onTake }: Typed): JSX.Element {
  const draft = useDraft(value);
  return (
    <input
      value={draft.value}
      size={size}
      aria-label={label}
      aria-invalid={no ? true : undefined}
      title={no || value}
      autocomplete="off"
      spellcheck={false}
      onInput={draft.onInput}
      onChange={(event) => {
        draft.end();
        onTake(event.currentTarget.value);
      }}
    />
  );
}

function Cells({ view, acts, name }: { view: View; acts: Acts; name: string }): JSX.Element {
  const text = csvOf(view, name);
  const [head = [], ...rows] = cellsOf(text);
  const own = cellsOf(view.fixed.tables.find((each) => each.name === name)?.csv ?? "");
  const wrong = view.judged.refused.filter(({ table }) => table === name);
  const take = (made: string[][]): void => acts.goods(name, textOf([head, ...made], separatorOf(text)));
  return (
    <div class="cells">
      <table>
        <thead>
          <tr>
            <th scope="col">row</th>
            {head.map((each) => (
              <th scope="col" key={each}>
                {each}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => {
            const was = own.find(([name]) => name === row[0]);
            return (
              <tr key={r}>
                <th scope="row">{r + 2}</th>
                {head.map((column, c) => {
                  const no = wrong.find((each) => each.row === r + 2 && each.column === column);
                  const value = row[c] ?? "";
                  return (
                    <td key={column} class={value === (was?.[c] ?? "") && was ? "" : "changed"}>
                      <Cell
                        value={value}
                        size={Math.min(LONG, Math.max(6, ...rows.map((each) => (each[c] ?? "").length)))}
                        label={`${column} of row ${r + 2}`}
                        no={no ? `must be ${no.wanted}, got ${no.got || "nothing"}` : ""}
                        onTake={(typed) =>
                          take(
                            rows.map((each, at) =>
                              at === r ? head.map((_, k) => (k === c ? typed : (each[k] ?? ""))) : each,
                            ),
                          )
                        }
                      />
                    </td>
                  );
                })}
                <td>
                  <button
                    type="button"
                    class="close"
                    aria-label={`Take row ${r + 2} away`}
                    onClick={() => take(rows.filter((_, at) => at !== r))}
                  >
                    ×
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <button type="button" class="copy" onClick={() => take([...rows, rows.at(-1) ?? head.map(() => "")])}>
        + another row, as the last
      </button>
    </div>
  );
}

export function Tables({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const { table: name } = view;
  const wrong = view.judged.refused.filter(({ table }) => table === name);
  const count = cellsOf(csvOf(view, name)).length - 1;
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        for (const file of event.dataTransfer?.files ?? []) acts.drop(name, file);
      }}
    >
      <div class="lbtabs" role="tablist" aria-label="Tables">
        {view.fixed.tables.map((each) => (
          <button
            type="button"
            role="tab"
            key={each.name}
            aria-selected={each.name === name}
            onClick={() => acts.table(each.name)}
          >
            {each.title}
            {view.goods[each.name] === undefined ? "" : " *"}
          </button>
        ))}
      </div>
      {wrong.length ? (
        <ul class="no" role="alert">
          {wrong.map((each) => (
            <li key={`${each.row} ${each.column}`}>
              Row {each.row}, {each.column}: must be {each.wanted}, got {each.got ? `“${each.got}”` : "nothing"}.
            </li>
          ))}
          <li>
            {view.isFresh || view.state === "judging"
              ? `The other ${Math.max(0, count - new Set(wrong.map(({ row }) => row)).size)} rows are used.`
              : "Without them nothing can be built: the pools are still those of the list before."}
          </li>
        </ul>
      ) : null}
      <Cells view={view} acts={acts} name={name} />
      <footer>
        <label class="tool">
          Open a CSV file
          <input
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) => {
              for (const file of event.currentTarget.files ?? []) acts.drop(name, file);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <button type="button" class="tool" onClick={() => acts.save(name)}>
          Save as CSV
        </button>
        <button
          type="button"
          class="tool"
          disabled={view.goods[name] === undefined}
          onClick={() => acts.goods(name, null)}
        >
          The book's own
        </button>
        <small class="mute">or drop files here; changes are kept in this browser</small>
      </footer>
    </div>
  );
}
