/** The line below a panel that can be touched: what is pointed at, else what can be done. */
import { el, setText } from "../ui/dom";
import type { Panel, Param } from "../data/types";

const COUNT = "Point, touch or use the arrow keys to count.";
const MOVE = "What has dots in its corner can be dragged to another place, or lifted with a click or Enter.";

function hintOf(panel: Panel, picked: Param | undefined): string {
  const pick = picked && `A click${panel.probe ? " or Enter" : ""} sets “${picked.label}”.`;
  return [panel.probe && COUNT, pick, panel.move && MOVE].filter(Boolean).join(" ");
}

export class Readout {
  readonly element: HTMLElement;
  readonly #hint: string;

  constructor(panel: Panel, picked: Param | undefined) {
    this.#hint = hintOf(panel, picked);
    const state = {
      "aria-hidden": "true",
      "data-idle": true,
      "data-counts": Boolean(panel.probe),
      "data-picks": Boolean(picked && panel.probe),
      "data-moves": Boolean(panel.move),
    };
    this.element = el("p", { class: "lf-readout", ...state }, this.#hint);
  }

  say(text: string): void {
    setText(this.element, text || this.#hint);
    this.element.toggleAttribute("data-idle", !text);
  }
}
