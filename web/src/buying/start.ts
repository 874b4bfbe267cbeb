/** What the tool shows before anybody has done anything. */
import type { BuyingFixed, Judged } from "../data/types";
import type { View } from "./view";

/** The width of the picture where nobody measures it (pixels). */
const WIDTH = 690;

export const begun = (fixed: BuyingFixed, judged: Judged): View => ({
  fixed,
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
