/** The book in which the reader works: where its files lie, and what is kept of the work. */
import type { Contents } from "./answer-file";
import type { Store } from "./store";

export interface Book {
  live: string;
  edition: string;
  store: Store;
}

/** What there is in the book; nothing is known of it where its list cannot be had. */
export const contentsOf = (book: Book): Promise<Contents> =>
  fetch(new URL("contents.json", book.live))
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Contents) : {}))
    .catch(() => ({}));
