/** On a narrow screen a figure's picture sticks to the top: what the keyboard reaches stays between it and the lower edge. */
const AIR = 8; // pixels
/** The picture may come loose or stick while the page is moved. */
const TRIES = 16;

export function keepInSight(root: HTMLElement): void {
  const picture = root.querySelector<HTMLElement>(".lf-picture");
  const bring = (target: HTMLElement): void => {
    for (let n = 0; n < TRIES && picture; n++) {
      const [{ top, bottom }, above] = [target.getBoundingClientRect(), picture.getBoundingClientRect()];
      const by = top < above.bottom ? top - above.bottom - AIR : Math.max(0, bottom + AIR - innerHeight);
      if (Math.abs(by) < 1) return;
      window.scrollBy({ top: by, behavior: "instant" }); // the browser's own way there is over
    }
  };
  root.addEventListener("focusin", ({ target }) => {
    if (!picture || !(target instanceof HTMLElement) || !target.closest(".lf-rail")) return;
    requestAnimationFrame(() => {
      if (document.activeElement === target && getComputedStyle(picture).position === "sticky") bring(target);
    });
  });
}
