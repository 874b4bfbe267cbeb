/** The tool as a function of what it shows. */
import { Component, type ComponentChildren, type JSX } from "preact";
import { at } from "./met";
import { Needs } from "./needs";
import { Opened } from "./opened";
import { Over } from "./over";
import { judgedIn } from "./parts";
import { Picture } from "./picture";
import { written } from "./said";
import { Table } from "./table";
import { isOld, Verdict } from "./verdict";
import { FAMILIES, foundIn, type Acts, type View } from "./view";

const FAMILY_NAMES = ["mirrors", "RAID-Z", "dRAID", "stripes"];
function Top({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const now = JSON.stringify(view.wants);
  return (
    <div class="bar">
      {view.fixed.purchases.map((each) => (
        <button
          type="button"
          class="door"
          key={each.name}
          disabled={view.isStill}
          title={each.lead}
          aria-current={JSON.stringify(each.wants) === now ? "true" : undefined}
          onClick={() => acts.purchase(each.name)}
        >
          {each.title}
        </button>
      ))}
      <span class="gap" />
      <button type="button" class="tool" disabled={!view.canUndo} onClick={() => acts.undo()}>
        Undo
      </button>
      <button type="button" class="tool" disabled={!view.canRedo} onClick={() => acts.redo()}>
        Redo
      </button>
      <button type="button" class="tool" disabled={view.isStill} onClick={() => acts.reset()}>
        Reset
      </button>
      <button
        type="button"
        class="tool goods-open"
        disabled={view.isStill}
        aria-haspopup="dialog"
        onClick={() => acts.over("goods")}
      >
        Prices and drives{Object.keys(view.goods).length ? " *" : ""}
      </button>
      <button type="button" class="tool" disabled={view.isStill} onClick={() => acts.share()}>
        Copy link
      </button>
    </div>
  );
}

/** The load in a sentence, which opens its fields. */
function Load({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const words = view.fixed.fields.map((field) => `${field.label} ${written(at(view.wants, field.at), field)}`);
  return (
    <button
      type="button"
      class="load-line"
      disabled={view.isStill}
      aria-haspopup="dialog"
      aria-expanded={view.over === "load"}
      onClick={() => acts.over(view.over === "load" ? null : "load")}
    >
      <b>The load and the pool</b> <span>{words.join(" · ")}</span>
    </button>
  );
}

/** What is not drawn again while a line is dragged. */
class Rests extends Component<{ view: View; children: ComponentChildren }> {
  override shouldComponentUpdate(next: { view: View }): boolean {
    return !next.view.isDragged;
  }
  override render(): ComponentChildren {
    return this.props.children;
  }
}

export function Page({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const { fixed } = view;
  return (
    <div
      class="wtg-lab wtg-buy"
      data-state={view.state}
      data-old={isOld(view) ? "" : undefined}
      data-pools={view.judged.builds.length}
      data-judged={judgedIn(view.judged)}
      data-meet={foundIn(view).count}
      data-took={view.took}
      data-ran={view.refined.size}
    >
      <Top view={view} acts={acts} />
      <Verdict view={view} />
      <div class="both">
        <div class="left">
          <Needs view={view} acts={acts} />
          <Load view={view} acts={acts} />
        </div>
        <section class="cloud" aria-label="The candidate pools">
          <div class="axis">
            <label>
              cost against{" "}
              <select
                value={view.against}
                disabled={view.isStill}
                onChange={(event) => acts.against(event.currentTarget.value)}
              >
                {Object.entries(fixed.columns)
                  .filter(([name]) => name !== "cost")
                  .map(([name, column]) => (
                    <option key={name} value={name} selected={name === view.against}>
                      {column.label}
                    </option>
                  ))}
              </select>
            </label>
            <span class="legend">
              {FAMILIES.map((family, i) => (
                <span key={family}>
                  <i class={family} />
                  {FAMILY_NAMES[i]}
                </span>
              ))}
              <span>
                <i class="bad" />
                fails
              </span>
              {view.refined.size ? (
                <span>
                  <i class="ran" />
                  the machine
                </span>
              ) : null}
            </span>
          </div>
          <Picture view={view} acts={acts} />
        </section>
      </div>
      <Over view={view} acts={acts} />
      <Rests view={view}>
        {view.opened === null ? <Table view={view} acts={acts} /> : <Opened view={view} acts={acts} />}
      </Rests>
      {view.note ? (
        <div class="notes">
          <p role="status">{view.note}</p>
          <button type="button" class="close" aria-label="Dismiss" onClick={() => acts.hush()}>
            ×
          </button>
        </div>
      ) : null}
    </div>
  );
}
