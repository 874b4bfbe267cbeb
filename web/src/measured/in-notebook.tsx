/** What a file says, in a notebook whose kernel read it. */
import { render } from "preact";
import styles from "../styles/measured.css";
import tokens from "../styles/tokens.css";
import { el } from "../ui/dom";
import { Answer } from "./answer";
import type { Said } from "./said";

/** What a widget's model offers. */
export interface Found {
  get(name: "said"): Said | undefined;
}

export function showSaid(said: Said, root: HTMLElement): () => void {
  const place = el("div", { class: "wtg-widget wtg-measured" });
  root.append(el("style", {}, tokens + styles), place);
  render(
    <section class="ym-file">
      <header>
        <h3>{said.name}</h3>
        <span class="ym-form">{said.form}</span>
      </header>
      <Answer said={said} />
    </section>,
    place,
  );
  return () => render(null, place);
}
