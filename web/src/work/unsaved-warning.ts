/** Warns of work that the browser cannot keep, and asks before the page is left. */
import { button, el } from "../ui/dom";
import type { Book } from "./book";
import { CANNOT_KEEP, saveWork } from "./work-panel";

export function warnOfUnsaved(book: Book): void {
  const line = el("span", { role: "status" });
  const bar = el(
    "div",
    { class: "wtg-trouble", role: "alert", hidden: true },
    "This browser cannot keep what you type (its storage is full or forbidden). Save it before you close the page. ",
    button("Save my work to a file", () => saveWork(book, line)),
    " ",
    line,
  );
  book.store.onUnsaved = (lost) => {
    if (!bar.isConnected) document.body.append(bar);
    bar.hidden = !lost;
  };
  const place = document.querySelector(".progress-book, .class-sheet");
  if (place && !book.store.canKeep()) place.prepend(el("p", { class: "wtg-stored", role: "alert" }, CANNOT_KEEP));
  window.addEventListener("beforeunload", (event) => {
    if (book.store.isUnsaved) event.preventDefault();
  });
}
