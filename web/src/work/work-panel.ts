/** All of a reader's work: save it as a file, load it, reset the page, and meet an earlier edition's. */
import { holds, leftOut, textOf } from "./answer-file";
import { button, el, setText, tell } from "../ui/dom";
import { save } from "../ui/save-file";
import { fileInput, tellImported, type Before, type Imported } from "./import-file";
import type { Book } from "./book";
import { fresh, type Kind } from "./work";
import type { Store } from "./store";

const SAID = "wtg:said";

export const CANNOT_KEEP =
  "This browser cannot keep your work: its storage is full, or forbidden for this page (a private window or a " +
  "page around this one may do that). What you do is gone when you close the page; save it to a file first.";

/** What the page of progress says instead of "kept in this browser". */
export const NOT_KEPT = "It is sent nowhere, and this browser does not keep it.";

/** The ids on this page, a list a kind of work. */
function onPage(): [Kind, string[]][] {
  const ids = (selector: string, key: string): string[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((n) => n.dataset[key] ?? "");
  return [
    ["figures", ids(".live-figure", "figure")],
    ["exercises", ids(".exercise", "exercise")],
    ["predictions", ids(".predict", "prediction")],
  ];
}

/** That a solution was opened is not forgotten. */
function resetPage(store: Store): void {
  for (const [kind, ids] of onPage()) {
    for (const id of ids) {
      const { solutions } = (kind === "exercises" && store.get(kind, id)) || {};
      store.set(kind, id, solutions ? { ...fresh(), solutions } : null);
    }
  }
}

/** Writes the file and says on the line what it holds; `after` is what to do with it. */
export function saveWork(book: Book, line: HTMLElement, name = "my-work", after = ""): void {
  const { text, left, gone } = textOf(book.store);
  const file = `${name}-${book.edition}.json`;
  const parts = [leftOut(left), holds(book.store.all(), gone), after].filter(Boolean);
  save(line, { name: file, type: "application/json", text }, parts.join(" "), left.length ? "error" : "note");
}

/** A message for the reloaded page, which alone shows the loaded work. */
function leave(loaded: Imported): void {
  try {
    sessionStorage.setItem(SAID, JSON.stringify(loaded));
  } catch {
    /* then it is not said */
  }
}
function found(): Imported | null {
  try {
    const text = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    return text === null ? null : (JSON.parse(text) as Imported);
  } catch {
    return null;
  }
}

function workPanel(book: Book): HTMLElement {
  const line = el("p", { class: "work-said", role: "status" });
  const file = fileInput(book, line, (loaded) => (leave(loaded), location.reload()));
  const ask = (): void => {
    const yes = button("Reset", () => (resetPage(book.store), location.reload()), { "data-action": "reset-page-yes" });
    const no = button("Keep", () => tell(line, null));
    tell(line, "This forgets your settings, programs and answers on this page.", "note", yes, no);
    yes.focus();
  };
  const link = document.querySelector<HTMLAnchorElement>(".ex-progress")?.getAttribute("href");
  const panel = el(
    "aside",
    { class: "wtg-work", "aria-label": "Your work" },
    el("p", {}, book.store.canKeep() ? "What you change, type and answer stays in this browser." : CANNOT_KEEP),
    button("Save my work to a file", () => saveWork(book, line), { "data-action": "save-work" }),
    button("Load work from a file", () => file.click(), { "data-action": "load-work" }),
    button("Reset this page", ask, { "data-action": "reset-page" }),
    ...(link ? [el("a", { href: link }, "Exercises and progress")] : []),
    file,
    line,
  );
  const loaded = found();
  const back = ({ gave, name }: Before): void => {
    book.store.undo(gave);
    book.store.name = name;
    leave({ line: "It is all back.", isFault: false, before: null });
    location.reload();
  };
  if (loaded) tellImported(line, loaded, back);
  return panel;
}

function olderPanel(book: Book, edition: string): HTMLElement {
  const box = el("div", { class: "wtg-older", role: "status" });
  const keep = button("Keep it", () => (book.store.keep(edition), location.reload()), {
    "data-action": "keep-older",
  });
  const drop = button("Discard it", () => (book.store.discard(edition), box.remove()), {
    "data-action": "discard-older",
  });
  box.append(
    `You have work from an earlier edition of this book (${edition}); its figures and exercises may have changed since. `,
    keep,
    " ",
    drop,
  );
  return box;
}

export function addWork(book: Book): void {
  const progress = document.querySelector(".progress-book");
  const first = progress ?? document.querySelector(".live-figure, .exercise, .predict");
  if (!first) return;
  if (!progress) (first.closest("article, main") ?? document.body).append(workPanel(book));
  for (const edition of book.store.older()) first.before(olderPanel(book, edition));
}

/** Warn of work that the browser cannot keep, and ask before the page is left. */
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
  if (place && !book.store.canKeep()) {
    place.prepend(el("p", { class: "wtg-stored", role: "alert" }, CANNOT_KEEP));
    setText(document.querySelector(".pg-kept"), NOT_KEPT);
  }
  window.addEventListener("beforeunload", (event) => {
    if (book.store.isUnsaved) event.preventDefault();
  });
}
