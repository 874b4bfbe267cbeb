/** Remembers what the host's content policy has refused here, in a page or in a worker. */

interface Violation extends Event {
  readonly effectiveDirective: string;
  readonly blockedURI: string;
}
const refused: Violation[] = [];
globalThis.addEventListener?.("securitypolicyviolation", (event) => void refused.push(event as Violation));

/** Return the sentence for what was refused last under one of these directives (all, if none is named), or null. */
export function refusedByPolicy(...directives: string[]): string | null {
  const fits = (one: Violation): boolean =>
    !directives.length || directives.some((name) => one.effectiveDirective.startsWith(name));
  const last = refused.filter(fits).at(-1);
  return last ? refusal(last) : null;
}

/** The source that the policy would have to list for the refused request. */
function source(blocked: string): string {
  if (blocked.startsWith(`${globalThis.location.origin}/`)) return "'self'";
  return (
    { blob: "blob:", data: "data:", inline: "'unsafe-inline'", "wasm-eval": "'wasm-unsafe-eval'" }[blocked] ?? blocked
  );
}
export const refusal = ({
  effectiveDirective,
  blockedURI,
}: {
  effectiveDirective: string;
  blockedURI: string;
}): string => lacks(effectiveDirective.replace(/-(elem|attr)$/, ""), source(blockedURI));

/** Name the directive that has to allow more, and what. */
export const lacks = (directive: string, what: string): string =>
  `the host's content policy stands in the way: ${directive} must allow ${what}`;
