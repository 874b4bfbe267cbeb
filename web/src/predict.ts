/** A prediction: the reader's number first, then the model's, and how far they are apart. */
import { button, find, setText, tell } from "./dom";
import type { Page } from "./page-parts";
import { clean, factorOf, parse, plain, show, unitBehind } from "./numbers";
import { defaults, presetValues } from "./params";
import type { Figure, Result, Shown } from "./types";
import { veil } from "./veil";

/** A verdict by ratio; both numbers in SI. */
export function verdict(guess: number, model: number): string {
  if (guess === model) return "Right.";
  if (model === 0 || guess === 0 || guess < 0 !== model < 0) {
    return guess > model ? "Too high." : "Too low.";
  }
  const ratio = guess / model;
  const far = Math.max(ratio, 1 / ratio);
  if (Math.abs(ratio - 1) <= 0.1 + 1e-12) return "Right: within ten per cent.";
  if (far <= 1.5) return ratio > 1 ? "Close, a little high." : "Close, a little low.";
  return `${ratio > 1 ? "Too high" : "Too low"}, by a factor of ${plain(Number(far.toPrecision(2)))}.`;
}

export function sentence(guess: number, model: number, shown: Shown, measured: string | undefined): string {
  const machine = measured ? ` (the machine: ${measured})` : "";
  const said = show(guess, { ...shown, digits: null });
  return `Your guess: ${said}. The model: ${show(model, shown)}${machine}. ${verdict(guess, model)}`;
}

/** Words such as "times" stand behind a number and never behind "in". */
const isSymbol = (unit: string): boolean => !/^[a-z][a-z ]{3,}$/.test(unit);

/** A typed guess in the shown unit: it may name another unit of the same quantity. */
export function guessOf(text: string, shown: Shown, units: Record<string, number>): number | null {
  const named = unitBehind(text, units);
  if (!named) return parse(text, shown.unit);
  const number = parse(named.before);
  return number === null ? null : clean((number * named.factor) / factorOf(shown));
}

/** Why a guess is none, in one line that says what would be one; null when it is one. */
export function refused(text: string, typed: number | null, unit: string | null | undefined): string | null {
  const wanted = `a number, 0 or more${unit && isSymbol(unit) ? `, in ${unit}` : ""}`;
  const said = text.trim().slice(0, 40);
  if (!said) return `First type ${wanted}.`;
  return typed !== null && Number.isFinite(typed) && typed >= 0 ? null : `A guess is ${wanted}; “${said}” is not.`;
}

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

/** The figure shows what was asked about, unless the reader has already made something else of it. */
function showIn(id: string, preset: string | undefined): void {
  const figure = document.querySelector<HTMLElement>(
    `.live-figure[data-figure="${CSS.escape(id)}"][data-state=static]`,
  );
  if (preset) figure?.querySelector<HTMLButtonElement>(`button[data-preset="${CSS.escape(preset)}"]`)?.click();
}

export function bringPrediction(root: HTMLElement, page: Page): void {
  const id = root.dataset.prediction ?? "";
  const form = find<HTMLFormElement>(root, "form");
  const input = find<HTMLInputElement>(form, "input");
  const place = find(root, ".predict-result");
  const shown: Shown = {
    unit: root.dataset.unit ?? "",
    one: root.dataset.one ?? null,
    factor: Number(root.dataset.factor) || 1,
    digits: root.dataset.digits === undefined ? null : Number(root.dataset.digits),
  };
  const units = JSON.parse(root.dataset.units ?? "{}") as Record<string, number>;
  const clear = root.querySelector<HTMLButtonElement>("[data-action=clear]") ?? button("Clear", () => undefined);
  let turn = 0;

  const score = async (guess: number): Promise<void> => {
    const mine = ++turn;
    root.dataset.state = "running";
    clear.hidden = false;
    setText(place, "The model is running…");
    try {
      const model = await answer(root, page);
      if (mine !== turn) return;
      tell(place, sentence(guess, model, shown, root.dataset.measured), "note");
      root.dataset.state = "scored";
      showIn(root.dataset.figure ?? "", root.dataset.preset);
    } catch (error) {
      if (mine !== turn) return;
      tell(place, `The model could not answer: ${(error as Error).message}.`, "error");
      root.dataset.state = "error";
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = guessOf(input.value, shown, units);
    const wrong = refused(input.value, typed, shown.unit);
    if (typed === null || wrong) {
      root.dataset.state = "error";
      tell(place, wrong, "error");
      input.focus();
      return;
    }
    page.store.set("predictions", id, typed);
    root.dispatchEvent(new Event("wtg-guess"));
    void score(typed * factorOf(shown));
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
  const kept = stored !== undefined && stored >= 0 ? stored : undefined;
  veil(root, kept !== undefined);
  if (kept !== undefined) {
    input.value = String(kept);
    clear.hidden = false;
    const said = show(kept, { ...shown, factor: 1, digits: null });
    tell(place, `Your last guess: ${said}. Commit to see it scored again.`, "note");
  }
}
