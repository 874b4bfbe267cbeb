/** Round things stay round: scales in which a step along y is as long as one along x. */
import type { scales } from "./scales";

type Scales = ReturnType<typeof scales>;
/** Between facets, as a share of one. */
const GAP = 0.1;

/** Scales whose x or y domain is widened about its middle, until a unit of y is `aspect` times as long as one of x. */
export function evened(all: Scales, aspect: number, facets: number, box: Record<string, unknown>): Scales {
  const plain = all as Record<string, { domain?: number[] } | undefined>;
  const size = (key: string): number => Number(box[key]);
  const room = size("width") - size("marginLeft") - size("marginRight");
  const wide = facets > 1 ? (room / (facets + GAP)) * (1 - GAP) : room;
  const ratio = (wide / (size("height") - size("marginTop") - size("marginBottom"))) * aspect;
  const [x0 = 0, x1 = 1] = plain.x?.domain ?? [];
  const [y0 = 0, y1 = 1] = plain.y?.domain ?? [];
  const around = (a: number, b: number, span: number): number[] => [(a + b - span) / 2, (a + b + span) / 2];
  return {
    x: { ...plain.x, domain: around(x0, x1, Math.max(x1 - x0, (y1 - y0) * ratio)) },
    y: { ...plain.y, domain: around(y0, y1, Math.max(y1 - y0, (x1 - x0) / ratio)) },
  };
}
