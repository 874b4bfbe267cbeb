/** What a hunt shows, and what becomes of it: no element and no clock in it. */

export interface Probe {
  name: string;
  command: string;
  /** What a person waits for it. */
  seconds: number;
  shows: string;
  blind: string;
  /** Whether it takes time of the server's cores. */
  loads: boolean;
}
/** What is the same in all hunts. */
export interface Fixed {
  probes: Probe[];
  diagnoses: { name: string; words: string }[];
  complaints: string[];
}
/** A probe that was asked. */
export interface Heard {
  name: string;
  /** What it printed; null as long as it runs. */
  text: string | null;
  /** What it took of a core. */
  load: number;
}
export interface Verdict {
  right: boolean;
  /** Whether the probes that were asked show it. */
  shown: boolean;
  spent: number;
  points: number;
  fault: string;
  /** The diagnosis, in words, and what would show it. */
  said: string;
  instead: { command: string; words: string };
  server: string;
  oddity: string;
  proof: { probe: string; command: string; words: string; now: string[]; before: string[] };
  way: string[];
  way_seconds: number;
  way_points: number;
}
export interface View {
  seed: number;
  /** In the order in which they were asked. */
  asked: Heard[];
  diagnosis: string;
  isJudging: boolean;
  verdict: Verdict | null;
  /** What is waited for, in words; empty if nothing is. */
  waits: string;
  /** The share of a run that is done. */
  share: number;
  /** For the reader's ears. */
  said: string;
  error: string;
}

export const MOST_SEED = 999_999;
export const begun = (seed: number): View => ({
  ...{ seed, asked: [], diagnosis: "", isJudging: false, verdict: null },
  ...{ waits: "", share: 0, said: "", error: "" },
});
export const drawn = (random = Math.random): number => 1 + Math.floor(random() * MOST_SEED);

/** The seed that an address names; null: none; a text says in one line what is wrong with it. */
export function seedIn(search: string): number | string | null {
  const named = new URLSearchParams(search).get("hunt");
  if (named === null) return null;
  const seed = /^\d{1,6}$/.test(named) ? Number(named) : 0;
  const most = MOST_SEED.toLocaleString("en-US");
  return seed >= 1
    ? seed
    : `The server in the address must be a number from 1 to ${most}, not “${named.slice(0, 20)}”.`;
}
/** The address of the same page with a hunt. */
export function addressOf(address: string, seed: number): string {
  const url = new URL(address);
  url.searchParams.set("hunt", String(seed));
  url.hash = "hunt";
  return url.href;
}

export const complaintOf = ({ complaints }: Fixed, seed: number): string => complaints[seed % complaints.length] ?? "";
export const spentOf = ({ probes }: Fixed, asked: { name: string }[]): number =>
  probes.filter(({ name }) => asked.some((each) => each.name === name)).reduce((sum, { seconds }) => sum + seconds, 0);

/** A probe is asked once: its answer stays the same. */
export const asking = (view: View, name: string): View =>
  view.asked.some((each) => each.name === name)
    ? view
    : { ...view, asked: [...view.asked, { name, text: null, load: 0 }] };
export const heard = (view: View, name: string, text: string, load: number): View => ({
  ...view,
  asked: view.asked.map((each) => (each.name === name ? { name, text, load } : each)),
});
