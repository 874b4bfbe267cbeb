/** The page without a script: a door as it was built. */
import { render } from "preact-render-to-string";
import type { Lab, LabFixed } from "../data/types";
import { shownDoor } from "./start";
import { Page } from "./page";
import type { Acts } from "./view";

export const still = (fixed: LabFixed, door: Lab): string =>
  render(<Page view={{ ...shownDoor(door), fixed, isStill: true }} acts={{} as Acts} />);
