/** The tool without a script: the first purchase as it was judged. */
import { render } from "preact-render-to-string";
import type { BuyingFixed, Judged } from "../data/types";
import { Page } from "./page";
import { begun } from "./start";
import type { Acts } from "./view";

export const stillBuying = (fixed: BuyingFixed, judged: Judged): string =>
  render(<Page view={{ ...begun(fixed, judged), isStill: true }} acts={{} as Acts} />);
