/** The whole machine in the page, with interpreters of its own. */
import type { Page } from "../python/page-parts";
import type { WorkerClient } from "../python/worker-client";
import { find } from "../ui/dom";
import { LabView } from "./lab";
import { Pair } from "./pair";
import type { Began } from "./start";

export function bringLab(root: HTMLElement, page: Page, make: (isFresh: boolean) => WorkerClient): LabView {
  const began = JSON.parse(find(root.parentElement as HTMLElement, ".lab-data").textContent) as Began;
  const { live, edition } = page;
  return new LabView(root, began, { live, edition, asker: new Pair(make), isPage: true });
}
