/** Where the keys are when a pool opens and closes. */

/** The place that a pool is opened from, and that its closing goes back to. */
export const openerOf = (index: number): string =>
  `${document.activeElement?.closest(".list") ? ".list" : ".edge"} [data-pool="${index}"]`;

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
