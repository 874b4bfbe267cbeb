/** What opens over the page: a part with what fits there, the machine, a text to paste. */
import type { JSX } from "preact";
import { pair, whole } from "./amounts";
import { Field } from "./field";
import { HeldWords } from "./held";
import { PasteOpened } from "./paste";
import { followed, nameOf, partOf, sidesOf, type Acts, type Side, type View } from "./view";

function Whose({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const opened = view.opened as NonNullable<View["opened"]>;
  const sides: Side[] = view.study.b ? sidesOf(view) : ["a", "b"];
  return (
    <span class="for">
      for{" "}
      {sides.map((side) => (
        <label key={side}>
          <input
            type="radio"
            name="lab-whose"
            checked={opened.side === side}
            onChange={() => {
              if (side === "b" && !view.study.b) acts.compare(true);
              acts.open({ ...opened, side });
            }}
          />
          {nameOf(side)}
        </label>
      ))}
    </span>
  );
}

/** Choices of a part with their outcomes, and its settings. */
function PartOpened({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const { what, side } = view.opened as NonNullable<View["opened"]>;
  const own = view.beside?.[what];
  const tried = [...view.trials.values()].flatMap((each) => (typeof each === "string" ? [] : [each.rate]));
  const most = Math.max(1e-9, ...tried);
  const settings = { ...view.study.a.settings, ...(side === "b" ? view.study.b?.settings : {}) } as Record<
    string,
    unknown
  >;
  const isOn = (given: object): boolean =>
    Object.entries(given).every(([path, value]) => String(settings[path]) === String(value));
  const edit = (field: NonNullable<typeof own>["first"][number]): JSX.Element => (
    <Field
      field={field}
      id={`lab-set-${field.setting}`}
      key={field.setting}
      typed={view.typed?.field === `${side}-${field.setting}` ? view.typed : null}
      onSet={(value) => acts.set(side, { [field.setting]: value })}
      onType={(value) => acts.type(side, field.setting, value)}
      onLeave={() => acts.untype()}
    />
  );
  return (
    <>
      {own ? null : <p class="mute">Looks up what fits …</p>}
      {own?.choices.length ? (
        <>
          <p class="oh">
            <span>What fits</span>
            <span>{followed(view)?.does ?? "requests"}, with these loads</span>
            <span>median · p99</span>
          </p>
          {own.choices.map((choice) => {
            const found = view.trials.get(choice.name);
            return (
              <label class="opt" key={choice.name}>
                <input
                  type="radio"
                  name="lab-choice"
                  checked={isOn(choice.settings)}
                  onChange={() => acts.set(side, choice.settings as Record<string, string>)}
                />
                <span>
                  <strong>{choice.name}</strong>
                  {typeof found === "string" ? <small class="no">{found}</small> : null}
                </span>
                <span class="obar">
                  {typeof found === "object" ? (
                    <i style={`width:${((100 * found.rate) / most).toFixed(1)}%`}></i>
                  ) : null}
                </span>
                <span class="onum">
                  {typeof found === "object" ? `${whole(found.rate)}/s` : typeof found === "string" ? "" : "…"}
                  <small>{typeof found === "object" ? pair(found.median, found.p99) : ""}</small>
                </span>
              </label>
            );
          })}
        </>
      ) : null}
      {own?.first.length ? <div class="fields three">{own.first.map(edit)}</div> : null}
      {own?.all.length ? (
        <details>
          <summary>all {own.all.length} other settings</summary>
          <div class="fields three">{own.all.map(edit)}</div>
        </details>
      ) : null}
      {own?.guessed.length ? (
        <details class="guessed">
          <summary>{own.guessed.length} of its prices nobody published</summary>
          <ul>
            {own.guessed.map((words) => (
              <li key={words}>{words}.</li>
            ))}
          </ul>
        </details>
      ) : null}
      {what === "programs" ? <p>The programs are a load: its card has their settings.</p> : null}
    </>
  );
}

function MachineOpened({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const side = view.opened?.side ?? "a";
  const now = view.setup?.sides[side]?.machine;
  return (
    <>
      {view.fixed.machines.map((each) => (
        <label class="mo" key={each.machine}>
          <input
            type="radio"
            name="lab-machine"
            checked={now === each.machine}
            onChange={() => acts.machine(side, each.machine)}
          />
          <strong>{each.name}</strong>
          <small>{each.about}</small>
        </label>
      ))}
      <footer>
        <button type="button" class="tool" onClick={() => acts.open({ what: "paste", side })}>
          Paste what made yours
        </button>
        {side === "b" ? (
          <button type="button" class="tool" onClick={() => acts.compare(false)}>
            Take B away
          </button>
        ) : null}
      </footer>
    </>
  );
}

const TITLES: Record<string, string> = { machine: "Machine", held: "Held against" };

export function Dialog({ view, acts }: { view: View; acts: Acts }): JSX.Element | null {
  const { opened } = view;
  if (!opened) return null;
  const row = view.fixed.rows.find((each) => each.part === opened.what);
  const isPaste = opened.what === "paste" || opened.what.startsWith("load-");
  const title = row?.name ?? TITLES[opened.what] ?? "Paste your own";
  const about = row ? partOf(view, opened.side, row.part)?.about : "";
  return (
    <div
      class={`set open ${isPaste ? "paste" : ""}`}
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        acts.open(null);
      }}
    >
      <header>
        <strong>{title}</strong>
        {opened.what.startsWith("load-") ? null : <Whose view={view} acts={acts} />}
        <small class="mute">{about}</small>
        <button type="button" class="close" aria-label="Close" onClick={() => acts.open(null)}>
          ×
        </button>
      </header>
      {view.refused?.side === opened.side ? <p class="no">{view.refused.message}</p> : null}
      {isPaste ? (
        <PasteOpened view={view} acts={acts} />
      ) : row ? (
        <PartOpened view={view} acts={acts} />
      ) : opened.what === "held" ? (
        <HeldWords view={view} side={opened.side} />
      ) : (
        <MachineOpened view={view} acts={acts} />
      )}
    </div>
  );
}
