/** The book in which the reader works: the address of its files, and the store of the work. */
import type { Contents } from "./answer-file";
import type { Store } from "./store";

export interface Book {
  live: string;
  edition: string;
  store: Store;
}

/** The contents of the book; empty if the list cannot be fetched. */
export const contentsOf = (book: Book): Promise<Contents> =>
  fetch(new URL("contents.json", book.live))
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Contents) : {}))
    .catch(() => ({}));
