/** A candidate at length: what it is, does and costs, and why its neighbours are not it. */
import type { JSX } from "preact";
import { against, chances, held, neighbours } from "./beside";
import { Bill } from "./bill";
import { pile } from "./places";
import { away, show } from "./said";
import { besideOf, familyOf, FAMILIES, nameOf, type Acts, type View } from "./view";

/** A long command in fewer words: the first vdev of a kind, and how many there are. */
function shortened(line: string): string {
  const [start = "", ...vdevs] = line.split(/ (?=(?:mirror|raidz\d?|draid\d?\S*) )/);
  const [first = ""] = vdevs;
  const kind = first.split(" ")[0] ?? "";
  return vdevs.length > 2 && vdevs.every((each) => each.startsWith(`${kind} `))
    ? `${start} ${first} … (${vdevs.length} × ${kind})`
    : line;
}

/** The part that is fullest; of the network, with what it has. */
function limitOf({ judged, pool }: View, i: number): string {
  const limit = judged.limits[i] ?? "";
  const ports = limit === "network" ? pool?.parts.find((each) => each.ports)?.ports : "";
  return ports ? `${limit}, ${ports}` : limit;
}

function Does({ view }: { view: View }): JSX.Element {
  const i = view.opened as number;
  const said = view.refined.get(i);
  const { errors } = view.fixed;
  const cell = (name: string, column: string): JSX.Element => {
    const shown = view.fixed.columns[column];
    const value = said?.[name] ?? view.judged.columns[name]?.[i];
    const error = errors[column];
    if (!shown) return <td />;
    return (
      <td class={said?.[name] == null ? "" : "ran"}>
        {value == null && column === "p99" ? "falls behind" : show(value, shown)}
        {error && value != null ? (
          <small>
            {show(value * error.low, shown)} to {show(value * error.high, shown)}
          </small>
        ) : null}
      </td>
    );
  };
  return (
    <table class="does">
      <thead>
        <tr>
          <td />
          <th scope="col">healthy</th>
          <th scope="col">resilvering</th>
        </tr>
      </thead>
      <tbody>
        {["rate", "p99", "stream"].map((name) => (
          <tr key={name}>
            <th scope="row">{view.fixed.columns[name]?.short}</th>
            {cell(name, name)}
            {name === "stream" ? <td class="mute">–</td> : cell(`${name}_resilvering`, name)}
          </tr>
        ))}
      </tbody>
      <caption>
        {said ? "by the machine" : "by the closed form"}
        {view.judged.limits[i] ? `; limit: ${limitOf(view, i)}` : ""}
        {"; in small: the range in which 8 of 10 published measurements lay"}
      </caption>
    </table>
  );
}

function Held({ view }: { view: View }): JSX.Element {
  return (
    <ul class="held-to">
      {held(view, view.opened as number).map((each) => {
        const by = each.found !== null && each.wanted ? each.found / each.wanted - 1 : 0;
        return (
          <li key={each.label} class={each.met ? "ok" : "no"}>
            <b>{each.met ? "met" : "missed"}</b> {each.label} {each.words}
            <small>
              {" "}
              for {each.wantedWords}
              {Math.abs(by) > 0.0005 ? `, ${away(by)}` : ""}
              {each.column === "loss" ? <em>{chances(view)}</em> : null}
              {each.doubt ? <em>; {each.doubt}</em> : null}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

export function Opened({ view, acts }: { view: View; acts: Acts }): JSX.Element | null {
  const i = view.opened;
  const build = i === null ? undefined : view.judged.builds[i];
  if (!build) return null;
  const { pool } = view;
  const here = pile(view, i as number);
  const next = here[(here.indexOf(i as number) + 1) % here.length] ?? null;
  return (
    <section class="pool" aria-label="The opened pool">
      <header>
        <i class={FAMILIES[familyOf(build)]} />
        <strong tabIndex={-1} data-opened>
          {nameOf(build)}
        </strong>
        <small class="mute">{besideOf(build)}</small>
        {here.length > 1 ? (
          <button type="button" class="tool" onClick={() => acts.open(next)}>
            Next of {here.length} dots that lie here
          </button>
        ) : null}
        {pool && view.lab ? (
          <a class="tool" href={view.lab}>
            Open in the lab
          </a>
        ) : null}
        <button type="button" class="close" aria-label="Close the pool" onClick={() => acts.open(null)}>
          ×
        </button>
      </header>
      <div class="cmd">
        {pool ? (
          <>
            <code translate={false} title={pool.commands.join("\n")}>
              {pool.commands.map((line) => (
                <span key={line}># {shortened(line)}</span>
              ))}
            </code>
            <button type="button" class="copy" onClick={() => acts.copy(pool.commands.join("\n"), "The commands")}>
              copy
            </button>
          </>
        ) : (
          <p class="mute" role="status">
            {view.waits}
          </p>
        )}
      </div>
      <div class="three">
        <Does view={view} />
        <div>
          <Held view={view} />
          {pool ? <Bill parts={pool.parts} /> : null}
        </div>
        <div class="why">
          <h3>Why not this one</h3>
          <ul>
            {neighbours(view, i as number).map((k) => (
              <li key={k}>
                <button type="button" onClick={() => acts.open(k)}>
                  {nameOf(view.judged.builds[k])}
                </button>{" "}
                <small class="mute">{besideOf(view.judged.builds[k])}</small> {against(view, i as number, k)}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
