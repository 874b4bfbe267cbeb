/** One machine as a drawing: its parts, its requests as dots, its disk, and the account of the request that is followed. */
import { Account } from "./account";
import { accessOf, firstOf, originOf, whereabouts, type Machine, type Part, type Request, type State } from "./machine";
import {
  answersOf,
  besidePlatter,
  DOT,
  LINE,
  middleOf,
  planOf,
  slot,
  STATIC_WIDTH,
  titleHeight,
  wiresOf,
  wrapped,
  type Box,
  type Plan,
} from "./plan";
import { Platter } from "./platter";
import type { Make } from "./svg";
import { nameOf } from "./words";

const GAP = 8;
const PARTS = Object.keys(planOf(STATIC_WIDTH).boxes) as Part[];

/** Which parts the reader has met, and which the chapter is about. */
export interface Lit {
  met: string[];
  about: string[];
}
/** The time that the full width of an account stands for. */
export type Scale = { seconds: number };
interface Dot {
  request: Request;
  mark: SVGElement;
  x: number;
  y: number;
  seen: boolean;
}
interface PartView {
  group: SVGElement;
  count: SVGElement;
  last: string;
}
interface Place {
  dot: Dot;
  state: State;
  since: number;
}
/** Those that are served stand nearest to the exit. */
const ORDER: State[] = ["served", "waiting", "memory", "over"];

export class MachineView {
  followed: Request | undefined;
  readonly #machine: Machine;
  readonly #plan: Plan;
  readonly #parts = new Map<Part, PartView>();
  readonly #dots: Dot[];
  readonly #platter: Platter;
  readonly #account: Account;
  readonly #disk: Box;
  readonly #follows: boolean;

