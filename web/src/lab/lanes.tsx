/** One part in one machine: who is there, how much it is used, how long it is waited for, and one request's time in it. */
import type { JSX } from "preact";
import type { BusyPart } from "../data/types";
import { clock, many, nice, pair, percent, span } from "./amounts";
import { at, One } from "./one";
import { busyOf, followed, limitOf, nameOf, partOf, SIDES, type Side, type View } from "./view";

const [SLOTS, PITCH, TALL] = [16, 6, 14];
const WIDE = SLOTS * PITCH;
/** How many requests a tick stands for, so that all of both machines fit beside a part. */
export function eachTick(view: View): number {
  const all = SIDES.flatMap((side) => Object.values(view.runs[side]?.shown.parts ?? {}));
  const most = Math.max(followed(view)?.threads ?? 0, ...all.map((busy) => busy.waits + busy.works));
  return Math.max(1, nice(most / SLOTS));
}

/** Ticks from the right: solid ones wait, hollow ones work, and a whisker to how many are there at p99. */
function Ticks({ view, busy }: { view: View; busy: BusyPart }): JSX.Element {
  const each = eachTick(view);
  const [waits, works] = [busy.waits / each, busy.works / each];
  const column = (n: number, height: number, kind: string): JSX.Element => {
    const [h, edge] = [Math.max(1.5, height * TALL), kind === "w" ? 0.5 : 0];
    const x = WIDE - (n + 1) * PITCH + 1 + edge;
    return (
      <rect
        class={kind}
        x={x}
        y={(TALL - h + edge).toFixed(1)}
        width={4.6 - 2 * edge}
        height={Math.max(0.5, h - 2 * edge).toFixed(1)}
      />
    );
  };
  const columns = (value: number, from: number, kind: string): JSX.Element[] =>
    Array.from({ length: value < 0.05 ? 0 : Math.min(SLOTS - from, Math.ceil(value - 0.05)) }, (_, n) =>
      column(from + n, Math.min(1, value - n), kind),
    );
  const solid = columns(waits, 0, "s");
  const hollow = columns(works, solid.length, "w");
  const used = WIDE - (solid.length + hollow.length) * PITCH;
  const reach = WIDE - Math.min(SLOTS, busy.many / each) * PITCH + 1;
  return (
    <svg
      class="ticks"
      viewBox={`0 0 ${WIDE} ${TALL}`}
      width={WIDE}
      height={TALL}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {solid}
      {hollow}
      {used - reach > PITCH ? <path d={`M${used - 1} 7H${reach}M${reach} 4V10`} /> : null}
    </svg>
  );
}

const isLimit = (view: View, side: Side, part: string): boolean =>
  view.state !== "empty" && limitOf(view, side) === part;

/** The middle of the widest stretch of a bar that no device's line crosses. */
function middle({ use, each }: BusyPart): number {
  const edges = [0, ...(each.length > 1 ? each.filter((one) => one < use) : []), use].sort((a, b) => a - b);
  const gaps = edges.slice(1).map((edge, n) => [edge - (edges[n] as number), (edge + (edges[n] as number)) / 2]);
  return gaps.reduce((best, gap) => ((gap[0] as number) > (best[0] as number) ? gap : best))[1] as number;
}

function Track({ view, side, part, busy }: { view: View; side: Side; part: string; busy: BusyPart }): JSX.Element {
  const mark = partOf(view, side, part)?.mark;
  const isFull = busy.use > 0.4;
  const place = isFull ? `left:${at(middle(busy))}` : `left:calc(${at(Math.max(busy.use, ...busy.each))} + 5px)`;
  return (
    <span class="track">
      <span class="fill" style={`width:${at(busy.use)}`}></span>
      {busy.each.length > 1 ? busy.each.map((use) => <i style={`left:${at(use)}`}></i>) : null}
      {mark == null ? null : <b class="lbmark" style={`left:${at(mark)}`}></b>}
      {isLimit(view, side, part) ? (
        <em class={`flag ${isFull ? "" : "out"}`} style={place}>
          limit of {nameOf(side)}
        </em>
      ) : null}
    </span>
  );
}

