/** Where the keys are when a pool opens and closes. */

/** The height of what stands at the top of the page (pixels). */
const HEADER = 70;

/** The place that a pool is opened from, and that its closing goes back to. */
export const openerOf = (index: number): string =>
  `${document.activeElement?.closest(".list") ? ".list" : ".edge"} [data-pool="${index}"]`;

/** Go from button to button of a group with keys that are so many steps each, to its ends with Home and End. */
export function step(event: KeyboardEvent & { currentTarget: HTMLElement }, steps: Record<string, number>): void {
  const all = [...event.currentTarget.querySelectorAll("button")];
  const by = steps[event.key];
  const now = all.indexOf(document.activeElement as HTMLButtonElement);
  const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : by && now >= 0 ? now + by : -1;
  if (to < 0 || to >= all.length) return;
  event.preventDefault();
  all[to]?.focus();
}

/** Bring what opened below the picture into view, with the verdict above if both fit. */
export function show(root: HTMLElement): void {
  const [verdict, open] = [root.querySelector(".verdict-line"), root.querySelector(".set.open")];
  if (!verdict || !open) return;
  const high = open.getBoundingClientRect().bottom - verdict.getBoundingClientRect().top;
  if (high < window.innerHeight - HEADER) verdict.scrollIntoView({ block: "start" });
  else open.scrollIntoView({ block: "nearest" });
}

/** Bring the opened pool into view, and the keys to it if they are nowhere. */
export function arrive(root: HTMLElement, isNew: boolean): void {
  root.querySelector(".pool")?.scrollIntoView({ block: "nearest" });
  if (isNew && !root.contains(document.activeElement))
    root.querySelector<HTMLElement>("[data-opened]")?.focus({ preventScroll: true });
}

/** Go back to where the first of the opened pools was opened from. */
export function leave(root: HTMLElement, opener: string): void {
  (root.querySelector<HTMLElement>(opener) ?? root.querySelector<HTMLElement>(".edge [tabindex='0']"))?.focus();
}
