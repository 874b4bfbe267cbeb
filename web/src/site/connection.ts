/** Only few browsers tell the kind of a connection: what is not known to cost is taken to be free. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: { type?: string; saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.type === "cellular" || /2g/.test(connection?.effectiveType ?? "");
}
