/** The runs made by the book's build: the rows of each set-up are files next to the page, so that none waits for Python. */
import { unpacked } from "../data/gzip";
import { presetOf } from "../data/params";
import type { Figure, Request, Result, Row } from "../data/types";

export interface Shipment {
  rows: Row[];
  result: Omit<Result, "edition">;
  /** The figure's program; with the rows at the defaults only. */
  code?: string;
}
/** Set-ups whose rows are fetched in advance. */
const AHEAD = 3;

async function fetched(url: URL): Promise<Shipment | null> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) return null;
  return (await new Response(await unpacked(answer.body)).json()) as Shipment;
}

export class Shipped {
  readonly #figure: Figure;
  readonly #live: string;
  readonly #known = new Map<number, Promise<Shipment | null>>();

  constructor(figure: Figure, live: string) {
    this.#figure = figure;
    this.#live = live;
  }

  #fetch(place: number): Promise<Shipment | null> {
    const known = this.#known.get(place);
    if (known) return known;
    const url = new URL(`figures/${this.#figure.id}/${place + 1}.json.gz`, this.#live);
    const coming = fetched(url).catch(() => null);
    this.#known.set(place, coming);
    void coming.then((result) => result ?? this.#known.delete(place)); // a network may come back
    return coming;
  }

  /** The rows at the defaults. */
  async book(): Promise<Row[] | null> {
    return (await this.#fetch(0))?.rows ?? null;
  }
  /** The figure's program. */
  async code(): Promise<string | null> {
    return (await this.#fetch(0))?.code ?? null;
  }
  /** Fetch the files that are likely to be needed. */
  ahead(): void {
    this.#figure.presets.slice(0, AHEAD).forEach((_, place) => void this.#fetch(place));
  }

  /** The run that answers a request; null if there is none. */
  async find({ params, seed, code }: Request): Promise<Shipment | null> {
    const name = code === null ? presetOf(this.#figure, params, seed) : null;
    return name === null ? null : this.#fetch(this.#figure.presets.findIndex((preset) => preset.name === name));
  }
}
