/** Numbers of rows that belong together. */

import type { Scale } from "./measures";

/** Numbers of one name: columns as they come, or what is known of them all. */
export class Group {
  count = 0;
  columns: Float64Array[];
  constructor(
    readonly scales: (Scale | undefined)[],
    readonly isSummed: boolean,
    columns: number,
  ) {
    this.columns = Array.from({ length: columns }, () => new Float64Array(isSummed ? 5 : 4));
  }

  put(row: Float64Array): void {
    const { columns, count } = this;
    if (this.isSummed) return this.#sum(row);
    if (columns[0] && count === columns[0].length)
      this.columns = columns.map((column) => {
        const grown = new Float64Array(2 * count);
        grown.set(column);
        return grown;
      });
    for (let k = 0; k < columns.length; k++) (this.columns[k] as Float64Array)[count] = row[k] as number;
    this.count++;
  }

  /** First, last, sum, what the sum lost by rounding (Neumaier 1974), and whether some number is below the one before. */
  #sum(row: Float64Array): void {
    for (let k = 0; k < this.columns.length; k++) {
      const column = this.columns[k] as Float64Array;
      const value = row[k] as number;
      const total = column[2] as number;
      const sum = total + value;
      if (!this.count) column[0] = value;
      else if (value < (column[1] as number)) column[4] = 1;
      column[1] = value;
      column[2] = sum;
      (column[3] as number) += Math.abs(total) >= Math.abs(value) ? total - sum + value : value - sum + total;
    }
    this.count++;
  }

  /** What is in the columns, which are then empty. */
  taken(): Float64Array[] {
    const { count } = this;
    this.count = 0;
    if (!this.isSummed) return this.columns.map((column) => column.subarray(0, count));
    return this.columns.map((column) => {
      const [first, last, total, lost, falls] = column as unknown as [number, number, number, number, number];
      column.fill(0);
      return Float64Array.of(first, last, total + lost, falls);
    });
  }
}
