/** What the page shows before anybody has done anything: a door as it was built. */
import type { Lab, LabFixed } from "../data/types";
import { nothing } from "./change";
import type { Asker } from "./runner";
import type { View } from "./view";

/** What the page starts from. */
export interface Began {
  fixed: LabFixed;
  door: Lab;
}
export interface Surroundings {
  live: string;
  edition: string;
  asker: Asker;
  /** Whether the page's address and history are the lab's; in a notebook they are not. */
  isPage: boolean;
}

export const BLANK: Omit<View, "fixed" | "door" | "study"> = {
  lead: "",
  setup: null,
  runs: {},
  window: null,
  tab: "heat",
  which: "median",
  state: "done",
  stale: [],
  refused: null,
  notes: [],
  opened: null,
  beside: null,
  trials: new Map(),
  isReading: false,
  pasteError: null,
  typed: null,
  canUndo: false,
  canRedo: false,
};

/** Nothing yet: what a link asks for comes. */
export const arriving = (fixed: LabFixed): Pick<View, "study" | "door" | "state"> => ({
  study: nothing(fixed.machines[0]?.machine ?? ""),
  door: null,
  state: "running",
});

export const shownDoor = (lab: Lab): Omit<View, "fixed"> => ({
  ...BLANK,
  lead: lab.lead,
  door: lab.name,
  study: lab.study,
  setup: lab.setup,
  runs: lab.runs,
});
