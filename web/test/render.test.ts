import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { render } from "../src/plot/render";
import type { Axis, ColourAxis } from "../src/data/types";
import { fakeFigure, fakeRows, framed, framedRows, normalise, panelOf } from "./fakes";

const page = (): Document => parseHTML("<!doctype html><html><body></body></html>").document;

describe("render", () => {
  it("draws one SVG a panel, the same each time", () => {
    const draw = (): string[] =>
      render(fakeFigure(), fakeRows, { document: page(), still: true }).map((svg) => svg.outerHTML);
    expect(draw()).toHaveLength(2);
    expect(draw()).toEqual(draw());
  });

  it("draws what it drew before", () => {
    const svgs = render(fakeFigure(), fakeRows, { document: page(), still: true });
    expect(svgs.map((svg) => normalise(svg.outerHTML)).join("\n")).toMatchSnapshot();
  });

  it("shows SI values in the axis' unit, domains and constants too", () => {
    const [svg] = render(fakeFigure(), fakeRows, { document: page(), still: true });
    const ticks = [...(svg as Element).querySelectorAll('[aria-label="y-axis tick label"] text')];
    expect(ticks.map((t) => t.textContent)).toEqual(["0", "5", "10"]);
    expect((svg as Element).textContent).toContain("height (ms)");
    const rule = (svg as Element).querySelector('[aria-label="rule"] line');
    const half = ticks.findIndex((t) => t.textContent === "5");
    expect(rule?.getAttribute("y1")).toBe(/,([\d.]+)\)/.exec(ticks[half]?.getAttribute("transform") ?? "")?.[1]);
  });

  it("names enough ticks of a logarithmic axis", () => {
    const figure = fakeFigure();
    figure.panels = [panelOf({ axes: { y: { type: "log" } }, marks: [{ mark: "dot", options: { x: "t", y: "h" } }] })];
    const rows = [4, 80, 1500].map((h, t) => ({ t, h }));
    const [svg] = render(figure, rows, { document: page(), still: true });
    const ticks = [...(svg as Element).querySelectorAll('[aria-label="y-axis tick label"] text')];
    expect(ticks.map((t) => t.textContent)).toEqual(["10", "20", "100", "200", "1,000"]);
  });

  it("leaves a logarithmic axis without rows to Plot", () => {
    const figure = fakeFigure();
    figure.panels = [panelOf({ axes: { y: { type: "log" } }, marks: [{ mark: "dot", options: { x: "t", y: "h" } }] })];
    for (const rows of [[], [{ t: 1, h: 0 }]]) expect(render(figure, rows, { document: page() })).toHaveLength(1);
  });

  it("keeps only the rows that match where", () => {
    const [svg] = render(fakeFigure(), fakeRows, { document: page(), still: true });
    expect((svg as Element).querySelectorAll('[aria-label="dot"] circle')).toHaveLength(3);
  });

  it("paints with the theme's variables and draws its legend without a canvas", () => {
    const [svg] = render(fakeFigure(), fakeRows, { document: page(), still: true });
    const html = (svg as Element).outerHTML;
    expect(html).toContain("var(--wtg-1)");
    expect(html).not.toMatch(/fill="#|stroke="#|<canvas|<image/);
    expect([...(svg as Element).querySelectorAll(".wtg-legend text")].map((t) => t.textContent)).toEqual(["a", "b"]);
  });

  it("shows stills side by side, and one frame at a time in the page", () => {
    const count = (options: object): number =>
      (render(framed(), framedRows, { document: page(), ...options })[0] as Element).querySelectorAll("circle").length;
    // one moving dot and one that is always there, in each of two stills
    expect(count({ still: true })).toBe(4);
    expect(count({ frame: 1 })).toBe(2);
  });

  it("keeps the axes still while frames move", () => {
    const axis = (frame: number): string =>
      [...(render(framed(), framedRows, { document: page(), frame })[0] as Element).querySelectorAll("text")]
        .map((t) => t.textContent)
        .join();
    expect(axis(0)).toBe(axis(2));
  });

  it("names clip paths after the figure and its panel", () => {
    const [, second] = render(fakeFigure(), fakeRows, { document: page(), still: true });
    const clip = (second as Element).querySelector("clipPath");
    expect(clip?.id).toBe("fake-p2-1");
    expect((second as Element).outerHTML).toContain("url(#fake-p2-1)");
  });

  it("makes one path of many cells of one colour", () => {
    const rows = Array.from({ length: 400 }, (_, i) => ({ x: i % 20, y: Math.floor(i / 20), n: i % 2 }));
    const figure = fakeFigure();
    const cells = rows.map((r) => ({ ...r, x2: r.x + 1, y2: r.y + 1 }));
    figure.panels = [
      panelOf({ marks: [{ mark: "rect", options: { x1: "x", x2: "x2", y1: "y", y2: "y2", fill: "n" } }] }),
    ];
    const [svg] = render(figure, cells, { document: page(), still: true });
    const group = (svg as Element).querySelector('[aria-label="rect"]');
    expect(group?.querySelectorAll("rect")).toHaveLength(0);
    expect(group?.querySelectorAll("path")).toHaveLength(2);
  });

  it("refuses a mark it does not know with one line", () => {
    const figure = fakeFigure();
    figure.panels = [panelOf({ marks: [{ mark: "nonsense" }] })];
    expect(() => render(figure, fakeRows, { document: page() })).toThrow("unknown mark: nonsense");
  });
});

