/** The parameters of a figure as inputs: the values are kept apart, the inputs show them. */
import { exactBox } from "./exact";
import { bare, show } from "./numbers";
import { defaults, fromInput, fromText, seedFrom, toInput } from "./params";
import type { Figure, Param, Value } from "./types";

type Field = HTMLInputElement | HTMLSelectElement;
const checkedOf = (field: Field): boolean => field instanceof HTMLInputElement && field.checked;

export class Controls {
  params: Record<string, unknown>;
  seed: unknown;
  readonly #figure: Figure;
  readonly #form: HTMLFormElement;
  readonly #presets;
  readonly #onChange: () => void;
  /** What each input held when it was last in step with the values. */
  readonly #held = new Map<string, string>();

  constructor(figure: Figure, form: HTMLFormElement, onChange: () => void) {
    this.#figure = figure;
    this.#form = form;
    this.#onChange = onChange;
    this.#presets = figure.presets.map((p) => p.params);
    this.params = defaults(figure);
    this.seed = figure.seed;
    form.addEventListener("submit", (event) => event.preventDefault());
    const take = (event: Event): void => {
      const name = (event.target as Field).name;
      if (name && this.#take(name, event.type === "input")) onChange();
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
          this.params[param.name] = fromText(text, param, this.#presets);
          this.#show(param);
          onChange();
        },
      });
    }
    this.set(this.params, this.seed);
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

  /** Reads one input; false when it says nothing new. */
  #take(name: string, always: boolean): boolean {
    const field = this.#field(name);
    if (!field || (!always && this.#held.get(name) === this.#state(field))) return false;
    this.#held.set(name, this.#state(field));
    if (name === "seed") this.seed = seedFrom(field.value);
    const param = this.#figure.params.find((p) => p.name === name);
    if (!param) return name === "seed";
    this.params[name] = fromInput(field.value, param, checkedOf(field), this.#presets);
    this.#say(param, field);
    return true;
  }

  /** Reads what was changed without an event, so that a run uses what the reader sees. */
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

  /** Takes over values; parameters that are not named get their defaults. */
  set(params: Record<string, unknown>, seed: unknown): void {
    this.params = { ...defaults(this.#figure), ...params };
    this.seed = seed;
    for (const param of this.#figure.params) this.#show(param);
    const field = this.#field("seed");
    if (field) {
      field.value = String(seed);
      this.#held.set("seed", field.value);
    }
  }

  /** Sets one parameter from elsewhere than its input, which shows it then. */
  change(name: string, value: Value): void {
    const param = this.#figure.params.find((p) => p.name === name);
    if (!param || this.params[name] === value) return;
    this.params[name] = value;
    this.#show(param);
    this.#onChange();
  }

  /** Marks the input that Python refused. */
  blame(name: string | null | undefined): void {
    for (const field of this.#form.elements) field.removeAttribute("aria-invalid");
    if (name) this.#field(name)?.setAttribute("aria-invalid", "true");
  }
}
