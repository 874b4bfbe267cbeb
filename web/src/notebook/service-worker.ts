/** The notebooks' service worker: the book's own, which also keeps what a notebook needs without a network. */
import "./requests";
import { isMetered } from "../site/offline";
import { keepAll, listed } from "../site/service-worker";

/** The build writes it in front of this script. */
declare const EDITION: string;

/** After the first request, or what a notebook waits for takes longer. */
const LATER = 20_000;
let isAsked = false;

self.addEventListener("fetch", (event) => {
  if (isAsked || isMetered()) return;
  isAsked = true;
  const list = new URL("offline.json", location.href).href;
  const keep = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, LATER));
    await keepAll("notebooks", () => listed(list), EDITION);
  };
  (event as Event & { waitUntil(done: Promise<unknown>): void }).waitUntil(keep().catch(() => undefined));
});
