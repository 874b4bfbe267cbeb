/** Things in the picture that are dragged to other places, or lifted and put down with keys or clicks. */
import { el, setText } from "../ui/dom";
import { gesture } from "./gesture";
import type { ToPicture } from "./handle";
import { Layer, type Area } from "./layer";
import { beside, closest, middle, onward, readDropTargets, type DropTarget } from "../plot/drop-targets";
import { Placements, type Thing } from "./placements";
import type { Figure, Move, Value } from "../data/types";
import type { Params } from "../data/where";

const ARROWS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const PAGES: Record<string, number> = { PageDown: 1, PageUp: -1 };
/** How far beside a place, in pixels of the screen, a pointer may let go. */
const REACH = 28;

export interface MoverActions {
  toPicture: ToPicture;
  set(name: string, value: Value): void;
  /** Writes below the panel; empty for what stands there otherwise. */
  say(text: string): void;
}
interface Handled extends Thing {
  button: HTMLButtonElement;
}

export class Mover {
  readonly #layer: Layer;
  readonly live = el("span", { class: "lf-hidden", role: "status", "aria-live": "polite" });
  readonly #figure: Figure;
  readonly #actions: MoverActions;
  readonly #placements: Placements;
  readonly #things = new Map<string, Handled>();
  /** What is lifted, where it may go, and where it would go now. */
  #lift: { thing: Handled; open: DropTarget[]; near: DropTarget | null } | null = null;
  /** How far from the corner of a thing the pointer took hold of it. */
  #grip = { x: 0, y: 0 };

  constructor(figure: Figure, move: Move, actions: MoverActions) {
    this.#figure = figure;
    this.#actions = actions;
    this.#placements = new Placements(move.swap);
    this.#layer = new Layer(`${figure.title}: what can be moved to another place`);
  }

  get element(): HTMLElement {
    return this.#layer.element;
  }

