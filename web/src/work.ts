/** All of a reader's work: save it as a file, load it, reset the page, and meet an earlier edition's. */
import { leftOut, textOf } from "./answer-file";
import { button, el, tell } from "./dom";
import { save } from "./download";
import { fileInput } from "./load";
import type { Page } from "./page-parts";
import type { Kind } from "./saved";
import type { Store } from "./store";

const SAID = "wtg:said";

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

export function resetPage(store: Store): void {
  for (const [kind, ids] of onPage()) for (const id of ids) store.set(kind, id, null);
}

/** Gives a line on what did not go into the file; null where all did. */
export function saveWork(page: Page, name = "my-work"): string | null {
  const { text, left } = textOf(page.store);
  save(`${name}-${page.edition}.json`, "application/json", text);
  return leftOut(left);
}

/** A line that the next page shows: what was loaded is there only after the page was, too. */
function say(line: string): void {
  try {
    sessionStorage.setItem(SAID, line);
  } catch {
    /* then it is not said */
  }
}
function said(): string | null {
  try {
    const line = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    return line;
  } catch {
    return null;
  }
}

function workPanel(page: Page): HTMLElement {
  const line = el("p", { class: "work-said", role: "status" });
  const file = fileInput(page, line, (text) => (say(text), location.reload()));
  const ask = (): void => {
    const yes = button("Reset", () => (resetPage(page.store), location.reload()), { "data-action": "reset-page-yes" });
    const no = button("Keep", () => tell(line, null));
    tell(line, "This forgets your settings, programs and answers on this page.", "note", yes, no);
    yes.focus();
  };
  const link = document.querySelector<HTMLAnchorElement>(".ex-progress")?.getAttribute("href");
  const panel = el(
    "aside",
    { class: "wtg-work", "aria-label": "Your work" },
    el("p", {}, "What you change, type and answer stays in this browser."),
    button("Save my work to a file", () => tell(line, saveWork(page)), { "data-action": "save-work" }),
    button("Load work from a file", () => file.click(), { "data-action": "load-work" }),
    button("Reset this page", ask, { "data-action": "reset-page" }),
    ...(link ? [el("a", { href: link }, "Your progress")] : []),
    file,
    line,
  );
  const before = said();
  if (before) tell(line, before, "note");
  return panel;
}

function olderPanel(page: Page, edition: string): HTMLElement {
  const box = el("div", { class: "wtg-older", role: "status" });
  const keep = button("Keep it", () => (page.store.keep(edition), location.reload()), {
    "data-action": "keep-older",
  });
  const drop = button("Discard it", () => (page.store.discard(edition), box.remove()), {
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

export function addWork(page: Page): void {
  const progress = document.querySelector(".progress-book");
  const first = progress ?? document.querySelector(".live-figure, .exercise, .predict");
  if (!first) return;
  if (!progress) (first.closest("article, main") ?? document.body).append(workPanel(page));
  for (const edition of page.store.older()) first.before(olderPanel(page, edition));
}
