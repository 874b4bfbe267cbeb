/** What the parts of one page share. */
import type { Contents } from "../work/answer-file";
import type { Engine } from "./engine";
import type { Store } from "../work/store";

export interface Page {
  live: string;
  edition: string;
  store: Store;
  engine: Engine;
}

/** What there is in the book; nothing is known of it where its list cannot be had. */
export const contentsOf = (page: Page): Promise<Contents> =>
  fetch(new URL("contents.json", page.live))
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Contents) : {}))
    .catch(() => ({}));
