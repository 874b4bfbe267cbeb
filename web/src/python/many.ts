/** What takes Python long with millions of numbers, as `models.measured.kit.many` says it. */

export const ordered = (values: Float64Array): Float64Array => values.slice().sort();

/** How many lie in which cell: column, size and number in turn, in order. A size is the 14 highest bits of a float. */
export function cells(
  times: Float64Array,
  values: Float64Array,
  first: number,
  width: number,
  count: number,
): Int32Array {
  const words = new Uint16Array(values.buffer, values.byteOffset, values.length * 4);
  const SIZES = 1 << 14;
  const counts = new Int32Array(count * SIZES);
  for (let k = 0; k < values.length; k++) {
    const column = Math.min(count - 1, Math.trunc(((times[k] as number) - first) / width));
    const cell = column * SIZES + ((words[4 * k + 3] as number) >> 2);
    counts[cell] = (counts[cell] as number) + 1;
  }
  const found: number[] = [];
  counts.forEach((many, cell) => {
    if (many) found.push(Math.trunc(cell / SIZES), cell % SIZES, many);
  });
  return Int32Array.from(found);
}
