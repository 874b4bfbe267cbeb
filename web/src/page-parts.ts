/** What the parts of one page share. */
import type { Engine } from "./engine";
import type { Store } from "./store";

export interface Page {
  live: string;
  edition: string;
  store: Store;
  engine: Engine;
}
