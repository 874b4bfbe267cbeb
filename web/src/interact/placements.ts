/** Which thing stands where, where each may go, and how that is said. */
import { wordsOf } from "../plot/pick";
import { taken, type DropTarget } from "../plot/drop-targets";
import type { Param, Value } from "../data/types";
import type { Params } from "../data/where";

/** What can be moved: the parameter that says where it stands, and its mark; null while that is not drawn. */
export interface Thing {
  param: Param;
  drawn: DropTarget | null;
}

interface Setting {
  thing: Thing;
  value: Value;
}

export class Placements {
  things: Thing[] = [];
  places: DropTarget[] = [];
  params: Params = {};
  readonly #swap: boolean;

  constructor(swap: boolean) {
    this.#swap = swap;
  }

  words({ param }: Thing, value: unknown = this.params[param.name] ?? param.default): string {
    return wordsOf(param, value as Value);
  }

  #stands({ param }: Thing, place: DropTarget): boolean {
    return taken(param, place.key) === this.params[param.name];
  }
  home(thing: Thing): DropTarget | null {
    return this.places.find((place) => this.#stands(thing, place)) ?? null;
  }
  /** Who else stands at a place. */
  others(thing: Thing, place: DropTarget): Thing[] {
    return this.things.filter((each) => each !== thing && each.drawn && this.#stands(each, place));
  }

  /** Where a thing may be put; where it stands is one of these places. */
  open(thing: Thing): DropTarget[] {
    const home = this.home(thing);
    const goes = (each: Thing): boolean => home !== null && taken(each.param, home.key) !== null;
    const free = (place: DropTarget): boolean => !this.#swap || place === home || this.others(thing, place).every(goes);
    return this.places.filter((place) => taken(thing.param, place.key) !== null && free(place));
  }

  /** What is set when a thing is put at a place. */
  moves(thing: Thing, place: DropTarget): Setting[] {
    const home = this.home(thing);
    const set = (each: Thing, to: DropTarget): Setting[] => {
      const value = taken(each.param, to.key);
      return value === null ? [] : [{ thing: each, value }];
    };
    const others = this.#swap && home ? this.others(thing, place).flatMap((each) => set(each, home)) : [];
    return [...set(thing, place), ...others];
  }

  lifted(thing: Thing): string {
    const count = this.open(thing).filter((place) => place !== this.home(thing)).length;
    const keys = "Arrow keys choose one, Enter puts it down, Escape puts it back.";
    return `${thing.param.label} lifted; ${count} other ${count === 1 ? "place" : "places"}. ${keys}`;
  }
  announcement(moves: Setting[]): string {
    return moves.map(({ thing, value }) => `${thing.param.label}: now ${this.words(thing, value)}`).join("; ");
  }

  /** A place in the words of a thing, and who is there. */
  at(thing: Thing, place: DropTarget): string {
    const words = this.words(thing, taken(thing.param, place.key));
    if (place.key === this.home(thing)?.key) return `${words}, where it was`;
    const others = this.others(thing, place).map((each) => each.param.label);
    if (!others.length) return words;
    return `${words}, ${this.#swap ? "changes places with" : "beside"} ${others.join(" and ")}`;
  }
}
