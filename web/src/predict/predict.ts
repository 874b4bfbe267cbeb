/** A prediction: the reader's number or choice first, then the model's, and how far they are apart. */
import { asSentence, button, find, onSubmit, setText, tell } from "../ui/dom";
import type { Page } from "../python/page-parts";
import { choiceOf, guessOf, offOf, refused, sentence, sentenceOfChoice, type Asked, type Offered } from "./guess";
import { factorOf, show } from "../data/numbers";
import { isChoice, now, type Choice, type PredictionWork } from "../work/work";
import { modelAnswer } from "./model-answer";
import { hideSpoilers } from "./spoiler";

/** Show the predicted run in the figure, unless another bet still veils it, or the reader has changed its settings since the
 * last prediction. */
function showIn(id: string, preset: string | undefined): void {
  const figure = document.querySelector<HTMLElement>(`.live-figure[data-figure="${CSS.escape(id)}"]`);
  const buttons = [...(figure?.querySelectorAll<HTMLButtonElement>("button[data-preset]") ?? [])];
  const wanted = preset ?? buttons[0]?.dataset.preset;
  const pressed = buttons.find((each) => each.getAttribute("aria-pressed") === "true")?.dataset.preset;
  if (!figure || figure.dataset.veiled || pressed === wanted) return;
  const untouched = figure.dataset.state === "static" || (pressed !== undefined && pressed === figure.dataset.bet);
  if (!untouched || figure.hasAttribute("data-edited")) return;
  figure.dataset.bet = wanted;
  buttons.find((each) => each.dataset.preset === wanted)?.click();
}

/** What the reader answers with, be it typed or pressed. */
interface Hand<T extends PredictionWork["answer"]> {
  /** The answer, or in words why there is none. */
  read: (pressed: HTMLElement | null) => T | { wrong: string };
  /** Show the answer; null clears it. */
  show: (answer: T | null) => void;
  /** Whether a kept answer is one of this form. */
  fits: (answer: PredictionWork["answer"]) => answer is T;
  /** The kept answer in words, and what to do with it. */
  guessed: (answer: T) => string;
  verdict: (answer: T, model: number) => string;
  /** As `PredictionWork.off`. */
  off: (answer: T, model: number) => number;
  /** Where the next answer is given. */
  focus: () => void;
}

function asked(root: HTMLElement): Asked {
  const { unit = "", one = null, factor, digits, units = "{}", kind, measured, from } = root.dataset;
  return {
    unit,
    one,
    factor: Number(factor) || 1,
    digits: digits === undefined ? null : Number(digits),
    units: JSON.parse(units) as Record<string, number>,
    kind,
    measured,
    from: from === undefined ? null : Number(from),
  };
}

function typing(root: HTMLElement): Hand<number> {
  const input = find<HTMLInputElement>(root, "form input");
  const shown = asked(root);
  return {
    read() {
      const typed = guessOf(input.value, shown);
      const wrong = refused(input.value, typed, shown);
      return typed === null || wrong ? { wrong: wrong ?? "" } : typed;
    },
    show(answer) {
      if (answer === null) input.value = "";
      else if (guessOf(input.value, shown) !== answer) input.value = String(answer);
    },
    fits: (answer): answer is number => typeof answer === "number" && answer >= 0,
    guessed: (answer) => `${show(answer, { ...shown, factor: 1, digits: null })}. Commit to see it scored.`,
    verdict: (answer, model) => sentence(answer * factorOf(shown), model, shown),
    off: (answer, model) => offOf(answer * factorOf(shown), model, shown),
    focus: () => input.focus(),
  };
}

function choosing(root: HTMLElement): Hand<Choice> {
  const buttons = [...root.querySelectorAll<HTMLButtonElement>("form button[type=submit]")];
  const [more = "", same = "", less = ""] = JSON.parse(root.dataset.choices ?? "[]") as string[];
  const words = { more, same, less };
  const shown: Offered = { ...asked(root), from: Number(root.dataset.from), same: Number(root.dataset.same), words };
  return {
    read(pressed) {
      const value = pressed?.getAttribute("value");
      return isChoice(value) ? value : { wrong: `First choose: ${more}, ${same} or ${less}.` };
    },
    show(answer) {
      for (const each of buttons) each.setAttribute("aria-pressed", String(each.value === answer));
    },
    fits: isChoice,
    guessed: (answer) => `${words[answer]}. Choose to see it scored.`,
    verdict: (answer, model) => sentenceOfChoice(answer, model, shown),
    off: (answer, model) => (choiceOf(model, shown) === answer ? 1 : 0),
    focus: () => buttons[0]?.focus(),
  };
}

export function bringPrediction(root: HTMLElement, page: Page): void {
  if (root.dataset.choices) bring(root, page, choosing(root));
  else bring(root, page, typing(root));
}

function bring<T extends PredictionWork["answer"]>(root: HTMLElement, page: Page, hand: Hand<T>): void {
  const id = root.dataset.prediction ?? "";
  const form = find<HTMLFormElement>(root, "form");
  const place = find(root, ".predict-result");
  const clear = root.querySelector<HTMLButtonElement>("[data-action=clear]") ?? button("Clear", () => undefined);
  let turn = 0;

  const score = async (guess: T): Promise<void> => {
    const own = ++turn;
    root.dataset.state = "running";
    clear.hidden = false;
    setText(place, "The model is running…");
    try {
      const model = await modelAnswer(root, page, (line) => {
        if (own === turn) tell(place, line === null ? "The model is running…" : asSentence(line), "note");
      });
      if (own !== turn) return;
      const said = hand.verdict(guess, model);
      tell(place, said, "note");
      page.store.set("predictions", id, { answer: guess, time: now(), said, off: hand.off(guess, model) });
      root.dataset.state = "scored";
      showIn(root.dataset.figure ?? "", root.dataset.preset);
    } catch (error) {
      if (own !== turn) return;
      const why = (error as Error).message;
      tell(place, why.endsWith(".") ? why : `The model could not answer: ${why}.`, "error");
      root.dataset.state = "error";
    }
  };
  onSubmit(form, (pressed) => {
    const guess = hand.read(pressed);
    if (typeof guess === "object") {
      root.dataset.state = "error";
      tell(place, guess.wrong, "error");
      hand.focus();
      return;
    }
    hand.show(guess);
    page.store.set("predictions", id, { answer: guess, time: now() });
    root.dispatchEvent(new Event("wtg-guess"));
    void score(guess);
  });
  clear.addEventListener("click", () => {
    turn += 1;
    page.store.set("predictions", id, null);
    hand.show(null);
    root.dataset.state = "new";
    clear.hidden = true;
    setText(place, "");
    hand.focus();
  });
  form.addEventListener("focusin", () => void page.engine.warm(), { once: true });

  const stored = page.store.get("predictions", id);
  const kept = stored && hand.fits(stored.answer) ? stored.answer : null;
  hideSpoilers(root, kept !== null);
  if (kept !== null) {
    hand.show(kept);
    clear.hidden = false;
    tell(place, stored?.said ?? `Your last guess: ${hand.guessed(kept)}`, "note");
  }
}
