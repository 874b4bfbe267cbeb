/** What a figure is doing, for the reader, for scripts and for the Stop button. */
import { find, setText } from "../ui/dom";

type State = "static" | "loading" | "running" | "live" | "error" | "stopped";

const WAITING = ["loading", "running"];

export function showState(root: HTMLElement, state: State, text: string): void {
  const [waits, waited] = [state, root.dataset.state ?? ""].map((each) => WAITING.includes(each));
  if (!waits) root.removeAttribute("data-stale");
  else if (!waited) root.dataset.stale = "true"; // until the first new picture
  root.dataset.state = state;
  setText(root.querySelector(".lf-state"), text);
  find<HTMLButtonElement>(root, "[data-action=stop]").disabled = !waits;
}
