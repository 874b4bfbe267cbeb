/** Lines that are dragged, and moved with the keys of a slider. */

/** What moves a line: its place from left to right and from top to bottom (0 to 1), and whether it is let go. */
type Moved = (across: number, down: number, done: boolean) => void;

const HUNDREDTH = 0.01;
const TENTH = 0.1;

/**
 * A listener for the press that begins a drag over the element that it is on, or over its nearest `.field`. A press that moves
 * less than `slack` (pixels) is none.
 */
export const drags =
  (moved: Moved, slack = 0) =>
  (event: PointerEvent & { currentTarget: HTMLElement | SVGElement }): void => {
    if (event.button !== 0) return;
    const { currentTarget: target, pointerId } = event;
    const box = (target.closest(".field") ?? target).getBoundingClientRect();
    let last: [number, number] | null = null;
    const move = (to: PointerEvent): void => {
      if (!last && Math.hypot(to.clientX - event.clientX, to.clientY - event.clientY) < slack) return;
      last = [(to.clientX - box.left) / box.width, (to.clientY - box.top) / box.height];
      moved(...last, false);
    };
    const over = new AbortController();
    const end = (to: PointerEvent): void => {
      over.abort();
      if (to.type !== "pointercancel") move(to);
      if (!last) return;
      moved(...last, true);
      // the click that ends a drag presses nothing
      const hush = new AbortController();
      target.addEventListener("click", (click) => click.stopPropagation(), { signal: hush.signal });
      setTimeout(() => hush.abort());
    };
    event.preventDefault();
    event.stopPropagation();
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    target.setPointerCapture(pointerId);
    const { signal } = over;
    target.addEventListener("pointermove", (to) => move(to as PointerEvent), { signal });
    for (const sign of ["pointerup", "pointercancel"])
      target.addEventListener(sign, (to) => end(to as PointerEvent), { signal });
    move(event);
  };

/** Where a key moves a line; null: to no limit; undefined: the key is another. */
export function stepOf(event: KeyboardEvent, place: number, more: boolean): number | null | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const by = event.shiftKey ? TENTH : HUNDREDTH;
  const to: Record<string, number | null> = {
    ArrowRight: place + by,
    ArrowUp: place + by,
    ArrowLeft: place - by,
    ArrowDown: place - by,
    PageUp: place + TENTH,
    PageDown: place - TENTH,
    Home: more ? null : 0.005,
    End: more ? 0.995 : null,
    Delete: null,
  };
  return event.key in to ? to[event.key] : undefined;
}
