/** What the browser remembers of a figure: the reader's settings and program, but not those of a link. */
import type { CodePane } from "./code-pane";
import type { Controls } from "./controls";
import { unusable, viewOf } from "../data/params";
import type { Store } from "../work/store";
import type { Figure } from "../data/types";

export class Memory {
  readonly #figure: Figure;
  readonly #controls: Controls;
  readonly #code: CodePane;
  readonly #store: Store;
  /** Settings from a link are not the reader's work until the reader changes something. */
  #guest = false;
  /** The program that a link brought (null: the book's); it never takes the place of the reader's own. */
  #brought: string | null | undefined;
  #quiet = false;

  constructor(figure: Figure, controls: Controls, code: CodePane, store: Store) {
    this.#figure = figure;
    this.#controls = controls;
    this.#code = code;
    this.#store = store;
  }

  /** Whether the picture that the page brought, in whatever view, is what the settings ask for. */
  isDefault(orView = false): boolean {
    const { params, seed } = this.#controls;
    return (
      seed === this.#figure.seed && this.#figure.params.every((p) => (orView && p.view) || params[p.name] === p.default)
    );
  }

  /** The reader changed something: from now on it is the reader's work. */
  changed(): void {
    if (this.#quiet) return;
    this.#guest = false;
    this.keep();
  }

  keep(): void {
    if (this.#guest || this.#quiet) return;
    const shown = this.#code.edited;
    const own = this.#store.get("figures", this.#figure.id)?.code ?? null;
    const code = shown === this.#brought ? own : shown;
    const plain = this.isDefault() && code === null;
    const seed = Number.isInteger(this.#controls.seed) ? this.#controls.seed : this.#figure.seed;
    const work = { params: this.#controls.params, seed, ...(code !== null && { code }) };
    this.#store.set("figures", this.#figure.id, plain ? null : work);
  }

  /** Puts settings in place without taking them for the reader's. */
  place(params: Record<string, unknown>, seed: unknown, code: string | null): void {
    this.#quiet = true;
    this.#controls.set(params, seed);
    this.#code.set(code);
    this.#quiet = false;
  }

  /** Reset the controls to the drawn settings, and keep the reader's. */
  back(drawn: { params: Record<string, unknown>; seed: unknown } | null): void {
    const view = viewOf(this.#figure, this.#controls.params);
    this.place({ ...drawn?.params, ...view }, drawn?.seed ?? this.#figure.seed, this.#code.edited);
  }

  visit(params: Record<string, unknown>, seed: unknown, code: string | null): void {
    this.place(params, seed, code);
    this.#brought = this.#code.edited;
    this.#guest = true;
  }

  /** Restore the kept work; return its name, or null. */
  recall(): string | null {
    const kept = this.#store.get("figures", this.#figure.id);
    if (!kept) return null;
    const usable = !unusable(this.#figure, kept.params, kept.seed);
    this.place(usable ? kept.params : {}, usable ? kept.seed : this.#figure.seed, kept.code ?? null);
    if (this.#code.edited !== null) return "code and settings are";
    return this.isDefault(true) ? null : "settings are";
  }
}
