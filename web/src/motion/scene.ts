/** The machines of a run as one drawing, which can show any time; the same in the page, under Node and on paper. */
import { heightOf, longest } from "./account";
import { endOf, type Machine, type Request } from "./machine";
import { MachineView, type Lit, type Scale } from "./machine-view";
import { planOf, titleHeight } from "./plan";
import { maker, picture } from "./svg";

const GAP = 8;
const BESIDE = 12;

export interface SceneOptions extends Lit {
  document: Document;
  width: number;
  /** The time that is shown first; by default one at which something is seen. */
  t?: number;
  /** The time that the full width of an account stands for (s); by default that of the longest followed request. */
  scale?: number;
}

/** A drawing that can be drawn at another time. */
export class Scene {
  readonly svg: SVGSVGElement;
  readonly machines: Machine[];
  readonly end: number;
  /** The time that is shown. */
  t: number;
  readonly #views: MachineView[];
  readonly #scale: Scale = { seconds: 0 };

  constructor(machines: Machine[], options: SceneOptions) {
    this.machines = machines;
    this.end = endOf(machines);
    const { width } = options;
    const make = maker(options.document);
    const whole = planOf(width);
    const beside = whole.upright ? machines.length : 1;
    const each = (width - BESIDE * (beside - 1)) / Math.max(1, beside);
    const plan = planOf(each);
    const block = titleHeight(plan) + plan.height + GAP + heightOf(plan.upright);
    const lines = Math.ceil(machines.length / Math.max(1, beside));
    const height = block * lines + GAP * Math.max(0, lines - 1);
    this.svg = picture(make, "wtg-plot wtg-scene", width, height);
    this.#views = machines.map((machine, n) => {
      const [x, y] = whole.upright ? [n * (each + BESIDE), 0] : [0, n * (block + GAP)];
      const data = { transform: `translate(${x} ${y})`, "data-machine": n };
      return new MachineView(machine, plan, make("g", data, this.svg), options, this.#scale, make);
    });
    this.#rescale();
    this.#scale.seconds = options.scale ?? this.#scale.seconds;
    this.t = options.t ?? this.end * 0.4;
    this.show(this.t);
  }

  /** Which request each machine's account is of. */
  get followed(): (Request | undefined)[] {
    return this.#views.map((view) => view.followed);
  }
  follow(machine: number, number: number): void {
    const [view, requests] = [this.#views[machine], this.machines[machine]?.requests];
    if (view) view.followed = requests?.find((each) => each.request === number) ?? view.followed;
    this.#rescale();
    this.show(this.t);
  }
  /** The accounts have one scale: that of the request that takes longest. */
  #rescale(): void {
    this.#scale.seconds = longest(this.machines, this.followed);
  }

  /** Shows time `t` (s). `ease`: the share of its way that each dot goes; 1 puts it where it is. */
  show(t: number, ease = 1): void {
    this.t = t;
    for (const view of this.#views) view.show(t, ease);
  }
}
