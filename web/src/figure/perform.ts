/** A run: fetched if the book's build made it, else computed in Python. */
import { asSentence, tell } from "../ui/dom";
import type { Outcome } from "../python/outcome";
import { patiently, type Listener } from "../python/starting";
import type { Request, Row } from "../data/types";
import type { FigureParts } from "./parts";
import { showState } from "./outcome";

/** Tell the reader which file the figure waits for. */
function awaiting({ root, message }: FigureParts, isCurrent: () => boolean): Listener {
  return (line, isStill) => {
    if (!isCurrent()) return;
    if (line !== null) showState(root, "loading", isStill ? "waiting…" : line);
    if (isStill || "still" in message.dataset) tell(message, isStill ? asSentence(line ?? "") : null, "note");
    if (isStill) message.dataset.still = "";
    else delete message.dataset.still;
  };
}

/** Wait until the picture is drawn; return why it cannot be, or null. */
export const drawn = (view: FigureParts, isCurrent: () => boolean): Promise<Error | null> =>
  patiently("the script that draws", awaiting(view, isCurrent), view.picture.settled());

/** The rows that arrived, and the outcome. `here`: in Python; `isCurrent` is false once another run has begun. */
export async function perform(
  view: FigureParts,
  request: Request,
  here: boolean,
  isCurrent: () => boolean,
): Promise<{ rows: Row[]; outcome: Outcome }> {
  const { root, picture, shipped, page } = view;
  const onStart = awaiting(view, isCurrent);
  import("../plot/render").catch(() => undefined); // drawing reports it
  const shipment = here ? null : await patiently(`figures/${request.figure}`, onStart, shipped.find(request));
  if (!isCurrent()) return { rows: [], outcome: { kind: "cancelled" } };
  if (shipment) {
    page.engine.drop(view);
    const result = { ...shipment.result, edition: view.figure.edition, params: request.params };
    return { rows: shipment.rows, outcome: { kind: "done", result, output: "", ms: 0 } };
  }
  if (page.engine.isUp) showState(root, "running", "running…");
  else showState(root, "loading", "starting the interpreter…");
  const rows: Row[] = [];
  const outcome = await page.engine.run(
    view,
    request,
    request.code !== null,
    (progress) => {
      if (isCurrent()) showState(root, "running", "running…");
      rows.push(...progress.rows);
      if (progress.rows.length) picture.draw({ rows, params: request.params }, false);
    },
    onStart,
  );
  return { rows, outcome };
}
