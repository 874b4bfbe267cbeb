/** Pages that were opened can be read and run without a network; the book's other pages can be read. */

/** Delay before files are stored (ms after the page is there): a reader may be waiting for an interpreter. */
const START = 2000;
/** After the first sign of a reader, or what a reader without one takes for the first lines: it delays no page's start. */
const LATER = 4000;
const UNSIGNED = 6000;
const SIGNS = ["scroll", "pointerdown", "keydown"] as const;

/** The pages to which the book's own lists of pages lead. */
function pages(): string[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("nav a[href]")].map((a) => a.href.split("#")[0] ?? "");
  return [...new Set(links)].filter((url) => url.startsWith(location.origin) && url.endsWith(".html"));
}

export function keepForOffline(base: string, edition: string): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return;
  const first = !serviceWorker.controller;
  const tell = (message: object): void => void serviceWorker.ready.then(({ active }) => active?.postMessage(message));
  const tellOpened = (): void => {
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    tell({ keep: [location.href.split("#")[0] ?? "", new URL("../", base).href, ...loaded] });
  };
  const tellRest = (): void => {
    if (isMetered()) return;
    const figures = [...document.querySelectorAll<HTMLElement>(".live-figure")].map(
      (figure) => new URL(`figures/${figure.dataset.figure}/1.json.gz`, base).href,
    );
    const go = (): void => tell({ keep: figures, pages: pages(), list: new URL("offline.json", base).href, edition });
    setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(go) : go()), LATER);
  };
  const sign = new AbortController();
  const read = (): void => {
    sign.abort();
    clearTimeout(unsigned);
    tellRest();
  };
  const unsigned = setTimeout(read, UNSIGNED);
  const register = async (): Promise<void> => {
    await serviceWorker.register(new URL("../sw.js", base));
    if (first) tellOpened();
    for (const type of SIGNS) window.addEventListener(type, read, { signal: sign.signal, capture: true });
  };
  setTimeout(() => void register().catch(() => undefined), START);
}

/** Whether data costs: a connection of unknown kind, as most browsers have it, counts as free. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: { type?: string; saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.type === "cellular" || /2g/.test(connection?.effectiveType ?? "");
}
