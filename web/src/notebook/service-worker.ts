/** The notebooks' service worker: the book's own, which also keeps what a notebook needs without a network. */
import { whenAsked } from "./requests";
import { isMetered } from "../site/offline";
import { keepAll, listed } from "../site/service-worker";

/** The build writes it in front of this script. */
declare const EDITION: string;

let isAsked = false;

whenAsked((asked) => {
  if (isAsked || isMetered()) return;
  isAsked = true;
  const list = new URL("offline.json", location.href).href;
  asked.waitUntil(keepAll("notebooks", () => listed(list), EDITION).catch(() => undefined));
});
