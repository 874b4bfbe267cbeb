/** What a link names that is not on this page. */
import { el } from "./dom";

export const forgetLost = (): void => document.querySelector(".wtg-link-note")?.remove();

export function lost(what: string): void {
  const line = `This link names ${what} that is not on this page, so nothing was set.`;
  document.querySelector("article, main")?.prepend(el("p", { class: "wtg-link-note", role: "alert" }, line));
}
