/** What the columns tell of a candidate: which requirements it meets, and why its neighbours are not it. */
import { COMPARED, type Limit } from "./met";
import { judgedIn } from "./parts";
import { apart, percent, show } from "./said";
import { foundIn, listed, type View } from "./view";

/** A requirement, held against one column. */
export interface Held {
  column: string;
  label: string;
  met: boolean;
  found: number | null;
  wanted: number;
  words: string;
  wantedWords: string;
  /** What one in ten measurements was beyond, if the requirement is met and that would miss it. */
  doubt: string;
}

/** The fields of a build that differ between candidates that are alike but for one thing: layout, disk, log, special, cache, head. */
const THINGS = [[0, 1, 2, 4, 5], [3], [6, 7], [10, 11], [8, 9], [12, 13]];
const FIELDS = 14;
const MOST = 6;
/** The share by which two numbers may differ and count as the same. */
const ALIKE = 0.02;

export const dollars = (value: number): string => `$${Math.round(value).toLocaleString("en-US")}`;
const THEN = "_resilvering";
const called = (view: View, label: string, column: string): [string, View["fixed"]["columns"][string] | undefined] => [
  label + (column.endsWith(THEN) ? ", resilvering" : ""),
  view.fixed.columns[column.replace(THEN, "")],
];

function heldTo(view: View, limit: Limit, i: number): Held[] {
  const { wanted } = limit;
  if (wanted === null) return [];
  return limit.tests.map(({ column, meets }) => {
    const [label, shown] = called(view, limit.label, column);
    const found = view.judged.columns[column]?.[i] ?? null;
    const met = meets(i);
    const error = view.fixed.errors[column.replace(THEN, "")];
    const far = (found ?? 0) * ((limit.more ? error?.low : error?.high) ?? 1);
    const isDoubtful = met && shown && found !== null && (limit.more ? far < wanted : far > wanted);
    return {
      column,
      label,
      met,
      doubt: isDoubtful ? `one in ten is ${limit.more ? "below" : "above"} ${show(far, shown)}` : "",
      found,
      wanted,
      words: found === null ? "without end" : shown ? show(found, shown) : "",
      wantedWords: shown ? show(wanted, shown) : "",
    };
  });
}
/** The requirements that a candidate meets or misses. */
export const held = (view: View, i: number): Held[] => foundIn(view).limits.flatMap((limit) => heldTo(view, limit, i));

/** The chance of loss of the opened pool at both ends of the interval of the failure rates. */
export function chances({ fixed, pool }: View): string {
  const [chance, ends] = [fixed.columns.loss, pool?.loss];
  const words = chance && ends?.map((each) => show(each, chance));
  return words ? `; ${words.join(" to ")} by the interval of the failure rates` : "";
}

/** Candidates near one: the next on the edge, the cheapest that meets all, and the nearest in cost that differ in one thing. */
export function neighbours(view: View, i: number): number[] {
  const { builds, columns } = view.judged;
  const { fails, cheapest } = foundIn(view);
  const cost = (k: number): number => columns.cost?.[k] ?? 0;
  const edge = listed(view).filter((k) => k !== i);
  const found = [
    edge.filter((k) => cost(k) <= cost(i)).at(-1),
    edge.find((k) => cost(k) > cost(i)),
    cheapest < 0 ? undefined : cheapest,
  ];
  const build = builds[i] ?? [];
  for (const thing of THINGS) {
    const others = Array.from({ length: FIELDS }, (_, n) => n).filter((n) => !thing.includes(n));
    let best: number | undefined;
    const isNearer = (k: number, than: number): boolean => {
      const [a, b] = [fails[k] ? 1 : 0, fails[than] ? 1 : 0];
      return (a - b || Math.abs(cost(k) - cost(i)) - Math.abs(cost(than) - cost(i))) < 0;
    };
    builds.forEach((other, k) => {
      if (k === i || Number.isNaN(cost(k)) || others.some((n) => other[n] !== build[n])) return;
      if (best === undefined || isNearer(k, best)) best = k;
    });
    found.push(best);
  }
  return [...new Set(found)].filter((k) => k !== undefined && k !== i).slice(0, MOST) as number[];
}

