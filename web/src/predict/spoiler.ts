/** Hides text that gives a prediction away until the reader has guessed, asked for it, or run the figure. */
import { button, el } from "../ui/dom";
import type { Figure } from "../data/types";

interface Cover {
  parts: HTMLElement[];
  /** The predictions that wait for a guess. */
  waits: Set<HTMLElement>;
  /** What to do when the parts are open. */
  then: (() => void)[];
  lift(): void;
}
/** What in a figure shows the answer when it is pressed. */
const SHOWS = "[data-preset], [data-action=about], [data-action=table], [data-action=csv], [data-action=svg]";
/** By the first part. */
const covers = new Map<HTMLElement, Cover>();

/** Whether the figure, untouched, shows what the prediction asks for. */
function tells(figure: HTMLElement, preset: string | undefined): boolean {
  const definition = JSON.parse(figure.querySelector(".lf-definition")?.textContent ?? "{}") as Partial<Figure>;
  return !preset || preset === definition.presets?.[0]?.name;
}

/** Hides parts of the page; they keep their place, and the words lie over the first of them. */
function cover(first: HTMLElement, words: string): Cover {
  const known = covers.get(first);
  if (known) return known;
  const lift = (): void => {
    const hadFocus = notice.contains(document.activeElement);
    covers.delete(first);
    for (const part of made.parts) {
      part.classList.remove("wtg-veiled");
      part.inert = false;
    }
    notice.remove();
    if (hadFocus) {
      first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
    for (const next of made.then) next();
  };
  const made: Cover = { parts: [], waits: new Set(), then: [], lift };
  const notice = el("div", { class: "lf-veil" }, el("p", {}, words, button("show it now", lift)));
  first.before(notice);
  covers.set(first, made);
  return made;
}

/** The prediction waits no longer; once none does, the parts are open. */
function pass(prediction: HTMLElement, made: Cover): void {
  made.waits.delete(prediction);
  if (made.waits.size === 0) made.lift();
}

/** The answer is known, so the blocks that say it wait for this prediction no longer. */
function passAll(prediction: HTMLElement, blocks: HTMLElement[]): void {
  for (const made of blocks.map((block) => covers.get(block))) if (made) pass(prediction, made);
}

/** The prediction's parts stay veiled until all that wait for them have their guess. */
function hide(prediction: HTMLElement, parts: HTMLElement[], words: string, onLift = (): void => undefined): void {
  const [first] = parts;
  if (!first) return;
  const made = cover(first, words);
  for (const part of parts) {
    part.classList.add("wtg-veiled");
    part.inert = true;
    made.parts.push(part);
  }
  made.waits.add(prediction);
  made.then.push(onLift);
  prediction.addEventListener("wtg-guess", () => pass(prediction, made), { once: true });
}

/** The given number of text blocks after the prediction; skips predictions and figures, ends at a section or exercise. */
function following(prediction: HTMLElement, count: number): HTMLElement[] {
  const found: HTMLElement[] = [];
  let next = prediction.nextElementSibling;
  while (next instanceof HTMLElement && found.length < count && !next.matches("section, .exercise")) {
    if (!next.matches(".predict, .lf-veil, .live-figure")) found.push(next);
    next = next.nextElementSibling;
  }
  return found;
}

const figureOf = (id: string): HTMLElement | null =>
  document.querySelector(`.live-figure[data-figure="${CSS.escape(id)}"]`);

/** The figure shows itself, and the blocks that say the same, when it is touched. */
function hideFigure(prediction: HTMLElement, figure: HTMLElement, blocks: HTMLElement[]): void {
  const parts = [...figure.querySelectorAll<HTMLElement>(".lf-plot, .lf-say, .lf-table, .lf-compared")];
  hide(prediction, parts, "It shows the answer. Guess first, above, or ", () => {
    figure.removeAttribute("data-veiled");
    passAll(prediction, blocks);
  });
  figure.dataset.veiled = "true";
  const lift = (): void => parts[0] && covers.get(parts[0])?.lift();
  for (const sign of ["wtg-run", "input", "change"]) figure.addEventListener(sign, lift, { once: true });
  figure.addEventListener("click", (event) => {
    if ((event.target as Element).closest(SHOWS)) lift();
  });
}

export function hideSpoilers(prediction: HTMLElement, guessed: boolean): void {
  if (guessed) return;
  const { figure: id = "", preset, veil: count, also = "" } = prediction.dataset;
  const blocks = [...document.querySelectorAll<HTMLElement>(`.tells-${prediction.dataset.prediction ?? ""}`)];
  const known = (): void => passAll(prediction, blocks);
  hide(prediction, following(prediction, Number(count ?? 0)), "Guess first, or ", known);

  for (const [place, block] of blocks.entries())
    if (!block.inert || covers.has(block))
      hide(prediction, [block], "Guess first, above, or ", () => passAll(prediction, blocks.slice(place + 1)));

  const own = figureOf(id);
  if (own && tells(own, preset)) hideFigure(prediction, own, blocks);
  for (const other of also.split(" ").filter(Boolean)) {
    const figure = figureOf(other);
    const exercise = document.getElementById(`exercise-${other}`);
    if (figure) hideFigure(prediction, figure, blocks);
    if (exercise) hide(prediction, [exercise], "It shows the answer to a bet further up. Guess first, or ");
  }
}
