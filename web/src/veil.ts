/** A figure that gives a prediction away stays behind a veil until the reader has guessed, asked, or run it. */
import { button, el } from "./dom";
import type { Figure } from "./types";

/** Whether the figure, untouched, shows what the prediction asks for. */
function tells(figure: HTMLElement, preset: string | undefined): boolean {
  const definition = JSON.parse(figure.querySelector(".lf-definition")?.textContent ?? "{}") as Partial<Figure>;
  return !preset || preset === definition.presets?.[0]?.name;
}

export function veil(prediction: HTMLElement, guessed: boolean): void {
  const { figure: id = "", preset } = prediction.dataset;
  const figure = document.querySelector<HTMLElement>(`.live-figure[data-figure="${CSS.escape(id)}"]`);
  if (guessed || !figure || !tells(figure, preset)) return;
  const hidden = [...figure.querySelectorAll<HTMLElement>(".lf-plot, .lf-say, .lf-table, .lf-compared")];
  const lift = (): void => {
    figure.removeAttribute("data-veiled");
    for (const part of hidden) part.inert = false;
    notice.remove();
  };
  const notice = el(
    "p",
    { class: "lf-veil" },
    "This figure knows the answer. Guess first, above, or ",
    button("show it now", lift),
  );
  figure.dataset.veiled = "true";
  for (const part of hidden) part.inert = true;
  figure.querySelector(".lf-plot")?.before(notice);
  prediction.addEventListener("wtg-guess", lift, { once: true });
  for (const sign of ["wtg-run", "input", "change"]) figure.addEventListener(sign, lift, { once: true });
  figure.querySelector(".lf-presets")?.addEventListener("click", lift, { once: true });
  figure.querySelector(".lf-tools")?.addEventListener("click", lift, { once: true });
}
