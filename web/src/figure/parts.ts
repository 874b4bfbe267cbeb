/** What the figure's tools and the words on a run see of a live figure. */
import type { Figure } from "../data/types";
import type { CodePane } from "./code-pane";
import type { Controls } from "./controls";
import type { Page } from "../python/page-parts";
import type { Picture } from "./picture";
import type { Shipped } from "./shipped";

export interface FigureParts {
  readonly root: HTMLElement;
  readonly figure: Figure;
  readonly picture: Picture;
  readonly controls: Controls;
  readonly code: CodePane;
  readonly page: Page;
  readonly shipped: Shipped;
  readonly message: HTMLElement;
  start(): void;
  stop(): void;
  reset(): void;
}
