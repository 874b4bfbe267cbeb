/** Unpacks gzip files that a host may have unpacked on the way: their first two bytes tell, no header does. */

export type Bytes = Uint8Array<ArrayBuffer>;

const isGzip = (bytes: Bytes): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const joined = (a: Bytes, b: Bytes): Bytes => {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

/** Return the stream's bytes, unpacked if they are packed. */
export async function unpacked(body: ReadableStream<Bytes>): Promise<ReadableStream<Bytes>> {
  const reader = body.getReader();
  let first: Bytes = new Uint8Array(0);
  while (first.length < 2) {
    const { value, done } = await reader.read();
    if (done) break;
    first = joined(first, value);
  }
  const whole = new ReadableStream<Bytes>({
    start: (to) => to.enqueue(first),
    async pull(to) {
      const { value, done } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return isGzip(first) ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
