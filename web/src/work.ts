/** All of a reader's work: save it as a file, load it, reset the page, and meet an earlier edition's. */
import { button, el, tell } from "./dom";
import { save } from "./download";
import type { Page } from "./page-parts";
import type { Kind, Store } from "./store";

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

function workPanel(page: Page): HTMLElement {
  const said = el("p", { class: "work-said", role: "status" });
  const file = el("input", {
    type: "file",
    accept: "application/json,.json",
    hidden: true,
    "aria-label": "A file of saved work",
  });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const wrong = page.store.fromFile(await chosen.text());
    file.value = "";
    if (wrong) tell(said, wrong, "error");
    else location.reload();
  });
  const write = (): void =>
    save(`my-work-${page.edition}.json`, "application/json", JSON.stringify(page.store.toFile(), null, 1));
  const ask = (): void => {
    const yes = button("Reset", () => (resetPage(page.store), location.reload()), {
      "data-action": "reset-page-yes",
    });
    const no = button("Keep", () => tell(said, null));
    tell(said, "This forgets your settings, programs and answers on this page.", "note", yes, no);
    yes.focus();
  };
  return el(
    "aside",
    { class: "wtg-work", "aria-label": "Your work" },
    el("p", {}, "What you change, type and answer stays in this browser."),
    button("Save my work to a file", write, { "data-action": "save-work" }),
    button("Load work from a file", () => file.click(), { "data-action": "load-work" }),
    button("Reset this page", ask, { "data-action": "reset-page" }),
    file,
    said,
  );
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
    `You have work from an earlier edition of this book (${edition}); its figures may have changed since. `,
    keep,
    " ",
    drop,
  );
  return box;
}

export function addWork(page: Page): void {
  const first = document.querySelector(".live-figure, .exercise, .predict");
  if (!first) return;
  const article = first.closest("article, main") ?? document.body;
  article.append(workPanel(page));
  for (const edition of page.store.older()) first.before(olderPanel(page, edition));
}
