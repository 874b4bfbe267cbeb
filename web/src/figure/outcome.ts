/** Shows the outcome of a run: its words and numbers, or one line on why there are none. */
import { button, tell } from "../ui/dom";
import type { Outcome } from "../python/outcome";
import type { FigureParts } from "./parts";
import type { Drawing } from "./picture";
import { showResult } from "./report";
import { showState } from "./state";
import type { Row } from "../data/types";

export type Failed = Extract<Outcome, { kind: "error" }>;
export type Done = Extract<Outcome, { kind: "done" }>;

/** The reader's own work is back, and the picture still that of the book. */
export function showRecalled(view: FigureParts, what: string, run: () => void): void {
  const buttons = [button("Run", run), button("Reset", () => view.reset())];
  tell(view.message, `Your ${what} back from last time; the picture still shows the book’s.`, "note", ...buttons);
}

export function showStopped({ root, message, controls, code }: FigureParts, drawn: boolean): void {
  tell(message, `Stopped${drawn ? "; the picture shows the rows until then" : ""}. Run starts it again.`, "note");
  controls.blame(null);
  code.fault(null, null);
  showState(root, "stopped", "stopped");
}

export function showDone(view: FigureParts, rows: Row[], { result, ms, output }: Done): void {
  const { root } = view;
  tell(view.message, null);
  view.controls.blame(null);
  view.code.fault(null, null);
  view.code.output(output);
  showResult(root, view.figure, result, rows);
  root.dataset.runs = String(Number(root.dataset.runs ?? 0) + 1);
  root.toggleAttribute("data-book", !ms); // it was run when the book was built
  root.dataset.runMs = ms.toFixed(1);
  showState(root, "live", ms ? `live · ${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)}\u00a0ms` : "");
  root.dispatchEvent(new CustomEvent("wtg-run", { bubbles: true, detail: result }));
}

/** What was drawn last stays, and the inputs stay usable. `before` is to be seen again where the run has drawn something. */
export function showFailed(view: FigureParts, outcome: Failed, drawn: boolean, before: Drawing | null): void {
  const { message, line, param, kind } = outcome.error;
  if (drawn && !outcome.keep) view.picture.restore(before);
  const text = line && !message.includes(`line ${line}`) ? `line ${line}: ${message}` : message;
  const own = kind === "code" && view.code.edited !== null;
  const said = view.code.fault(own ? text : null, own ? (line ?? null) : null);
  tell(view.message, own && said ? null : text);
  view.controls.blame(param);
  view.code.output(outcome.output);
  showState(view.root, "error", "error");
}
