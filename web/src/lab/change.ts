/** Changes of a study; each gives another one. */
import type { LabFixed, LabSetup, Stepped, Study } from "../data/types";
import type { Side } from "./view";

export type Settings = Record<string, string>;
type Event = NonNullable<Study["events"]>[number];

/** The study with other settings of a machine. What is set in A is no change of B any more. */
export function changed(study: Study, side: Side, settings: Settings): Study {
  if (side === "b") return { ...study, b: { ...study.b, settings: { ...study.b?.settings, ...settings } } };
  const a = { ...study.a, settings: { ...study.a.settings, ...settings } };
  if (!study.b) return { ...study, a };
  const own = Object.entries(study.b.settings ?? {}).filter(([name, value]) => settings[name] !== value);
  return { ...study, a, b: { ...study.b, settings: Object.fromEntries(own) } };
}

export const withMachine = (study: Study, side: Side, machine: string): Study => ({ ...study, [side]: { machine } });

export function compared(study: Study, on: boolean): Study {
  const { b, ...rest } = study;
  const events = (study.events ?? []).map((event) => ({ ...event, in: on ? event.in : ("a" as const) }));
  return on ? { ...rest, b: b ?? { settings: {} } } : { ...rest, events };
}

export const withLoad = (study: Study, number: number, settings: Settings): Study => ({
  ...study,
  loads: study.loads.map((load, n) => (n === number ? { ...load, settings: { ...load.settings, ...settings } } : load)),
});

/** The load is asked by others; what they do not know is left out. */
export const withKind = (study: Study, number: number, kind: string): Study => ({
  ...study,
  loads: study.loads.map((load, n) => (n === number ? { load: kind, name: load.name ?? kind } : load)),
});

export const withMore = (study: Study): Study => ({
  ...study,
  loads: [
    ...study.loads,
    {
      load: "local",
      name: `Load ${study.loads.length + 1}`,
      settings: { reads: "100%", threads: "4", data: "1TiB" },
    },
  ],
});

/** What an empty page begins with when a machine is chosen or a text pasted: one load, since a machine needs one. */
export const nothing = (machine: string): Study => withMore({ a: { machine }, loads: [], seconds: 20 });

/** A load goes, and with it the events that start one. */
export const withoutLoad = (study: Study, number: number): Study => ({
  ...study,
  loads: study.loads.filter((_, n) => n !== number),
  events: (study.events ?? []).filter((each) => each.load === undefined),
  followed: 0,
});

export const withOther = (study: Study, number: number, more: Partial<Event>): Study => ({
  ...study,
  events: (study.events ?? []).map((event, n) => ({ ...event, ...(n === number ? more : {}) })),
});

/** An event happens in a machine or does not; it happens in one at least. */
export function switched(study: Study, number: number, side: Side): Study {
  const now = study.events?.[number]?.in ?? "ab";
  const next = now === side ? now : now === "ab" ? (side === "a" ? "b" : "a") : "ab";
  return withOther(study, number, { in: next });
}

export const withoutEvent = (study: Study, number: number): Study => ({
  ...study,
  events: (study.events ?? []).filter((_, n) => n !== number),
});

/** What a study is called, with its flags as they are asked for, whether they can be or not. */
export const flagged = (setup: LabSetup | null, study: Study, fixed: LabFixed): LabSetup | null =>
  setup && {
    ...setup,
    events: (study.events ?? []).map(({ at, kind, in: within }) => ({
      at,
      in: within ?? (study.b ? "ab" : "a"),
      words: fixed.failures.find((each) => each.kind === kind)?.words ?? kind,
    })),
  };

/** What one machine's run depends on, as text: equal texts have equal runs. */
export function keyOf(study: Study, side: Side): string {
  const { a, b, loads, events = [], seconds, seed, followed } = study;
  const own = events.filter((event) => (event.in ?? "ab").includes(side)).map((event) => ({ ...event, in: side }));
  return JSON.stringify([a, side === "b" ? b : null, loads, own, seconds, seed, followed]);
}

export const withoutB = (runs: Partial<Record<Side, Stepped>>): Partial<Record<Side, Stepped>> => ({ a: runs.a });
