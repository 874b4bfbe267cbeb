/** Tips of marks larger than a point: Plot's own tips react only near the middle. */
import * as Plot from "@observablehq/plot";
import type { Row } from "../data/types";

/** How near, in pixels, a pointer must come to one of the points that are looked at. */
const NEAR = 18;
const AT = { x: "tip x", y: "tip y" };
type Share = [number, number];

const steps = (count: number): number[] => Array.from({ length: count }, (_, i) => i / (count - 1));
const alongLine: Share[] = steps(13).map((share) => [share, share]);
const overBox: Share[] = steps(9).flatMap((x) => steps(5).map((y): Share => [x, y]));

/** Lines, and boxes of a plan; cells of a chart have their middles close together. */
export function isLarge(mark: string, options: Record<string, unknown>, hidden: string[]): boolean {
  if (/^(link|arrow)$/.test(mark)) return true;
  return mark === "rect" && hidden.length === 2 && ["x1", "x2", "y1", "y2"].every((key) => options[key] !== undefined);
}

/** A mark that draws nothing: its points lie all along a line or all over a box, and have its tips. */
export function hitArea(mark: string, data: unknown[], options: Record<string, unknown>): Plot.Markish {
  const end = (row: Row, key: string): number => {
    const value = options[key] ?? options[key.charAt(0)];
    return Number(typeof value === "string" ? row[value] : value);
  };
  const between = (row: Row, key: string, share: number): number =>
    end(row, `${key}1`) * (1 - share) + end(row, `${key}2`) * share;
  const shares = mark === "rect" ? overBox : alongLine;
  const points = (data as Row[]).flatMap((row) =>
    shares.map(([x, y]) => ({ ...row, [AT.x]: between(row, "x", x), [AT.y]: between(row, "y", y) })),
  );
  const { fill, stroke, channels, fx, fy } = options;
  const tip = options.tip as { format: object };
  const format = { ...tip.format, x: false, y: false };
  const shown = { ...AT, fill, stroke, channels, fx, fy, tip: { maxRadius: NEAR, ...tip, format } };
  return Plot.dot(points, { ...shown, render: () => null } as Plot.DotOptions);
}
