/** Load the script that moves things on demand, because few figures need it; then repeat the announcements so far. */
import type { Figure, Panel } from "../data/types";
import type { Params } from "../data/where";
import type { Mover, MoverActions } from "./mover";

type Drawn = Parameters<Mover["drawn"]>;

export class LateMover {
  #mover: Mover | null = null;
  #params: Params | null = null;
  #drawn: Drawn | null = null;

  /** Puts the mover over `canvas`, and what it says beside it. Without it the lists of places stay. */
  constructor(
    figure: Figure,
    move: NonNullable<Panel["move"]>,
    canvas: HTMLElement,
    beside: HTMLElement,
    actions: MoverActions,
  ) {
    const bring = async (): Promise<void> => {
      const module = await import("./mover");
      const mover = new module.Mover(figure, move, actions);
      canvas.append(mover.element);
      beside.append(mover.live);
      if (this.#params) mover.steer(this.#params);
      if (this.#drawn) mover.drawn(...this.#drawn);
      this.#mover = mover;
    };
    bring().catch(() => undefined);
  }

  drawn(...picture: Drawn): void {
    this.#drawn = picture;
    this.#mover?.drawn(...picture);
  }
  steer(params: Params): void {
    this.#params = params;
    this.#mover?.steer(params);
  }
  focus(): boolean {
    return this.#mover?.focus() ?? false;
  }
}
