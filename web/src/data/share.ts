/** A link that carries a figure's settings: base64url of zlib, whose checksum shows a cut or forged link. */
export interface Shared {
  v: 1;
  figure: string;
  params: Record<string, unknown>;
  seed: unknown;
  edition: string;
  code?: string;
  /** The picture that is open, where there are several. */
  tab?: string;
}

const LARGEST = 200_000;

/** The output of a transformation of bytes; refuses more than `most`. */
async function through(
  change: CompressionStream | DecompressionStream,
  bytes: BufferSource,
  most = Infinity,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(change).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) throw new RangeError("too large");
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export async function pack(shared: object): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(shared));
  const bytes = await through(new CompressionStream("deflate"), json);
  const text = Array.from(bytes, (b) => String.fromCharCode(b)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The JSON in a payload, or null when a single character is missing or wrong. */
export async function unpackAny(payload: string): Promise<unknown> {
  try {
    if (!/^[\w-]+$/.test(payload)) return null;
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const bytes = await through(new DecompressionStream("deflate"), packed, LARGEST);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** The settings in a payload, or null when a single character is missing or wrong. */
export async function unpack(payload: string): Promise<Shared | null> {
  const shared = (await unpackAny(payload)) as Partial<Shared> | null;
  if (typeof shared !== "object" || shared?.v !== 1 || typeof shared.figure !== "string") return null;
  if (typeof shared.params !== "object" || shared.params === null || Array.isArray(shared.params)) return null;
  if ([shared.code, shared.tab].some((each) => each !== undefined && typeof each !== "string")) return null;
  return shared as Shared;
}

/** `#fig-ID~PAYLOAD` as its two parts. */
export function readHash(hash: string): { figure: string; payload: string } | null {
  const match = /^#fig-([a-z][a-z0-9-]*)~(.*)$/s.exec(hash);
  return match ? { figure: match[1] as string, payload: match[2] as string } : null;
}