/** The way that is told instead of waits where nobody of the followed waits. */
function waitOf(view: View, side: Side, part: string, busy: BusyPart): string {
  if (part === "group" && busy.wait99 < 5e-7) return "not waited for";
  const rate = view.runs[side]?.shown.loads[view.setup?.followed ?? 0]?.rate ?? 0;
  if (part === "programs") return busy.works > 0 && rate > 0 ? `own ${span(busy.works / rate)}` : "0";
  return pair(busy.wait50, busy.wait99);
}

/** Since when all log devices of a machine are dead in the stretch that is shown; "" if one lives. */
function deadSince(view: View, side: Side, devices: number): string {
  const to = view.runs[side]?.shown.from ?? 0;
  const died = (view.study.events ?? [])
    .filter(({ kind, at, in: within }) => kind === "log device dies" && at <= to && (within ?? "ab").includes(side))
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const last = died[devices - 1];
  return last === undefined ? "" : `dead since ${clock(last)}`;
}

export function Lane({ view, side, part }: { view: View; side: Side; part: string }): JSX.Element {
  const busy = busyOf(view, side, part);
  const made = partOf(view, side, part);
  const letter = <span class="ab">{nameOf(side)}</span>;
  const dead = part === "logdevice" && busy ? deadSince(view, side, busy.each.length) : "";
  const pale = view.refused?.side === side || view.stale.includes(side) ? " pale" : "";
  if (made?.lacks || dead || !busy)
    return (
      <div class={`lane ${side}${pale}`}>
        <span class="here"></span>
        <span></span>
        {letter}
        <span class={`track ${made?.lacks || dead ? "empty" : ""}`}>{made?.lacks ?? dead}</span>
        <span class="pct"></span>
        <span class="wait"></span>
        <span class="one"></span>
      </div>
    );
  if (part === "cache" && busy.use === 0)
    return (
      <div class={`lane ${side} off${pale}`}>
        {letter}
        <span class="words">{busy.hits === null ? "no reads" : `answers ${percent(busy.hits)} of the reads`}</span>
      </div>
    );
  const here = many(busy.waits + busy.works);
  const wait = waitOf(view, side, part, busy);
  return (
    <div class={`lane ${side}${isLimit(view, side, part) ? " limit" : ""}${pale}`}>
      <span class={here === "0" ? "here zero" : "here"}>{here}</span>
      <Ticks view={view} busy={busy} />
      {letter}
      <Track view={view} side={side} part={part} busy={busy} />
      <span class="pct">{percent(busy.use)}</span>
      <span class={/^(0$|not|own)/.test(wait) ? "wait zero" : "wait"}>{wait}</span>
      <One view={view} side={side} part={part} />
    </div>
  );
}

/** The lane as a sentence, for who hears the page. */
export function tellLane(view: View, side: Side, part: string): string {
  const busy = busyOf(view, side, part);
  const made = partOf(view, side, part);
  if (made?.lacks) return `${nameOf(side)}: ${made.lacks}.`;
  if (!busy) return "";
  const dead = part === "logdevice" ? deadSince(view, side, busy.each.length) : "";
  if (dead) return `${nameOf(side)}: ${dead}.`;
  if (part === "cache" && busy.use === 0)
    return busy.hits === null ? "" : `${nameOf(side)}: answers ${percent(busy.hits)} of the reads.`;
  const who = followed(view)?.who ?? "requests";
  const waits =
    busy.wait99 < 5e-7 ? "No wait." : `Waits ${span(busy.wait50)} in the median, ${span(busy.wait99)} at p99.`;
  const limit = isLimit(view, side, part) ? ", the limit" : "";
  return `${nameOf(side)}: ${percent(busy.use)} in use${limit}; ${many(busy.waits + busy.works)} of ${who}. ${waits}`;
}

/** Whether nothing happens there that a narrow screen has to show. */
export const isQuiet = (view: View, part: string): boolean =>
  SIDES.every((side) => {
    const busy = busyOf(view, side, part);
    return !busy || (!isLimit(view, side, part) && busy.use < 0.1 && busy.waits < 0.05);
  });
