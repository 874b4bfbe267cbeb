/** After Plot has drawn: the same ids each time, and one path for many cells of one colour. */

const SVG = "http://www.w3.org/2000/svg";
const MANY = 150;

/** Plot counts its clip paths across the whole page; here they are named after the figure and the panel. */
export function fixIds(svg: Element, prefix: string): void {
  const names = new Map<string, string>();
  for (const node of svg.querySelectorAll("[id]")) {
    const name = `${prefix}-${names.size + 1}`;
    names.set(node.id, name);
    node.setAttribute("id", name);
  }
  if (names.size === 0) return;
  for (const node of svg.querySelectorAll("[clip-path],[fill^='url'],[stroke^='url'],[mask]")) {
    for (const attribute of ["clip-path", "fill", "stroke", "mask"]) {
      const value = node.getAttribute(attribute);
      if (!value?.startsWith("url(#")) continue;
      const name = names.get(value.slice(5, -1));
      if (name) node.setAttribute(attribute, `url(#${name})`);
    }
  }
}

const round = (x: number): number => Math.round(x * 100) / 100;
const read = (node: Element, name: string): number => Number(node.getAttribute(name) ?? 0);

interface Cell {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Cells of one colour that touch in a row become one; a heat map shrinks to a tenth. */
function outline(cells: Cell[]): string {
  cells.sort((a, b) => a.y - b.y || a.h - b.h || a.x - b.x);
  const merged: Cell[] = [];
  for (const cell of cells) {
    const last = merged.at(-1);
    const joins = last && last.y === cell.y && last.h === cell.h && Math.abs(last.x + last.w - cell.x) < 0.02;
    if (joins) last.w = round(cell.x + cell.w - last.x);
    else merged.push({ ...cell });
  }
  return merged.map((c) => `M${c.x},${c.y}h${c.w}v${c.h}h${-c.w}z`).join("");
}

export function mergeCells(document: Document, svg: Element): void {
  for (const group of svg.querySelectorAll("g")) {
    const cells = [...group.children];
    if (cells.length < MANY || !cells.every((c) => c.tagName.toLowerCase() === "rect" && !c.firstChild)) continue;
    const kinds = new Map<string, { cells: Cell[]; like: Element }>();
    for (const node of cells) {
      const key = ["fill", "fill-opacity", "stroke", "opacity", "rx"].map((a) => node.getAttribute(a) ?? "").join("|");
      const kind = kinds.get(key) ?? { cells: [], like: node };
      kinds.set(key, kind);
      const [x, y] = [round(read(node, "x")), round(read(node, "y"))];
      const w = round(read(node, "x") + read(node, "width") - x);
      kind.cells.push({ x, y, w, h: round(read(node, "y") + read(node, "height") - y) });
      node.remove();
    }
    for (const { cells: same, like } of kinds.values()) {
      const path = document.createElementNS(SVG, "path");
      for (const a of ["fill", "fill-opacity", "stroke", "opacity"]) {
        const value = like.getAttribute(a);
        if (value !== null) path.setAttribute(a, value);
      }
      path.setAttribute("shape-rendering", "crispEdges");
      path.setAttribute("d", outline(same));
      group.append(path);
    }
  }
}