  constructor(machine: Machine, plan: Plan, group: SVGElement, lit: Lit, scale: Scale, make: Make) {
    this.#machine = machine;
    this.#plan = plan;
    this.followed = firstOf(machine);
    const top = titleHeight(plan);
    wrapped(machine.title, plan.width).forEach((text, n) => {
      make("text", { x: 0, y: 11 + n * LINE, class: "wtg-name" }, group).textContent = text;
    });
    const body = make("g", { transform: `translate(0 ${top})` }, group);
    make("path", { class: "wtg-wire", d: wiresOf(plan, (part) => nameOf(machine, part) !== "") }, body);
    for (const part of PARTS) this.#part(part, body, lit, make);
    this.#follows = machine.requests.length > 1;
    this.#platter = new Platter(machine, plan.boxes.disk, body, make);
    this.#disk = besidePlatter(plan.boxes.disk);
    this.#dots = machine.requests.map((request) => {
      const size = { width: 2 * DOT, height: 2 * DOT };
      const mark = make(
        "rect",
        { class: "wtg-dot", ...size, "data-request": request.request, visibility: "hidden" },
        body,
      );
      return { request, mark, x: 0, y: 0, seen: false };
    });
    const frame = { x: 0, y: top + plan.height + GAP, width: plan.width, scale, upright: plan.upright };
    this.#account = new Account(machine, frame, lit.about, group, make);
  }

  #part(part: Part, body: SVGElement, lit: Lit, make: Make): void {
    const { x, y, w, h } = this.#plan.boxes[part];
    const here = this.#machine.used.has(part) || part === "program";
    const pale = !here && !lit.met.includes(part);
    const name = nameOf(this.#machine, part, this.#plan.upright);
    if (!name) return;
    const data = {
      class: "wtg-part",
      "data-part": part,
      ...(pale && { "data-pale": "" }),
      ...(here && { "data-used": "" }),
    };
    const group = make("g", data, body);
    make("rect", { x, y, width: w, height: h, rx: 6 }, group);
    make("text", { x: x + 5, y: y + 13 }, group).textContent = name;
    const low = part === "program" || part === "disk";
    const spot = { x: low ? x + 5 : x + w - 5, y: low ? y + h - 7 : y + 13, "text-anchor": low ? "start" : "end" };
    const count = make("text", { ...spot, class: "wtg-count" }, group);
    this.#parts.set(part, { group, count, last: "" });
  }

  /** The requests at each part at `now`, in order; finished ones are at their origin. */
  #lines(now: number): Map<Part, Place[]> {
    const lines = new Map<Part, Place[]>();
    for (const dot of this.#dots) {
      const where = whereabouts(dot.request, now);
      const told = dot.request.told ?? -1;
      if (!where || (where.state === "over" && told < 0)) continue;
      const { part, state, step } = where;
      const since = state === "over" ? -told : state === "memory" ? dot.request.end : step.start;
      const at = state === "over" ? originOf(dot.request) : part;
      lines.set(at, [...(lines.get(at) ?? []), { dot, state, since }]);
    }
    for (const line of lines.values())
      line.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.since - b.since);
    return lines;
  }

  /** Shows time `t`; dots go a share `ease` of their way. */
  show(t: number, ease: number): void {
    const now = Math.min(t, this.#machine.until);
    const lines = this.#lines(now);
    const seen = new Map<Dot, { state: State; place: [number, number] }>();
    const busy = new Set<Part>();
    for (const [part, line] of lines) {
      const answers = line.filter((each) => each.state === "over").slice(answersOf(this.#plan));
      let n = 0;
      for (const each of line) {
        const { dot, state } = each;
        if (answers.includes(each)) continue;
        const access = part === "disk" && state !== "memory" && accessOf(this.#machine, dot.request.request, now);
        if (access || state === "served") busy.add(part);
        const box = part === "disk" ? this.#disk : this.#plan.boxes[part];
        const place = access ? this.#platter.sector(access, now) : slot(box, n++);
        if (place) seen.set(dot, { state, place });
      }
    }
    for (const dot of this.#dots) this.#move(dot, seen.get(dot), ease);
    if (this.#platter.isBusy(now)) busy.add("disk");
    for (const [part, view] of this.#parts) {
      const count = this.#count(part, lines);
      const state = `${count} ${busy.has(part)}`;
      if (view.last === state) continue;
      view.last = state;
      view.count.textContent = count;
      view.group.toggleAttribute("data-busy", busy.has(part));
    }
    this.#platter.show(now);
    this.#account.show(this.followed, now);
  }

  /** The requests that wait at a part or lie in its memory; of the program, those answered, and those not safe. */
  #count(part: Part, lines: Map<Part, Place[]>): string {
    const of = (state: State, line: Place[] = []): number => line.filter((each) => each.state === state).length;
    const [waiting, memory, over] = (["waiting", "memory", "over"] as const).map((state) => of(state, lines.get(part)));
    if (part === "disk") return memory ? `memory ${memory}` : "";
    if (part !== "program") return waiting && waiting > 1 ? String(waiting) : over ? `${over} ✓` : "";
    const unsafe = lines.get("disk")?.filter((e) => e.state === "memory" && originOf(e.dot.request) === part).length;
    return unsafe ? `${unsafe} not safe` : over ? `${over} done` : "";
  }

  #move(dot: Dot, to: { state: State; place: [number, number] } | undefined, ease: number): void {
    const { mark } = dot;
    if (!to) {
      if (dot.seen) mark.setAttribute("visibility", "hidden");
      dot.seen = false;
      return;
    }
    const { state, place } = to;
    if (!dot.seen) [dot.x, dot.y] = ease < 1 ? middleOf(this.#plan.boxes[originOf(dot.request)]) : place;
    dot.x += (place[0] - dot.x) * ease;
    dot.y += (place[1] - dot.y) * ease;
    mark.setAttribute("x", (dot.x - DOT).toFixed(1));
    mark.setAttribute("y", (dot.y - DOT).toFixed(1));
    if (!dot.seen) mark.setAttribute("visibility", "visible");
    dot.seen = true;
    const kind = `wtg-dot wtg-${state}${dot.request.op === "read" ? " wtg-read" : ""}`;
    const shown = this.#follows && dot.request === this.followed ? `${kind} wtg-followed` : kind;
    if (mark.getAttribute("class") !== shown) mark.setAttribute("class", shown);
  }
}
