/** Shows the outcome of a run: its words and numbers, or one line on why there are none. */
import { button, el, find, setText, tell } from "../ui/dom";
import type { Outcome } from "../python/outcome";
import type { FigureParts } from "./parts";
import type { Drawing } from "./picture";
import { compareRows, tableOf } from "./table";
import type { Compared, Figure, Result, Row } from "../data/types";

export type Failed = Extract<Outcome, { kind: "error" }>;
export type Done = Extract<Outcome, { kind: "done" }>;

/** Say that the reader's own work is back while the picture is still the book's. */
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

/** Keep the last picture and usable inputs; show `before` again if the run has drawn something. */
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

const none = (): HTMLElement => el("tr", {}, el("td", { colspan: "5" }, "Nothing was published for these settings."));

/** The result in a line: how many of the published numbers the model meets. */
function claimsLine(compare: Compared[], year: string): string {
  const many = compare.length;
  if (!many) return "No measured number is checked for these settings";
  const met = compare.filter((c) => c.status === "reproduced").length;
  return `Measured${year && ` in ${year}`}: ${met} of ${many} number${many === 1 ? "" : "s"} met`;
}

/** Show what a finished run says in words and tables. */
export function showResult(root: HTMLElement, figure: Figure, result: Result, rows: Row[]): void {
  setText(root.querySelector(".lf-say"), result.describe);
  find(root, ".lf-plot").setAttribute("aria-label", result.describe);
  if (figure.table) find(root, ".lf-table").replaceChildren(tableOf(figure.table, rows));
  const compare = root.querySelector<HTMLElement>(".lf-compare");
  if (!compare) return;
  const fold = find(root, "[data-action=claims]");
  setText(fold, claimsLine(result.compare, fold.dataset.year ?? ""));
  const claims: HTMLElement[] = compareRows(result.compare);
  compare.toggleAttribute("data-none", claims.length === 0);
  compare.querySelector("tbody")?.replaceChildren(...(claims.length ? claims : [none()])); // its place stays
}

type State = "static" | "loading" | "running" | "live" | "error" | "stopped";

const WAITING = ["loading", "running"];

/** Show what a figure is doing, to the reader, to scripts and on the Stop button. */
export function showState(root: HTMLElement, state: State, text: string): void {
  const [waits, waited] = [state, root.dataset.state ?? ""].map((each) => WAITING.includes(each));
  if (!waits) root.removeAttribute("data-stale");
  else if (!waited) root.dataset.stale = "true"; // until the first new picture
  root.dataset.state = state;
  setText(root.querySelector(".lf-state"), text);
  find<HTMLButtonElement>(root, "[data-action=stop]").disabled = !waits;
}
