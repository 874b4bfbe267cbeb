/** The requirements: a field each, and a line to drag over how the candidates are spread. */
import type { JSX } from "preact";
import { Field } from "../lab/field";
import { drags, stepOf } from "./drag";
import { apart, percent, show } from "./said";
import { round, scaleOf, type Scale } from "./scale";
import { foundIn, type Acts, type View } from "./view";
import type { Limit } from "./met";

const BINS = 48;
const HIGH = 20;

/** Columns of a histogram as one path: 100 wide, `HIGH` high. */
function bars(counts: number[], most: number): string {
  const wide = 100 / BINS;
  return counts
    .map((count, bin) => {
      const high = count ? Math.max(1.2, Math.sqrt(count / most) * HIGH * 0.98) : 0;
      return high
        ? `M${(bin * wide).toFixed(2)},${HIGH}v-${high.toFixed(1)}h${(wide * 0.86).toFixed(2)}v${high.toFixed(1)}z`
        : "";
    })
    .join("");
}

/** The bin of each candidate, by column; it stays while the axis does. */
const binned = new WeakMap<Limit["values"], { axis: string; bins: Uint8Array }>();
function binsOf(values: Limit["values"], scale: Scale): Uint8Array {
  const axis = scale.domain.join();
  const known = binned.get(values);
  if (known?.axis === axis) return known.bins;
  const bins = Uint8Array.from(values, (value) => Math.min(BINS - 1, Math.floor(scale.at(value) * BINS)));
  binned.set(values, { axis, bins });
  return bins;
}

/** How many candidates lie in each bin: all that meet the other limits, and those that meet this one, too. */
function spread(limit: Limit, bit: number, fails: Uint16Array, scale: Scale): [number[], number[]] {
  const [others, all] = [new Array<number>(BINS).fill(0), new Array<number>(BINS).fill(0)];
  const bins = binsOf(limit.values, scale);
  fails.forEach((bits, i) => {
    const bin = bins[i] as number;
    const into = bits & ~(1 << bit) ? null : bits ? others : all;
    if (into) into[bin] = (into[bin] as number) + 1;
  });
  return [others, all];
}

/** What a requirement costs, or what it takes away. */
function price(view: View, limit: Limit, bit: number): [string, string] {
  const { fails, count, costs, masks } = foundIn(view);
  const mask = masks[bit] as number;
  const cost = view.judged.columns.cost ?? [];
  if (limit.wanted === null) return ["", ""];
  if (!count) {
    let near = limit.more ? 0 : Infinity;
    fails.forEach((bits, i) => {
      const value = limit.values[i] ?? Infinity;
      if (bits & (1 << bit) && !(bits & ~mask)) near = limit.more ? Math.max(near, value) : Math.min(near, value);
    });
    if (!near || near === Infinity) return ["", ""];
    const by = limit.more ? limit.wanted / near - 1 : near / limit.wanted - 1;
    const shown = view.fixed.columns[limit.column];
    return [`leaves no pool; the best has ${shown ? show(near, shown) : near}, ${apart(by)}`, "bad"];
  }
  const saves = costs[limit.name]?.saves ?? 0;
  const without = cost[costs[limit.name]?.without ?? -1] ?? 0;
  if (saves < 0.5 || !without) return ["costs nothing", "mute"];
  return [`costs ${percent(saves / without)}: $${Math.round(saves).toLocaleString("en-US")}`, ""];
}

function Need({ view, acts, limit, bit }: { view: View; acts: Acts; limit: Limit; bit: number }): JSX.Element {
  const { fails } = foundIn(view);
  const shown = view.fixed.columns[limit.column] as View["fixed"]["columns"][string];
  const scale = scaleOf(limit.values, limit.wanted);
  const [others, all] = spread(limit, bit, fails, scale);
  const most = Math.max(...all.map((each, bin) => Math.max(each, others[bin] as number)), 1);
  const none = limit.more ? 0 : 1;
  const place = limit.wanted === null ? none : scale.at(limit.wanted);
  const [words, tone] = price(view, limit, bit);
  const value = show(limit.wanted, shown);
  const typed = view.typed?.field === limit.at ? view.typed : null;
  const field = {
    setting: limit.at,
    label: limit.label,
    value,
    help: `${limit.about}; a bare number is in the unit shown`,
    words: [],
    unit: "",
  };
  const set = (to: number | null, done: boolean): void => acts.drag(limit.at, to, done);
  const near = (share: number): number | null =>
    share <= 0.004 && limit.more ? null : share >= 0.996 && !limit.more ? null : round(scale.value(share));
  return (
    <div class={`need ${tone}`} data-need={limit.name}>
      <Field
        field={field}
        id={`buy-${limit.name}`}
        typed={typed}
        onSet={() => undefined}
        onType={(text) => acts.type(limit.at, text)}
        onLeave={() => acts.untype()}
      />
      <p class={tone}>{words}</p>
      <div
        class="strip"
        role="slider"
        tabIndex={view.isStill ? undefined : 0}
        aria-label={`${limit.label}, line`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(place * 100)}
        aria-valuetext={`${limit.more ? "at least" : "at most"} ${value}`}
        onKeyDown={(event) => {
          const to = stepOf(event, place, limit.more);
          if (to === undefined) return;
          event.preventDefault();
          set(to === null ? null : near(to), true);
        }}
        onPointerDown={drags((share, _, done) => set(near(share), done))}
      >
        <svg viewBox={`0 0 100 ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="out" d={bars(others, most)} />
          <path class="in" d={bars(all, most)} />
        </svg>
        <i
          class={`off ${limit.more ? "less" : "more"}`}
          style={limit.more ? { width: `${place * 100}%` } : { left: `${place * 100}%` }}
        />
        <b class={limit.wanted === null ? "free" : ""} style={{ left: `${place * 100}%` }} />
      </div>
    </div>
  );
}

export function Needs({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  return (
    <section class="needs" aria-label="What is required">
      {foundIn(view).limits.map((limit, bit) => (
        <Need key={limit.name} view={view} acts={acts} limit={limit} bit={bit} />
      ))}
    </section>
  );
}
