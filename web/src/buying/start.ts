/** What the tool shows before anybody has done anything. */
import type { BuyingFixed, Judged, Wants } from "../data/types";
import { isRound } from "./said";
import type { View } from "./view";

/** The width of the picture where nobody measures it (pixels). */
const WIDTH = 690;

/** Capacities are shown in powers of ten where the one that is asked for is round in them, as it was typed. */
export function shownFor(fixed: BuyingFixed, { usable: wanted }: Wants): BuyingFixed {
  const { usable } = fixed.columns;
  if (!usable || typeof wanted !== "number" || !isRound(wanted, fixed.decimal)) return fixed;
  return { ...fixed, columns: { ...fixed.columns, usable: { ...usable, units: fixed.decimal } } };
}

export const begun = (fixed: BuyingFixed, judged: Judged): View => ({
  fixed: shownFor(fixed, fixed.purchases[0]?.wants ?? {}),
  judged,
  closed: judged,
  wants: fixed.purchases[0]?.wants ?? {},
  by: fixed.purchases[0]?.wants ?? {},
  against: "loss",
  goods: {},
  isFresh: true,
  state: "done",
  took: null,
  refined: new Map(),
  opened: null,
  pool: null,
  waits: "",
  isDragged: false,
  lab: "",
  hovered: null,
  over: null,
  table: fixed.tables[0]?.name ?? "",
  typed: null,
  note: "",
  canUndo: false,
  canRedo: false,
  width: WIDTH,
});
