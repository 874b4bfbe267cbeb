/**
 * A drag of an element: it begins after a few pixels, and the click that comes at its end means nothing. A tap counts when
 * the finger goes up, for right after a swipe browsers make no click of it.
 */

/** How far, in pixels of the screen, a pointer moves before it drags. */
const SLACK = 4;

export interface Gesture {
  take(event: PointerEvent): void;
  start(): void;
  drag(event: PointerEvent): void;
  drop(): void;
  cancel(): void;
  /** A click, a tap, or Enter on a button. */
  click(): void;
  /** A pointer passes by. */
  pass(event: PointerEvent): void;
}

export function gesture(node: HTMLElement, on: Gesture): void {
  let from: { x: number; y: number } | null = null;
  let dragged = false;
  /** Whether the click that comes is of a pointer that has been heeded. */
  let spent = false;
  node.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    dragged = spent = false;
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    node.focus({ preventScroll: true }); // for Escape
    from = { x: event.clientX, y: event.clientY };
    on.take(event);
  });
  node.addEventListener("pointermove", (event) => {
    if (!from) return on.pass(event);
    event.stopPropagation();
    if (!dragged && Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return;
    if (!dragged) on.start();
    dragged = spent = true;
    on.drag(event);
  });
  node.addEventListener("pointerleave", (event) => from ?? on.pass(event));
  node.addEventListener("pointerup", (event) => {
    const held = from !== null;
    from = null;
    if (held && dragged) return on.drop();
    if (!held || event.pointerType !== "touch") return;
    spent = true;
    on.click();
  });
  node.addEventListener("pointercancel", () => {
    from = null;
    on.cancel();
  });
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    if (!spent || event.detail === 0) on.click();
  });
}