  /** A new picture. While rows come in and it has no thing yet, all stay where they were. */
  drawn(svg: SVGSVGElement, box: Area): void {
    this.#layer.drawn(svg, box);
    const targets = readDropTargets(svg);
    if (!targets?.things.length) return;
    this.#placements.places = targets.places;
    for (const thing of this.#things.values()) thing.drawn = null;
    for (const target of targets.things) {
      const thing = this.#things.get(String(target.key)) ?? this.#made(String(target.key));
      if (thing) thing.drawn = target;
    }
    this.#placements.things = [...this.#things.values()];
    for (const thing of this.#things.values()) {
      thing.button.hidden = thing.drawn === null;
      if (thing !== this.#lift?.thing) this.#settle(thing);
    }
    if (this.#lift) {
      const { thing, near } = this.#lift;
      const open = this.#placements.open(thing);
      this.#lift = { thing, open, near: open.find((place) => place.key === near?.key) ?? null };
    }
    this.#outline();
  }

  steer(params: Params): void {
    this.#placements.params = params;
    for (const thing of this.#things.values()) this.#name(thing);
  }

  focus(): boolean {
    const first = [...this.#things.values()].find((thing) => thing.drawn);
    first?.button.focus({ preventScroll: true });
    return first !== undefined;
  }

  #made(name: string): Handled | null {
    const param = this.#figure.params.find((p) => p.name === name);
    if (!param) return null;
    const button = el("button", { type: "button", class: "lf-thing", "data-name": param.label });
    const thing: Handled = { param, button, drawn: null };
    this.#things.set(name, thing);
    this.#name(thing);
    gesture(button, {
      take: (event) => this.#take(event),
      start: () => this.#lift?.thing === thing || this.#raise(thing),
      drag: (event) => this.#drag(event),
      drop: () => this.#drop(this.#lift?.near ?? null),
      cancel: () => this.#back(),
      click: () => (this.#lift ? this.#drop(this.#lift.near) : this.#raise(thing)),
      pass: (event) => this.#lift ?? this.#layer.pass(event),
    });
    button.addEventListener("keydown", (event) => this.#key(event));
    button.addEventListener("blur", () => this.#back());
    this.element.append(button);
    return thing;
  }

  #name(thing: Handled): void {
    const text = `${thing.param.label}: ${this.#placements.words(thing)}. Enter lifts it`;
    thing.button.setAttribute("aria-label", text);
  }

  #settle({ button, drawn }: Handled): void {
    button.toggleAttribute("data-moved", false);
    if (drawn) this.#layer.put(button, drawn);
  }
  #hover({ button, drawn }: Handled, place: DropTarget): void {
    const { x, y } = middle(place);
    if (drawn) this.#layer.put(button, { ...drawn, x: x - drawn.width / 2, y: y - drawn.height / 2 });
  }

  #raise(thing: Handled): void {
    this.#lift = { thing, open: this.#placements.open(thing), near: this.#placements.home(thing) };
    thing.button.toggleAttribute("data-held", true);
    this.element.toggleAttribute("data-lifting", true);
    this.#layer.hideTips();
    this.#outline();
    setText(this.live, this.#placements.lifted(thing));
  }

  /** Outlines the places of what is lifted, the nearest strongly. */
  #outline(): void {
    if (!this.#lift) return;
    const { thing, open, near } = this.#lift;
    this.#layer.outline(open, near, (place) => this.#drop(place));
    const where = near ? this.#placements.at(thing, near) : "no place here; it goes back";
    this.#actions.say(`${thing.param.label}: ${where}`);
  }

  #choose(place: DropTarget | null): void {
    if (!this.#lift || place === this.#lift.near) return;
    this.#lift.near = place;
    this.#outline();
  }
  /** Puts what is lifted over a place, for the keys. */
  #go(place: DropTarget | null): void {
    if (!this.#lift || !place) return;
    this.#choose(place);
    this.#hover(this.#lift.thing, place);
    setText(this.live, this.#placements.at(this.#lift.thing, place));
  }

  #end(): void {
    this.#lift?.thing.button.toggleAttribute("data-held", false);
    this.element.toggleAttribute("data-lifting", false);
    this.#lift = null;
    this.#layer.outline([], null, () => undefined);
    this.#actions.say("");
  }
  #back(): void {
    if (!this.#lift) return;
    const { thing } = this.#lift;
    this.#end();
    this.#settle(thing);
    setText(this.live, `${thing.param.label} put back: ${this.#placements.words(thing)}`);
  }

  #drop(place: DropTarget | null): void {
    if (!this.#lift) return;
    const { thing } = this.#lift;
    if (!place || place.key === this.#placements.home(thing)?.key) return this.#back();
    const moves = this.#placements.moves(thing, place);
    this.#end();
    this.#hover(thing, place);
    thing.button.toggleAttribute("data-moved", true); // until there is a picture of it
    for (const { thing: each, value } of moves) this.#actions.set(each.param.name, value);
    setText(this.live, this.#placements.announcement(moves));
  }

  #take({ offsetX, offsetY }: PointerEvent): void {
    this.#grip = { x: offsetX * this.#layer.unit, y: offsetY * this.#layer.unit };
  }
  #drag(event: PointerEvent): void {
    if (!this.#lift?.thing.drawn) return;
    const { thing, open } = this.#lift;
    const at = this.#actions.toPicture(event);
    this.#layer.put(thing.button, { ...this.#lift.thing.drawn, x: at.x - this.#grip.x, y: at.y - this.#grip.y });
    this.#choose(closest(open, at, REACH * this.#layer.unit));
  }

  #key(event: KeyboardEvent): void {
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    if (!this.#lift || event.altKey || event.ctrlKey || event.metaKey) return;
    const { near, open, thing } = this.#lift;
    const from = near ?? thing.drawn;
    const arrow = ARROWS[event.key];
    const page = PAGES[event.key];
    if (event.key === "Escape") this.#back();
    else if (arrow && from) this.#go(beside(open, from, arrow));
    else if (page) this.#go(onward(open, from, page));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