describe("labels of an axis", () => {
  const drawn = (values: number[], width: number): string[] => {
    const figure = fakeFigure();
    const x: Axis = { label: "size", type: "log", base: 2, ticks: values, tickFormat: ",", domain: [4, 4096] };
    figure.panels = [panelOf({ height: 200, axes: { x }, marks: [{ mark: "dot", options: { x: "x", y: "y" } }] })];
    const rows = values.map((v) => ({ x: v, y: 1 }));
    const [svg] = render(figure, rows, { document: page(), width });
    return [...(svg as Element).querySelectorAll('[aria-label="x-axis tick label"] text')].map(
      (t) => t.textContent ?? "",
    );
  };
  const powers = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
  it("stand as the figure wants them where there is room", () => {
    expect(drawn(powers, 900)).toHaveLength(powers.length);
  });
  it("are every second one where they would run into each other", () => {
    expect(drawn(powers, 340)).toEqual(["4", "16", "64", "256", "1,024", "4,096"]);
  });
});

describe("a heat map", () => {
  it("has a legend of what its colours count, unless the figure wants none", () => {
    const of = (legend?: boolean): string => {
      const figure = fakeFigure();
      const options = { x1: "a", x2: "b", y1: "c", y2: "d", fill: "n" };
      const color: ColourAxis = { type: "rank", ...(legend !== undefined && { legend }) };
      const probe = { x1: "a", x2: "b", low: "c", high: "d", count: "n", where: null, noun: ["write", "writes"] };
      figure.panels = [
        panelOf({ height: 200, axes: { x: {}, y: {}, color }, marks: [{ mark: "rect", options }], probe }),
      ];
      const rows = [1, 2, 9].map((n, i) => ({ a: i, b: i + 1, c: 0, d: 1, n }));
      return render(figure, rows, { document: page() })[0]?.querySelector(".wtg-legend")?.textContent ?? "";
    };
    expect(of()).toMatch(/^writes1.*9/);
    expect(of(false)).toBe("");
  });
  it("has no number in its legend twice", () => {
    const figure = fakeFigure();
    const options = { x1: "a", x2: "b", y1: "c", y2: "d", fill: "n" };
    figure.panels = [
      panelOf({ height: 200, axes: { x: {}, y: {}, color: { type: "rank" } }, marks: [{ mark: "rect", options }] }),
    ];
    const rows = [580, 766, 768, 770, 772, 774, 776, 778, 783].map((n, i) => ({ a: i, b: i + 1, c: 0, d: 1, n }));
    const legend = render(figure, rows, { document: page() })[0]?.querySelectorAll(".wtg-legend text") ?? [];
    const words = [...legend].map((t) => t.textContent);
    expect(words).toContain("770");
    expect(new Set(words).size).toBe(words.length);
  });
});
