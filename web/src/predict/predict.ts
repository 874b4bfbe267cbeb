/** A prediction: the reader's number first, then the model's, and how far they are apart. */
import { button, find, setText, tell } from "../ui/dom";
import type { Page } from "../python/page-parts";
import { guessOf, refused, sentence, type Asked } from "./guess";
import { factorOf, show } from "../data/numbers";
import { defaults, presetValues } from "../data/params";
import { now } from "../work/work";
import type { Figure, Result } from "../data/types";
import { hideSpoilers } from "./spoiler";

function definition(id: string): Figure | null {
  const node = document.querySelector(`.live-figure[data-figure="${CSS.escape(id)}"] .lf-definition`);
  return node ? (JSON.parse(node.textContent ?? "") as Figure) : null;
}

type Built = Result & { presets?: Record<string, Result> };

/** The number the guess is scored against: from a run, or from the book's own run if none can be had. */
async function answer(root: HTMLElement, page: Page): Promise<number> {
  const { figure: id = "", preset, value = "" } = root.dataset;
  const figure = definition(id);
  const built = async (): Promise<Result | null> => {
    const response = await fetch(new URL(`figures/${id}.json`, page.live)).catch(() => null);
    const base = response?.ok ? ((await response.json()) as Built) : null;
    return !base || !preset || base.preset === preset ? base : (base.presets?.[preset] ?? null);
  };
  let why = `there is no figure "${id}"`;
  let settings = figure && { params: defaults(figure), seed: figure.seed };
  if (figure && preset) settings = presetValues(figure, preset);
  if (!settings) {
    const base = await built();
    if (base) settings = { params: base.params, seed: base.seed };
  }
  if (settings) {
    const outcome = await page.engine.run(root, { figure: id, ...settings, code: null }, false, () => undefined);
    if (outcome.kind === "done") {
      const found = outcome.result.values[value];
      if (typeof found === "number") return found;
      why = `the figure gives no "${value}"`;
    } else if (outcome.kind === "error") why = outcome.error.message;
    else why = "the run was stopped";
  }
  const base = await built();
  const found = base?.values[value];
  if (typeof found === "number") return found;
  throw new Error(why);
}

/** The figure shows what was asked about, unless the reader has made something else of it since the last prediction. */
function showIn(id: string, preset: string | undefined): void {
  const figure = document.querySelector<HTMLElement>(`.live-figure[data-figure="${CSS.escape(id)}"]`);
  const buttons = [...(figure?.querySelectorAll<HTMLButtonElement>("button[data-preset]") ?? [])];
  const wanted = preset ?? buttons[0]?.dataset.preset;
  const pressed = buttons.find((each) => each.getAttribute("aria-pressed") === "true")?.dataset.preset;
  if (!figure || pressed === wanted) return;
  const untouched = figure.dataset.state === "static" || (pressed !== undefined && pressed === figure.dataset.bet);
  if (!untouched || figure.hasAttribute("data-edited")) return;
  figure.dataset.bet = wanted;
  buttons.find((each) => each.dataset.preset === wanted)?.click();
}

export function bringPrediction(root: HTMLElement, page: Page): void {
  const id = root.dataset.prediction ?? "";
  const form = find<HTMLFormElement>(root, "form");
  const input = find<HTMLInputElement>(form, "input");
  const place = find(root, ".predict-result");
  const { unit = "", one = null, factor, digits, units = "{}", kind, measured, from } = root.dataset;
  const shown: Asked = {
    unit,
    one,
    factor: Number(factor) || 1,
    digits: digits === undefined ? null : Number(digits),
    units: JSON.parse(units) as Record<string, number>,
    kind,
    measured,
    from: from === undefined ? null : Number(from),
  };
  const clear = root.querySelector<HTMLButtonElement>("[data-action=clear]") ?? button("Clear", () => undefined);
  let turn = 0;

  const score = async (typed: number): Promise<void> => {
    const mine = ++turn;
    const guess = typed * factorOf(shown);
    root.dataset.state = "running";
    clear.hidden = false;
    setText(place, "The model is running…");
    try {
      const model = await answer(root, page);
      if (mine !== turn) return;
      const said = sentence(guess, model, shown);
      tell(place, said, "note");
      page.store.set("predictions", id, { answer: typed, time: now(), said });
      root.dataset.state = "scored";
      showIn(root.dataset.figure ?? "", root.dataset.preset);
    } catch (error) {
      if (mine !== turn) return;
      const why = (error as Error).message;
      tell(place, why.endsWith(".") ? why : `The model could not answer: ${why}.`, "error");
      root.dataset.state = "error";
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = guessOf(input.value, shown);
    const wrong = refused(input.value, typed, shown);
    if (typed === null || wrong) {
      root.dataset.state = "error";
      tell(place, wrong, "error");
      input.focus();
      return;
    }
    page.store.set("predictions", id, { answer: typed, time: now() });
    root.dispatchEvent(new Event("wtg-guess"));
    void score(typed);
  });
  clear.addEventListener("click", () => {
    turn += 1;
    page.store.set("predictions", id, null);
    input.value = "";
    root.dataset.state = "new";
    clear.hidden = true;
    setText(place, "");
    input.focus();
  });
  input.addEventListener("focus", () => void page.engine.warm(), { once: true });

  const stored = page.store.get("predictions", id);
  const kept = stored && stored.answer >= 0 ? stored : undefined;
  hideSpoilers(root, kept !== undefined);
  if (kept) {
    input.value = String(kept.answer);
    clear.hidden = false;
    const said = show(kept.answer, { ...shown, factor: 1, digits: null });
    tell(place, kept.said ?? `Your last guess: ${said}. Commit to see it scored.`, "note");
  }
}
