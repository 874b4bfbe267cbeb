/** The followed machines of a run, their requests, and where each is at any time. */
import type { Row, SceneRow } from "../data/types";

type Of<K extends SceneRow["row"]> = Extract<SceneRow, { row: K }>;
export type Part = Of<"part">["part"];
export type Step = Of<"step">;
export type Access = Of<"access">;
export interface Request extends Of<"request"> {
  steps: Step[];
  /** When the last step ends. */
  end: number;
}
export interface Machine extends Of<"machine"> {
  names: Map<Part, string>;
  requests: Request[];
  /** What the disk's arm did, in order of time. */
  accesses: Access[];
  /** The parts that a request comes to. */
  used: Set<Part>;
}

/** Where a request is: at a part in a step, answered but not safe (`memory`), or over. */
export type State = "waiting" | "served" | "memory" | "over";
export interface Whereabouts {
  part: Part;
  state: State;
  step: Step;
}

/** The machines that rows tell of, in their order. */
export function machinesOf(rows: Row[]): Machine[] {
  const machines = new Map<string, Machine>();
  const all = rows as unknown as SceneRow[];
  for (const row of all)
    if (row.row === "machine")
      machines.set(row.place, { ...row, names: new Map(), requests: [], accesses: [], used: new Set() });
  const requests = new Map<string, Request>();
  const key = (row: { place: string; request: number }): string => `${row.request} ${row.place}`;
  for (const row of all) {
    const machine = machines.get(row.place);
    if (!machine) continue;
    if (row.row === "part") machine.names.set(row.part, row.name);
    else if (row.row === "access") machine.accesses.push(row);
    else if (row.row === "request") {
      const request = { ...row, steps: [], end: row.begun };
      requests.set(key(row), request);
      machine.requests.push(request);
    } else if (row.row === "step") {
      requests.get(key(row))?.steps.push(row);
      machine.used.add(row.part);
    }
  }
  for (const request of requests.values()) request.end = request.steps.at(-1)?.finish ?? request.begun;
  for (const machine of machines.values()) machine.accesses.sort((a, b) => a.start - b.start);
  return [...machines.values()];
}

/** Where a request is at `t` (s); null while it is not there. */
export function whereabouts(request: Request, t: number): Whereabouts | null {
  const last = request.steps.at(-1);
  if (t < request.begun || !last) return null;
  if (t >= request.end) {
    const { safe = Infinity } = request;
    const state = request.op === "write" && request.told !== undefined && t < safe ? "memory" : "over";
    return { part: last.part, state, step: last };
  }
  const step = request.steps.find((each) => t < each.finish) ?? last;
  return { part: step.part, state: step.kind === "waiting" ? "waiting" : "served", step };
}

/** The place under the arm for a request at `t`, from the start of the seek until the data has passed. */
export const accessOf = (machine: Machine, request: number, t: number): Access | undefined =>
  machine.accesses.find((each) => each.request === request && t >= each.start && t < each.finish);

/** How long a request is at each part until `t`, in the order in which it comes there; waiting and served apart. */
export function spent(request: Request, t: number): { part: Part; waiting: number; served: number }[] {
  const parts = new Map<Part, { part: Part; waiting: number; served: number }>();
  for (const step of request.steps) {
    const length = Math.min(step.finish, t) - step.start;
    if (length < 1e-9) continue;
    const sum = parts.get(step.part) ?? { part: step.part, waiting: 0, served: 0 };
    sum[step.kind === "waiting" ? "waiting" : "served"] += length;
    parts.set(step.part, sum);
  }
  return [...parts.values()];
}

/** How long a write was acknowledged and not safe, as far as it is shown. */
export const riskOf = ({ op, told, safe }: Request, { until }: Machine): number =>
  op === "write" && told !== undefined ? Math.max(0, Math.min(safe ?? until, until) - told) : 0;

/** Where a request comes from, and its answer goes. */
export const originOf = (request: Request): Part => request.from ?? "program";

/** The request that is followed unless the reader says otherwise: one that is issued and answered while the scene lasts. */
export const firstOf = ({ requests, until }: Machine): Request | undefined =>
  requests.find(({ begun, told, end }) => begun >= 0 && told !== undefined && end <= until) ??
  requests.find((each) => each.end > 0);

/** When the last machine is no longer shown. */
export const endOf = (machines: Machine[]): number => Math.max(0, ...machines.map((machine) => machine.until));
