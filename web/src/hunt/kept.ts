/** The best score of each server that a reader has judged, kept in the browser. */

export interface Kept {
  points: number;
  spent: number;
}
const NAME = "wtg:hunts";
const MOST = 500;
export type Scores = Record<string, Kept>;

const isKept = (v: unknown): v is Kept =>
  typeof v === "object" && v !== null && Number.isFinite((v as Kept).points) && Number.isFinite((v as Kept).spent);

/** What is kept; a wrong entry is left out. */
export function scoresIn(storage: Pick<Storage, "getItem"> | null): Scores {
  try {
    const found = JSON.parse(storage?.getItem(NAME) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Kept] => isKept(entry[1])));
  } catch {
    return {};
  }
}
/** With a score, unless the server was judged before: the second time its fault is known. */
export function withScore(scores: Scores, seed: number, { points, spent }: Kept): Scores {
  if (scores[seed]) return scores;
  const all = [...Object.entries(scores), [String(seed), { points, spent }] as const];
  return Object.fromEntries(all.slice(-MOST));
}
export function keep(storage: Pick<Storage, "setItem"> | null, scores: Scores): void {
  try {
    storage?.setItem(NAME, JSON.stringify(scores));
  } catch {
    /* full or forbidden: they live as long as the page */
  }
}
/** What is said of them. */
export function summary(scores: Scores): string {
  const all = Object.values(scores).map(({ points }) => points);
  if (!all.length) return "";
  const found = all.filter((points) => points > 0).length;
  const mean = Math.round(all.reduce((sum, points) => sum + points, 0) / all.length);
  const servers = all.length === 1 ? "one server" : `${all.length} servers`;
  return `So far: ${found} found of ${servers}, ${mean} points on average, at best ${Math.max(...all)}.`;
}
