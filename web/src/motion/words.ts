/** What happens in a machine, as sentences. */
import { plain } from "../data/numbers";
import { type Machine, type Part, type Request, type Whereabouts, whereabouts } from "./machine";

const SMALLEST: [number, string] = [1e-6, "µs"];
const UNITS: [number, string][] = [[1, "s"], [1e-3, "ms"], SMALLEST];
/** Less than this is rounding error (s). */
const NOTHING = 1e-9;
/** Events that are told at most. */
const MOST = 80;

/** A duration with three digits, in the unit that suits it. */
export function duration(seconds: number): string {
  if (Math.abs(seconds) < NOTHING) return "0\u00a0s";
  const [factor, unit] = UNITS.find(([each]) => Math.abs(seconds) >= 0.9995 * each) ?? SMALLEST;
  return `${plain(Number((seconds / factor).toPrecision(3)))}\u00a0${unit}`;
}

const NAMES: Record<Part, string> = {
  program: "program",
  network: "network",
  cores: "cores",
  cache: "cache",
  log: "intent log",
  group: "group",
  queue: "queue",
  logdevice: "log device",
  disk: "disk",
};
/** What a part is called in a machine, where there is `little` room perhaps; empty if the machine has none. */
export const nameOf = (machine: Machine, part: Part, little = false): string =>
  machine.names.get(part) ?? (little && part === "log" ? "log" : NAMES[part]);

export interface Happening {
  t: number;
  text: string;
}

/** What happens to one request, in order of time. */
export function story(machine: Machine, request: Request): Happening[] {
  const told = request.steps.map((step) => {
    const waits = step.kind === "waiting" ? " (waits)" : "";
    return { t: step.start, text: `${request.name}: ${nameOf(machine, step.part)}, ${step.what}${waits}` };
  });
  if (request.told !== undefined) told.push({ t: request.told, text: answer(request) });
  if (request.op === "write" && request.safe !== undefined && request.safe > (request.told ?? Infinity))
    told.push({ t: request.safe, text: `${request.name} is safe` });
  return told.filter(({ t }) => t >= 0 && t <= machine.until);
}

/** What the program learns when it is answered. */
function answer({ name, op, told, safe }: Request): string {
  if (op !== "write") return `${name} is answered`;
  return safe !== undefined && safe <= (told ?? 0)
    ? `the program is told that ${name} is safe, and it is`
    : `the program is told that ${name} is safe, and it is not yet`;
}

/** What happens in machines: to the requests that are followed, and which others are answered. */
export function happenings(machines: Machine[], followed: (Request | undefined)[]): Happening[] {
  const all = machines.flatMap((machine, i) => {
    const mine = followed[i] ? story(machine, followed[i]) : [];
    const others = machine.requests.filter((r) => r !== followed[i] && r.told !== undefined && r.told >= 0);
    const answers = others.map((r) => ({ t: r.told as number, text: `${r.name} is answered` }));
    const before = machines.length > 1 ? `${machine.title.split(":")[0]}: ` : "";
    return [...mine, ...answers]
      .filter(({ t }) => t <= machine.until)
      .map(({ t, text }) => ({ t, text: `${before}${text}` }));
  });
  return all.sort((a, b) => a.t - b.t).slice(0, MOST);
}

/** One line for a moment: what happens last before it. */
export const lineAt = (told: Happening[], t: number): string => {
  const last = told.filter((each) => each.t <= t);
  const now = last.filter((each) => each.t === last.at(-1)?.t).map((each) => each.text);
  return now.length ? `${duration(last.at(-1)?.t ?? 0)}: ${now.join("; ")}.` : "Nothing has happened yet.";
};

/** How full a part is at `t`, and how much of the time before it was at work. */
export function loadOf(machine: Machine, part: Part, t: number): string {
  const there = machine.requests
    .map((request) => whereabouts(request, t))
    .filter((w): w is Whereabouts => w?.part === part);
  const count = (state: string): number => there.filter((w) => w.state === state).length;
  const steps = machine.requests.flatMap((r) => r.steps).filter((s) => s.part === part && s.kind === "service");
  const busy = union(
    steps.map((s) => [Math.max(0, s.start), Math.min(t, s.finish)]),
    part === "disk" ? machine.accesses.map((a) => [Math.max(0, a.start), Math.min(t, a.finish)]) : [],
  );
  const memory = count("memory");
  const kept = memory ? `, ${memory} in its memory and not yet safe` : "";
  const share = t > 0 ? `; at work ${plain(Math.round((100 * busy) / t))}\u00a0% of the time so far` : "";
  return `${nameOf(machine, part)}: ${count("waiting")} wait, ${count("served")} served${kept}${share}.`;
}

/** The length that intervals cover together. */
function union(...lists: [number, number][][]): number {
  let [sum, at] = [0, 0];
  for (const [from, to] of lists.flat().sort((a, b) => a[0] - b[0])) {
    if (to <= Math.max(from, at)) continue;
    sum += to - Math.max(from, at);
    at = to;
  }
  return sum;
}

/** What the looks of dots mean, as far as they occur. */
export function keyOf(machines: Machine[]): [string, string][] {
  const requests = machines.flatMap((machine) => machine.requests);
  const late = requests.some(({ op, told, safe }) => op === "write" && told !== undefined && told < (safe ?? Infinity));
  const [reads, writes] = ["read", "write"].map((wanted) => requests.some(({ op }) => op === wanted));
  const over = [...(writes ? ["safe"] : []), ...(reads ? ["answered"] : [])].join(" or ");
  const risk: [string, string][] = late ? [["memory", "told, not safe"]] : [];
  return [["waiting", "waits"], ["served", "served"], ...risk, ["over", over]];
}
