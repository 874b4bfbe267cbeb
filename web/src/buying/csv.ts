/** Tables as CSV, with commas, semicolons or tabs. */

/** The separator of a text: the one that its first line has most of. */
export function separatorOf(text: string): string {
  const [first = ""] = text.trimStart().split("\n");
  const many = (sign: string): number => first.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (many(sign) > many(best) ? sign : best));
}

/** The cells of a text, row by row; lines without a cell are left out. */
export function cellsOf(text: string): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const end = (): void => {
    row.push(cell.trim());
    if (row.some(Boolean)) rows.push(row);
    row = [];
    cell = "";
  };
  const signs = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  for (let i = 0; i < signs.length; i++) {
    const sign = signs[i] as string;
    if (isQuoted && sign === '"' && signs[i + 1] === '"') {
      cell += sign;
      i += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      row.push(cell.trim());
      cell = "";
    } else if (sign === "\n" && !isQuoted) end();
    else cell += sign;
  }
  end();
  return rows;
}

/** The text of rows. */
export function textOf(rows: string[][], separator: string): string {
  const quoted = (cell: string): string =>
    cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((row) => row.map(quoted).join(separator)).join("\n") + "\n";
}
