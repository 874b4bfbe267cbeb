/** A link that carries a figure's settings: base64url of zlib, whose checksum shows a cut or forged link. */
import { deflate, Inflate } from "pako";

export interface Shared {
  v: 1;
  figure: string;
  params: Record<string, unknown>;
  seed: unknown;
  edition: string;
  code?: string;
}

const LARGEST = 200_000;

export function pack(shared: Shared): string {
  const bytes = deflate(new TextEncoder().encode(JSON.stringify(shared)), { level: 9 });
  const text = Array.from(bytes, (b) => String.fromCharCode(b)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unzip(bytes: Uint8Array): Uint8Array | null {
  const inflator = new Inflate();
  let size = 0;
  const keep = inflator.onData.bind(inflator);
  inflator.onData = (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > LARGEST) throw new RangeError("too large");
    keep(chunk);
  };
  inflator.push(bytes, true);
  const { ended, err, strm } = inflator as unknown as {
    ended: boolean;
    err: number;
    strm: { avail_in: number };
  };
  if (err || !ended || strm.avail_in > 0) return null;
  return inflator.result instanceof Uint8Array ? inflator.result : null;
}

/** The settings in a payload, or null when a single character is missing or wrong. */
export function unpack(payload: string): Shared | null {
  try {
    if (!/^[\w-]+$/.test(payload)) return null;
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = unzip(Uint8Array.from(text, (c) => c.charCodeAt(0)));
    if (!bytes) return null;
    const shared = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Partial<Shared> | null;
    if (typeof shared !== "object" || shared?.v !== 1 || typeof shared.figure !== "string") return null;
    if (typeof shared.params !== "object" || shared.params === null || Array.isArray(shared.params)) return null;
    if (shared.code !== undefined && typeof shared.code !== "string") return null;
    return shared as Shared;
  } catch {
    return null;
  }
}

/** `#fig-ID~PAYLOAD` as its two parts. */
export function readHash(hash: string): { figure: string; payload: string } | null {
  const match = /^#fig-([a-z][a-z0-9-]*)~(.*)$/s.exec(hash);
  return match ? { figure: match[1] as string, payload: match[2] as string } : null;
}
