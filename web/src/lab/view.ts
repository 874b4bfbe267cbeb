/** What the page of the whole machine shows at a moment, and what a reader can do about it. */
import type { LabBeside, LabFixed, LabSetup, Served, Stepped, Study } from "../data/types";

export type Side = "a" | "b";
export const SIDES: Side[] = ["a", "b"];
export type State = "empty" | "running" | "done";
export type Tab = "heat" | "printed" | "words";
export type Which = "median" | "slow";

/** What is open over the page: a part, the machine, or a load, of one machine. */
export interface Opened {
  what: string;
  side: Side;
}

/** Why a text was refused, and the line and the words in it that are wrong. */
export interface Refusal {
  message: string;
  line: string;
  /** Where the words begin and end in the line. */
  from: number;
  to: number;
}

export interface View {
  fixed: LabFixed;
  door: string | null;
  lead: string;
  study: Study;
  setup: LabSetup | null;
  runs: Partial<Record<Side, Stepped>>;
  /** The stretch that the reader chose; null: the machine chooses. */
  window: [number, number] | null;
  tab: Tab;
  which: Which;
  state: State;
  /** The machines whose numbers are still those of another study. */
  stale: Side[];
  refused: { side: Side; message: string } | null;
  /** What the page has to say besides. */
  notes: string[];
  opened: Opened | null;
  beside: LabBeside["parts"] | null;
  /** What each choice of the open part would do, as far as it was tried. */
  trials: Map<string, Served | string>;
  /** Whether a pasted text is being read, and why it was refused. */
  isReading: boolean;
  pasteError: Refusal | null;
  /** The field whose value was refused: its setting with the load or side, what was typed, and why. */
  typed: { field: string; text: string; message: string } | null;
  /** Nobody can do anything: the page has no script. */
  isStill?: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

/** What a reader can do. */
export interface Acts {
  door(name: string): void;
  empty(): void;
  undo(): void;
  redo(): void;
  stop(): void;
  /** Run what was stopped. */
  run(): void;
  /** Take away what the page has said. */
  hush(): void;
  share(): Promise<void>;
  /** Copy a text, and say that it is. */
  copy(text: string, what: string): void;
  save(): void;
  trace(side: Side): void;
  machine(side: Side, name: string): void;
  set(side: Side, settings: Record<string, string>): void;
  /** Take what was typed into a field of a machine or of a load; a value that cannot be stays there. */
  type(place: Side | number, setting: string, text: string): void;
  /** Forget a value that was refused. */
  untype(): void;
  setLoad(number: number, settings: Record<string, string>): void;
  changeKind(number: number, kind: string): void;
  addLoad(): void;
  dropLoad(number: number): void;
  follow(number: number): void;
  paste(place: Side | number, text: string): void;
  compare(on: boolean): void;
  happen(kind: string, at: number): void;
  moveEvent(number: number, at: number): void;
  nudgeEvent(number: number, by: number): void;
  switchEvent(number: number, side: Side): void;
  dropEvent(number: number): void;
  look(window: [number, number] | null): void;
  /** Move begin and end of the stretch (s). */
  slide(begin: number, end: number): void;
  open(what: Opened | null): void;
  tab(tab: Tab): void;
  which(which: Which): void;
}

/** How far a machine has run whose numbers are not, or not yet, those of its whole run; else null. */
export function soFar(view: View, side: Side): string | null {
  if (view.state === "empty" || view.refused?.side === side) return null;
  const run = view.runs[side];
  if (run && view.stale.includes(side)) return "pale: before the change";
  if (!run || run.done) return null;
  const to = `second ${run.to} of ${view.setup?.seconds ?? 0}`;
  return view.state === "running" ? `so far, ${to}` : `stopped at ${to}`;
}

export const nameOf = (side: Side): string => side.toUpperCase();
/** The machines that the study has. */
export const sidesOf = (view: View): Side[] => SIDES.filter((side) => side === "a" || view.study.b);
export const followed = (view: View) => view.setup?.loads[view.setup.followed];
/** The stretch that the machine shows. */
export const windowOf = (view: View): [number, number] => {
  const shown = view.runs.a?.shown;
  return view.window ?? (shown ? [shown.from, shown.to] : [0, 0]);
};
export const busyOf = (view: View, side: Side, part: string) =>
  view.state === "empty" ? undefined : view.runs[side]?.shown.parts[part];
export const partOf = (view: View, side: Side, part: string) => view.setup?.sides[side]?.parts[part];
export const limitOf = (view: View, side: Side): string | undefined => view.runs[side]?.shown.limit.part;
