/** Judgements of parts of the candidates, put together. */
import type { BuyingFixed, Judged, JudgedPart, Wants } from "../data/types";
import { COMPARED, edgeOf, failures, limitsOf } from "./met";

/** So many parts: the first half of them is about each pool once. */
export const PARTS = 8;
const THEN = "_resilvering";

/** The judgement without any candidate: those that nobody has judged cost no number (NaN), and fail. */
function empty({ count, columns, verdict, refused }: JudgedPart): Judged {
  const none = (): number[] => Array.from({ length: count }, () => NaN);
  const all = Object.fromEntries(Object.keys(columns).map((name) => [name, none()]));
  const builds = Array.from({ length: count }, () => []);
  return { columns: all, builds, limits: builds.map(() => ""), edge: [], costs: {}, verdict, refused };
}

/** Add the judgement of a part to what was judged of `wants` before. */
export function together(fixed: BuyingFixed, wants: Wants, before: Judged | null, part: JudgedPart): Judged {
  const known = before ?? empty(part);
  const put = <T>(all: readonly T[], some: readonly T[]): T[] => {
    const found = [...all];
    part.places.forEach((place, n) => (found[place] = some[n] as T));
    return found;
  };
  const columns: Judged["columns"] = Object.fromEntries(
    Object.entries(known.columns).map(([name, all]) => [name, put(all, part.columns[name] ?? [])]),
  );
  const judged = { ...known, columns, builds: put(known.builds, part.builds), limits: put(known.limits, part.limits) };
  const cost = columns.cost ?? [];
  const fails = failures(limitsOf(fixed, judged, wants, wants), cost);
  const edges = COMPARED.map((name) => {
    const more = fixed.columns[name.replace(THEN, "")]?.more ?? false;
    return edgeOf(cost, columns[name] ?? [], more, fails);
  });
  return { ...judged, edge: [...new Set(edges.flat())] };
}

/** How many candidates are judged. */
export const judgedIn = ({ columns }: Judged): number =>
  (columns.cost ?? []).filter((cost) => !Number.isNaN(cost)).length;
