/** What takes Python long with millions of numbers, as `models.measured.kit.many` says it. */

export const ordered = (values: Float64Array): Float64Array => values.slice().sort();

/** By how much values are above the first, divided by `per`. */
export const since = (values: Float64Array, first: number, per: number): Float64Array =>
  values.map((value) => (value - first) / per);

/** The least, the most and the sum of the values, and whether none is below the one before it. The sum keeps what
 * rounding would lose (Neumaier 1974). */
export function facts(values: Float64Array): [least: number, most: number, total: number, rises: boolean] {
  let [least, most, total, lost, before] = [Infinity, -Infinity, 0, 0, -Infinity];
  let rises = true;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
    if (value < before) rises = false;
    before = value;
    const sum = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - sum + value : value - sum + total;
    total = sum;
  }
  return [least, most, total + lost, rises];
}

/** How many values are numbers, and of these the sum, each times its weight, and the weights' sum (Neumaier 1974). */
export function weighted(values: Float64Array, weights?: Float64Array): [count: number, total: number, whole: number] {
  let [count, total, lost, whole] = [0, 0, 0, 0];
  for (let k = 0; k < values.length; k++) {
    const weight = weights ? (weights[k] as number) : 1;
    const value = (values[k] as number) * weight;
    if (value !== value) continue;
    const sum = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - sum + value : value - sum + total;
    total = sum;
    whole += weight;
    count++;
  }
  return [count, total + lost, whole];
}

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
    const time = times[k] as number;
    let column = Math.trunc((time - first) / width);
    if (time >= first + (column + 1) * width) column++;
    else if (time < first + column * width) column--; // a quotient is rounded, an edge decides
    column = Math.min(count - 1, column);
    const cell = column * SIZES + ((words[4 * k + 3] as number) >> 2);
    counts[cell] = (counts[cell] as number) + 1;
  }
  const found: number[] = [];
  counts.forEach((many, cell) => {
    if (many) found.push(Math.trunc(cell / SIZES), cell % SIZES, many);
  });
  return Int32Array.from(found);
}

/** How many requests a cache of 2, 4, 8, ... objects serves that drops the least recently used one. `keys`: a number for
 * each request's object. A tree over the requests (Fenwick 1994) counts the objects that were asked for since. */
export function hits(keys: Int32Array): Int32Array {
  const tree = new Int32Array(keys.length + 1);
  const add = (at: number, by: number): void => {
    for (; at < tree.length; at += at & -at) tree[at] = (tree[at] as number) + by;
  };
  const upTo = (at: number): number => {
    let sum = 0;
    for (; at > 0; at -= at & -at) sum += tree[at] as number;
    return sum;
  };
  const last = new Int32Array(keys.reduce((most, key) => Math.max(most, key), 0) + 1);
  const found = new Int32Array(32);
  let distinct = 0;
  keys.forEach((key, k) => {
    const before = last[key] as number;
    if (before) {
      const since = distinct - upTo(before);
      const level = Math.max(0, 31 - Math.clz32(since));
      found[level] = (found[level] as number) + 1;
      add(before, -1);
    } else distinct++;
    add(k + 1, 1);
    last[key] = k + 1;
  });
  for (let level = 1; level < 32; level++) found[level] = (found[level] as number) + (found[level - 1] as number);
  return found.slice(0, Math.max(1, 32 - Math.clz32(Math.max(0, distinct - 1))));
}
