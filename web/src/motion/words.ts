/** What happens in a machine, as sentences. */
import { plain } from "../data/numbers";
import { accessOf, riskOf, whereabouts, type Machine, type Part, type Request, type State } from "./machine";
import parts from "./parts.json";

const SMALLEST: [number, string] = [1e-6, "µs"];
const UNITS: [number, string][] = [[1, "s"], [1e-3, "ms"], SMALLEST];
/** Less than this is rounding error (s). */
const NOTHING = 1e-9;
/** Most lines for answers to other requests. If there are more answers, a line stands for several. */
const MOST = 40;

/** A duration with three digits, in the unit that suits it. */
export function duration(seconds: number): string {
  if (Math.abs(seconds) < NOTHING) return "0\u00a0s";
  const [factor, unit] = UNITS.find(([each]) => Math.abs(seconds) >= 0.9995 * each) ?? SMALLEST;
  return `${plain(Number((seconds / factor).toPrecision(3)))}\u00a0${unit}`;
}

const LITTLE: Partial<Record<Part, string>> = { log: "log", cache: "cache" };
/** What a part is called in a machine, where there is `little` room perhaps; empty if the machine has none. */
export const nameOf = (machine: Machine, part: Part, little = false): string =>
  machine.names.get(part) ?? ((little && LITTLE[part]) || parts[part].name);

export interface Happening {
  t: number;
  text: string;
}

/** What happens to one request, in order of time. */
function story(machine: Machine, request: Request): Happening[] {
  const events = request.steps.map((step) => {
    const waits = step.kind === "waiting" ? " (waits)" : "";
    const before = machine.requests.length > 1 ? `${request.name}: ` : "";
    return { t: step.start, text: `${before}${nameOf(machine, step.part)}, ${step.what}${waits}` };
  });
  if (request.told !== undefined) events.push({ t: request.told, text: answer(request) });
  if (request.op === "write" && request.safe !== undefined && request.safe > (request.told ?? Infinity))
    events.push({ t: request.safe, text: `${request.name} is safe` });
  return events.filter(({ t }) => t >= 0 && t <= machine.until);
}

/** What the program learns when it is answered. */
function answer({ name, op, told, safe }: Request): string {
  if (op !== "write") return `${name} is answered`;
  return safe !== undefined && safe <= (told ?? 0)
    ? `the program is told that ${name} is safe, and it is`
    : `the program is told that ${name} is safe, and it is not yet`;
}

/** What happens in one machine: to the request that is followed, and which others are answered, many together if need be. */
export function happenings(machine: Machine, followed: Request | undefined): Happening[] {
  const others = machine.requests
    .filter((r) => r !== followed && r.told !== undefined && r.told >= 0 && r.told <= machine.until)
    .sort((a, b) => (a.told ?? 0) - (b.told ?? 0));
  const together = Math.ceil(others.length / MOST);
  const answers: Happening[] = [];
  for (let n = 0; n < others.length; n += together) {
    const some = others.slice(n, n + together);
    const last = some.at(-1) as Request;
    const before = some.length > 1 ? `${some.length} more are answered, at last ` : "";
    answers.push({ t: last.told ?? 0, text: before ? before + last.name : `${last.name} is answered` });
  }
  return [...(followed ? story(machine, followed) : []), ...answers].sort((a, b) => a.t - b.t);
}

/** What happens last before `t`, in a line. */
export function lineAt(events: Happening[], t: number): string {
  const last = events.findLast((each) => each.t <= t);
  if (!last) return "Nothing has happened yet.";
  const now = events.filter((each) => each.t === last.t).map((each) => each.text);
  return `${duration(last.t)}: ${now.join("; ")}.`;
}

/** The fill of a part at `t`, and the share of time before it that the part was busy. */
export function loadOf(machine: Machine, part: Part, t: number): string {
  const there = machine.requests.flatMap((request) => {
    const where = whereabouts(request, t);
    return where?.part === part ? [{ request, ...where }] : [];
  });
  const count = (state: State): number => there.filter((each) => each.state === state).length;
  const name = nameOf(machine, part);
  if (part === "program") return `${name}: ${machine.requests.filter((r) => (r.told ?? t) < t).length} answers so far.`;
  if (!machine.used.has(part)) return `${name}: no time goes here.`;
  if (part === "queue") return `${name}: ${there.length} wait.`;
  const accessed = there.filter((e) => e.state === "waiting" && accessOf(machine, e.request.request, t)).length;
  const [served, waiting] = [count("served") + accessed, count("waiting") - accessed];
  const steps = machine.requests.flatMap((r) => r.steps).filter((s) => s.part === part && s.kind === "service");
  const busy = union(
    steps.map((s) => [Math.max(0, s.start), Math.min(t, s.finish)]),
    part === "disk" ? machine.accesses.map((a) => [Math.max(0, a.start), Math.min(t, a.finish)]) : [],
  );
  const kept = count("memory") ? `, ${count("memory")} in its memory and not yet safe` : "";
  const share = t > 0 && busy ? `; busy ${plain(Math.round((100 * busy) / t))}\u00a0% of the time so far` : "";
  return `${name}: ${served} under way, ${waiting} wait${kept}${share}.`;
}

/** The same of one of several machines, which is named then. */
export const loadIn = (machines: Machine[], machine: Machine, part: Part, t: number): string =>
  (machines.length > 1 ? `${headOf(machine)}, ` : "") + loadOf(machine, part, Math.min(t, machine.until));

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

/** What the looks of dots mean, as far as they occur: classes, and words. */
export function keyOf(machines: Machine[]): [string, string][] {
  const requests = machines.flatMap((machine) => machine.requests);
  const has = (wanted: string): boolean => requests.some(({ op }) => op === wanted);
  const risky = machines.some((machine) => machine.requests.some((request) => riskOf(request, machine) > 0));
  const only = has("read") && !has("write") ? "read " : "";
  const served: [string, string][] = [[`${only}served`, "served"]];
  if (has("read") && has("write")) served.splice(0, 1, ["read served", "read"], ["served", "write"]);
  const risk: [string, string][] = risky ? [["memory", "done, not safe"]] : [];
  const over = has("write") ? "safe" : "answered";
  return [[`${only}waiting`, "waits"], ...served, ...risk, ["over", has("read") && has("write") ? "done" : over]];
}

/** A machine in few words. */
export const headOf = (machine: Machine | undefined): string => machine?.title.split(":")[0] ?? "";
