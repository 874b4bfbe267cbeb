/** The parameters of a figure as inputs; the values are kept here, the inputs show them. */
import { exactBox } from "../ui/exact";
import { bare, plain, show } from "../data/numbers";
import { Fold } from "./fold";
import {
  defaults,
  differing,
  fromInput,
  fromText,
  inWords,
  MOST_SEED,
  refusal,
  seedFrom,
  takes,
  takesSeed,
  toInput,
  wantedOf,
} from "../data/params";
import type { Figure, NumberParam, Param, Value } from "../data/types";

type Field = HTMLInputElement | HTMLSelectElement;
const checkedOf = (field: Field): boolean => field instanceof HTMLInputElement && field.checked;

/** What a figure does when a reader has moved its controls. */
export interface ControlEvents {
  /** Parameters have other values now; null is the seed. */
  changed(params: (Param | null)[]): void;
  /** The typed value is refused; the line says why. */
  refused(line: string): void;
}

export class Controls {
  params: Record<string, unknown>;
  seed: unknown;
  readonly #figure: Figure;
  readonly #form: HTMLFormElement;
  readonly #presets;
  readonly #moves: ControlEvents;
  readonly #fold: Fold;
  /** The state of each input when it last agreed with the values. */
  readonly #held = new Map<string, string>();

  constructor(figure: Figure, form: HTMLFormElement, moves: ControlEvents) {
    this.#figure = figure;
    this.#form = form;
    this.#moves = moves;
    this.#fold = new Fold(form);
    this.#presets = figure.presets.map((p) => p.params);
    this.params = defaults(figure);
    this.seed = figure.seed;
    form.addEventListener("submit", (event) => event.preventDefault());
    const take = (event: Event): void => {
      const name = (event.target as Field).name;
      if (name && this.#take(name, event.type === "input", event.type === "input")) moves.changed([this.#param(name)]);
    };
    form.addEventListener("input", take);
    form.addEventListener("change", take);
    for (const param of figure.params) {
      const output = param.kind === "number" && this.#output(param);
      if (!output) continue;
      exactBox(output, param.label, {
        text: () => {
          const v = this.params[param.name];
          return typeof v === "number" ? bare(v, param) : String(v);
        },
        commit: (text) => {
          if (this.#accept(param, fromText(text, param, this.#presets), text)) moves.changed([param]);
        },
      });
    }
    this.set(this.params, this.seed);
  }

  #param(name: string): Param | null {
    return this.#figure.params.find((p) => p.name === name) ?? null;
  }
  #field(name: string): Field | null {
    const field = this.#form.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null;
  }
  #output(param: Param): HTMLElement | null {
    const field = this.#field(param.name);
    return field?.parentElement?.querySelector("output") ?? null;
  }
  #state(field: Field): string {
    return field.type === "checkbox" ? String(checkedOf(field)) : field.value;
  }

  /** Accepts a value, or says why not and shows the old one. */
  #accept(param: NumberParam, value: Value, typed: string): boolean {
    const fits = takes(param, value);
    if (fits) this.params[param.name] = value;
    this.#show(param);
    this.#tellFold();
    const now = this.params[param.name];
    const stays = typeof now === "number" ? show(now, param) : String(now);
    if (!fits) this.#moves.refused(refusal(param.label, wantedOf(param, typed), typed, stays));
    return fits;
  }

  #takeSeed(field: Field, typing: boolean): boolean {
    const seed = seedFrom(field.value);
    if (!takesSeed(seed)) {
      if (typing) return false;
      this.#moves.refused(
        refusal("Seed", `a whole number, 0 to ${plain(MOST_SEED, 0)}`, field.value, String(this.seed)),
      );
      this.#showSeed();
      return false;
    }
    this.#held.set("seed", field.value);
    const fresh = seed !== this.seed;
    this.seed = seed;
    return fresh;
  }

  /** Reads one input; false if its value is unchanged or refused. */
  #take(name: string, always: boolean, typing = false): boolean {
    const field = this.#field(name);
    if (!field || (!always && this.#held.get(name) === this.#state(field))) return false;
    if (name === "seed") return this.#takeSeed(field, typing);
    this.#held.set(name, this.#state(field));
    const param = this.#param(name);
    if (!param) return false;
    const value = fromInput(field.value, param, checkedOf(field), this.#presets);
    if (param.kind === "number" && !takes(param, value)) return this.#accept(param, value, field.value);
    this.params[name] = value;
    this.#say(param, field);
    this.#tellFold();
    return true;
  }

  /** Marks the controls that are not at their defaults; the fold names those it hides. */
  #tellFold(): void {
    const changed = differing(this.#figure, this.params, defaults(this.#figure));
    for (const p of this.#figure.params)
      this.#field(p.name)?.closest(".lf-control")?.toggleAttribute("data-changed", changed.includes(p));
    this.#fold.tell(changed.filter((p) => p.more).map((p) => inWords(p, this.params[p.name])));
  }

  /** Reads changes that made no event, so that a run uses the values the reader sees. */
  refresh(): void {
    for (const p of [...this.#figure.params.map((q) => q.name), "seed"]) this.#take(p, false);
  }

  #say(param: Param, field: Field): void {
    if (param.kind !== "number") return;
    const v = this.params[param.name];
    const text = typeof v === "number" && Number.isFinite(v) ? show(v, param) : String(v) || "nothing";
    const output = this.#output(param);
    const place = output?.querySelector<HTMLElement>(".lf-exact") ?? output;
    if (place) place.textContent = text;
    field.setAttribute("aria-valuetext", text);
  }

  #show(param: Param): void {
    const field = this.#field(param.name);
    if (!field) return;
    const v = this.params[param.name];
    if (param.kind === "switch" && field instanceof HTMLInputElement) field.checked = v === true;
    else field.value = param.kind === "number" ? toInput(v, param) : String(v);
    this.#held.set(param.name, this.#state(field));
    this.#say(param, field);
  }

  /** Sets the values; parameters that are not named get their defaults. */
  set(params: Record<string, unknown>, seed: unknown): void {
    this.params = { ...defaults(this.#figure), ...params };
    this.seed = seed;
    for (const param of this.#figure.params) this.#show(param);
    this.#showSeed();
    this.#tellFold();
  }

  #showSeed(): void {
    const field = this.#field("seed");
    if (!field) return;
    field.value = String(this.seed);
    this.#held.set("seed", field.value);
  }

  /** Sets one parameter, and shows it in its input. */
  change(name: string, value: Value): void {
    const param = this.#param(name);
    if (!param || this.params[name] === value) return;
    this.params[name] = value;
    this.#show(param);
    this.#tellFold();
    this.#moves.changed([param]);
  }

  /** Marks the input that Python refused. */
  blame(name: string | null | undefined): void {
    for (const field of this.#form.elements) field.removeAttribute("aria-invalid");
    if (!name) return;
    this.#field(name)?.setAttribute("aria-invalid", "true");
    if (this.#param(name)?.more) this.#fold.open();
  }
}
