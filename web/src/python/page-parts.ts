/** What the parts of one page share. */
import type { Book } from "../work/book";
import type { Engine } from "./engine";

export interface Page extends Book {
  engine: Engine;
}
