/** What the history of the browser and a link keep of the page. */
import type { Study } from "../data/types";
import type { View } from "./view";

/** An entry of the browser's history. */
export interface Kept {
  lab: number;
  study: Study;
  door: string | null;
  isEmpty: boolean;
}
/** What a link holds. */
export interface Linked {
  v: 1;
  lab?: Study;
  /** A figure whose machine is meant, with its parameters. */
  figure?: string;
  params?: object;
  window: [number, number] | null;
  tab?: View["tab"];
  edition: string;
}
export const CUT = "This link is cut or changed; the machine below is not the one that was sent.";
export const OTHER = "This link was made with another edition of the book; its models may give other numbers.";
export const NO_DOOR = "There is no question of that name here.";
