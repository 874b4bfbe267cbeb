/**
 * Static pictures: reads a JSON list of {figure, rows, params?, out?, width?, panel?, frame?} from a file or from standard
 * input. With `out` ("name.svg", or "name-%d.svg" for panels) files are written; the answer on standard output is a JSON list with,
 * for each job, the list of its SVG texts (jobs with `out`: the list of file names).
 */
import fs from "node:fs";
import { parseHTML } from "linkedom";
import { optimize } from "svgo/browser";
import { stillBuying } from "./buying/still";
import { still } from "./lab/still";
import { drawStrip } from "./motion/draw";
import { STATIC_WIDTH } from "./motion/plan";
import { render } from "./plot/render";
import type { BuyingFixed, Figure, Judged, Lab, LabFixed, Row, Scalar } from "./data/types";
import { headings, shownPanels, type Params } from "./data/where";
import { LINE, line } from "./plot/words";

interface Job {
  figure: Figure;
  rows: Row[];
  out?: string;
  width?: number;
  panel?: number;
  frame?: Scalar;
  /** The parameters of the rows; the defaults where they are not named. */
  params?: Params | null;
  /** Four moments of what moves instead of the pictures. */
  strip?: boolean;
}

/** Places of words, lines and dots; rectangles may touch and are held more exactly. */
const PLACE = /^ (?:[xy][12]?|c[xy]|transform)=/;

/** A tenth of a pixel is enough; the numbers of a picture weigh most of a page. Notes for the page stay exact. */
function shorten(svg: string): string {
  const attribute = (tag: string, text: string): string => {
    const places = tag !== "rect" && PLACE.test(text) ? 1 : 2;
    return text.replace(/-?\d+\.\d\d+(?!\w)/g, (number) => String(Number(Number(number).toFixed(places))));
  };
  const short = svg.replace(
    /<(\w+)([^>]*)>/g,
    (_, tag: string, rest: string) =>
      `<${tag}${rest.replace(/ (?!data-|aria-|d=)[\w-]+="[^"]*"/g, (text) => attribute(tag, text))}>`,
  );
  return optimize(short, {
    plugins: [{ name: "convertPathData", params: { floatPrecision: 1, applyTransforms: false } }],
  }).data;
}

/** Panels of a figure one above the other, as one picture, with the names that stand over them. */
function stack(svgs: string[], names: string[]): string {
  if (svgs.length === 1) return svgs[0] as string;
  let y = 0;
  let width = 0;
  const parts = svgs.map((svg, i) => {
    const name = names[i] ? line(names[i], (y += LINE), "currentColor") : "";
    const box = /viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(svg);
    const placed = svg.replace("<svg", `<svg y="${y}"`);
    width = Math.max(width, Number(box?.[3] ?? STATIC_WIDTH));
    y += Number(box?.[4] ?? 0);
    return name + placed;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}">${parts.join("")}</svg>`;
}

function run(job: Job): string[] {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const still = job.frame === undefined;
  const { width, panel, frame, params } = job;
  const panels = panel === undefined ? undefined : [panel];
  const options = { document, width, panels, frame, params, still };
  const moving = job.strip && job.figure.panels.find((each) => each.scene?.shows === "motion")?.scene;
  const drawn = moving ? [drawStrip(moving, job.rows, document, STATIC_WIDTH)] : render(job.figure, job.rows, options);
  const svgs = drawn.map((svg) => shorten(svg.outerHTML));
  if (!job.out) return svgs;
  if (!job.out.includes("%d")) {
    fs.writeFileSync(job.out, stack(svgs, headings(job.figure, panels ?? shownPanels(job.figure, params))));
    return [job.out];
  }
  return svgs.map((svg, i) => {
    const name = (job.out as string).replace("%d", String(i + 1));
    fs.writeFileSync(name, svg);
    return name;
  });
}

const source = process.argv[2];
interface Machine {
  fixed: LabFixed;
  door: Lab;
}
interface Buying {
  buying: BuyingFixed;
  judged: Judged;
}
type Work = Job | Machine | Buying;
const work = (job: Work): string[] =>
  "door" in job ? [still(job.fixed, job.door)] : "buying" in job ? [stillBuying(job.buying, job.judged)] : run(job);
const jobs = JSON.parse(fs.readFileSync(source ?? 0, "utf8")) as Work[] | Work;
try {
  process.stdout.write(JSON.stringify((Array.isArray(jobs) ? jobs : [jobs]).map(work)) + "\n");
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
