/** What a figure needs is fetched before the reader touches it: when it comes near, on a line that costs nothing. */
import type { LiveFigure } from "../figure/live-figure";
import type { Engine } from "../python/engine";
import { isMetered } from "./offline";

const NEAR = "1200px 0px";
/** When the page rests, on a line that costs nothing. */
export function whenFree(work: () => void): void {
  if (!isMetered()) whenIdle(work);
}
const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 200);
};

export function readyWhenNear(views: Iterable<LiveFigure>, engine: Engine): void {
  const byRoot = new Map([...views].map((view) => [view.root as Element, view]));
  const warm = (): void => {
    engine.warm();
    import("../plot/render").catch(() => undefined); // drawing tells of it
  };
  for (const root of byRoot.keys()) {
    for (const sign of ["pointerdown", "focusin", "input"]) root.addEventListener(sign, warm, { once: true });
  }
  if (isMetered()) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        whenIdle(() => {
          const view = byRoot.get(target);
          void view?.shipped.ahead();
          warm();
          if (view) engine.practise(view.figure.id);
        });
      }
    },
    { rootMargin: NEAR },
  );
  for (const root of byRoot.keys()) observer.observe(root);
}
