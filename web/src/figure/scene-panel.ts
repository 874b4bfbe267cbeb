/** The machine as a panel: its player, and the account as a table, are added when there are rows. */
import { STATIC_WIDTH } from "../motion/plan";
import { el } from "../ui/dom";
import type { Player } from "../motion/player";
import type { Plug } from "../motion/plug";
import type { Panel, Row } from "../data/types";

type Shown = NonNullable<Panel["scene"]>;

export class ScenePanel {
  readonly #title: string;
  readonly #shown: Shown;
  readonly #element: HTMLElement;
  readonly #table = el("div", { class: "lf-hidden" });
  /** On paper, what stands in place of what moves. */
  readonly #strip = el("div", { class: "lf-strip" });
  #player: Player | null = null;
  #plug: Plug | null = null;
  #svg: SVGSVGElement | null = null;
  #rows: Row[] | null = null;

  constructor(title: string, shown: Shown, element: HTMLElement) {
    this.#title = title;
    this.#shown = shown;
    this.#element = element;
    element.append(this.#table);
  }

  drawn(svg: SVGSVGElement, rows: Row[] | null): void {
    this.#svg = svg;
    this.#rows = rows;
    if (rows) void this.#show(svg, rows);
  }

  async #show(svg: SVGSVGElement, rows: Row[]): Promise<void> {
    const draw = await import("../motion/draw");
    if (svg !== this.#svg) return;
    const platters = draw.plattersOf(svg);
    if (platters) {
      const { Plug } = await import("../motion/plug");
      if (svg === this.#svg) (this.#plug ??= new Plug(this.#element, this.#place())).take(platters);
      return;
    }
    this.#table.replaceChildren(draw.drawTable(rows));
    const scene = draw.sceneOf(svg);
    if (!scene) return;
    const { Player } = await import("../motion/player");
    if (svg !== this.#svg) return;
    this.#player ??= this.#start(Player, draw.drawStrip);
    this.#player.take(scene);
  }

  #start(kind: typeof Player, draw: (shown: Shown, rows: Row[], document: Document, width: number) => Node): Player {
    const place = this.#place();
    this.#element.append(this.#strip);
    window.addEventListener("beforeprint", () => {
      if (this.#rows) this.#strip.replaceChildren(draw(this.#shown, this.#rows, document, STATIC_WIDTH));
    });
    window.addEventListener("afterprint", () => this.#strip.replaceChildren());
    return new kind(this.#title, this.#element, place);
  }

  #place(): HTMLElement {
    let place = this.#element.querySelector<HTMLElement>(".lf-player");
    if (!place) this.#element.append((place = el("div", { class: "lf-player" })));
    return place;
  }

  /** Nothing in it is set by a control; what plays stops when one moves. */
  steer(): void {
    this.#player?.pause();
  }
  takeFocus(): boolean {
    return false;
  }
}
