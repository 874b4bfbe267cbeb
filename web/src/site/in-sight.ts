/** On a narrow screen a figure's picture sticks to the top: what the keyboard reaches stays between it and the lower edge. */
const AIR = 8; // pixels
/** The picture may come loose or stick while the page is moved. */
const TRIES = 16;
/** A reader who moves the page by hand looks elsewhere. */
const BY_HAND = ["wheel", "touchmove", "pointerdown"];

export function keepInSight(root: HTMLElement): void {
  const picture = root.querySelector<HTMLElement>(".lf-picture");
  if (!picture) return;
  let watched: Element | null = null;
  let arriving = false; // the browser may still be on its own way to what is watched
  const bring = (): void => {
    if (!watched || document.activeElement !== watched || getComputedStyle(picture).position !== "sticky") return;
    for (let n = 0; n < TRIES; n++) {
      const [{ top, bottom }, above] = [watched.getBoundingClientRect(), picture.getBoundingClientRect()];
      const by = top < above.bottom ? top - above.bottom - AIR : Math.max(0, bottom + AIR - innerHeight);
      if (Math.abs(by) < 1) return;
      window.scrollBy({ top: by, behavior: "instant" }); // the browser's own way there is over
    }
  };
  root.addEventListener("focusin", ({ target }) => {
    watched = target instanceof HTMLElement && target.closest(".lf-rail") ? target : null;
    arriving = true;
    requestAnimationFrame(bring);
  });
  for (const sign of BY_HAND) addEventListener(sign, () => (watched = null), { passive: true });
  addEventListener("keydown", () => (arriving = false)); // a key that scrolls, or the one that moves the focus on
  const sizes = new ResizeObserver(bring); // redrawn or unfolded since the key was pressed
  for (const part of [picture, root, document.body]) sizes.observe(part);
  addEventListener("scrollend", () => {
    if (arriving) bring();
    arriving = false;
  });
}
