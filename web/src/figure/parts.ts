/** What the figure's tools and the words on a run see of a live figure. */
import type { Figure } from "../data/types";
import type { CodePane } from "./code-pane";
import type { Controls } from "./controls";
import type { Picture } from "./picture";

export interface FigureParts {
  readonly root: HTMLElement;
  readonly figure: Figure;
  readonly picture: Picture;
  readonly controls: Controls;
  readonly code: CodePane;
  readonly message: HTMLElement;
  start(): void;
  stop(): void;
  reset(): void;
}
