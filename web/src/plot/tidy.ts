/** After Plot has drawn: the same ids each time, and one path for many cells of one colour. */
import { cell, MANY, pathOf, type Cell } from "./cells";

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

/** Pale marks must stay visible where lines of the page hardly are. */
export function strengthen(svg: Element): void {
  for (const name of ["fill", "stroke"]) {
    for (const node of svg.querySelectorAll(`[${name}="var(--wtg-line)"]`)) {
      node.setAttribute(name, "var(--wtg-pale, var(--wtg-line))");
    }
  }
}

const read = (node: Element, name: string): number => Number(node.getAttribute(name) ?? 0);

export function mergeCells(document: Document, svg: Element): void {
  for (const group of svg.querySelectorAll("g")) {
    if ((group.getAttribute("stroke") ?? "none") !== "none") continue; // outlines would be lost
    const cells = [...group.children];
    if (cells.length < MANY || !cells.every((c) => c.tagName.toLowerCase() === "rect" && !c.firstChild)) continue;
    const kinds = new Map<string, { cells: Cell[]; like: Element }>();
    for (const node of cells) {
      const key = ["fill", "fill-opacity", "stroke", "opacity", "rx"].map((a) => node.getAttribute(a) ?? "").join("|");
      const kind = kinds.get(key) ?? { cells: [], like: node };
      kinds.set(key, kind);
      const [x, y] = [read(node, "x"), read(node, "y")];
      kind.cells.push(cell(x, y, x + read(node, "width"), y + read(node, "height")));
      node.remove();
    }
    for (const { cells: same, like } of kinds.values()) {
      const path = pathOf(document, same);
      for (const a of ["fill", "fill-opacity", "stroke", "opacity"]) {
        const value = like.getAttribute(a);
        if (value !== null) path.setAttribute(a, value);
      }
      if (like.hasAttribute("stroke")) path.setAttribute("vector-effect", "non-scaling-stroke");
      group.append(path);
    }
  }
}