/** Why not candidate `j` instead of `i`: what it costs more, what it misses, and in what it is better and worse. */
export function against(view: View, i: number, j: number): string {
  const { columns } = view.judged;
  const [own, other] = [columns.cost?.[i] ?? 0, columns.cost?.[j] ?? 0];
  const more = other - own;
  const price =
    Math.abs(more) < 0.5
      ? "costs the same"
      : `costs ${dollars(Math.abs(more))} ${more > 0 ? "more" : "less"} (${percent(Math.abs(more) / own)})`;
  const mine = held(view, i);
  const misses = held(view, j)
    .filter(({ met }, n) => !met && mine[n]?.met)
    .map((each) => `${each.label} ${each.words} for ${each.wantedWords}${off(each)}`);
  if (misses.length) return `${price}, but misses ${misses.join("; ")}`;
  const [better, worse] = [[] as string[], [] as string[]];
  for (const name of COMPARED) {
    const column = view.fixed.columns[name.replace(THEN, "")];
    const [a, b] = [columns[name]?.[i] ?? Infinity, columns[name]?.[j] ?? Infinity];
    if (!column || a === b || (Math.min(a, b) > 0 && Math.max(a, b) / Math.min(a, b) < 1 + ALIKE)) continue;
    const [label] = called(view, column.label, name);
    const said = (value: number): string => (value < Infinity ? show(value, column) : "without end");
    (b > a === column.more ? better : worse).push(`${label} ${said(b)} for ${said(a)}`);
  }
  const parts = [
    better.length ? `better: ${better.join(", ")}` : more > 0 ? "better in nothing" : "",
    worse.length ? `worse: ${worse.join(", ")}` : "",
  ];
  return [price, ...parts.filter(Boolean)].join("; ");
}
const off = ({ found, wanted }: Held): string => {
  if (!found || !wanted) return "";
  const by = Math.max(found, wanted) / Math.min(found, wanted) - 1;
  return by > 0.0005 ? `, ${apart(by)}` : "";
};

/** How many candidates meet all, what they cost, and which requirement is the dearest, or leaves none. */
export function verdict(view: View): string {
  const { builds, columns, verdict: words } = view.judged;
  const { count, limits, fails, costs, cheapest, masks } = foundIn(view);
  if (!builds.length) return words;
  const some = judgedIn(view.judged);
  const all = `${some < builds.length ? "the first " : ""}${some.toLocaleString("en-US")}`;
  if (count) {
    const least = columns.cost?.[cheapest] ?? 0;
    const dear = limits.reduce<Limit | null>(
      (most, limit) => ((costs[limit.name]?.saves ?? 0) > (costs[most?.name ?? ""]?.saves ?? 0.5) ? limit : most),
      null,
    );
    const saves = costs[dear?.name ?? ""]?.saves ?? 0;
    const start = `${count.toLocaleString("en-US")} of ${all} candidates meet all; they cost ${dollars(least)} or more.`;
    return dear && (view.isFresh || view.isDragged)
      ? `${start} The dearest requirement is ${dear.label}: without it ${dollars(least - saves)}, so that it costs ${percent(saves / (least - saves))}.`
      : start;
  }
  const single = limits.flatMap((limit, bit) => {
    const would = fails.reduce((sum, bits) => sum + (bits & ~(masks[bit] as number) ? 0 : 1), 0);
    return would && limit.wanted !== null ? [`${limit.label} (${would.toLocaleString("en-US")} would do)`] : [];
  });
  return single.length
    ? `None of ${all} candidates meets all. Give up one: ${single.join(", or ")}.`
    : `None of ${all} candidates meets all, nor all but one.`;
}
