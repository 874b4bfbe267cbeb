/** Leads on from an anchor whose section, figure or exercise stands on another page now, with what the link carries. */
export function leadOn(hash: string): boolean {
  const [anchor = "", ...carried] = hash.slice(1).replace(/%7e/i, "~").split("~");
  const place = document.getElementById(anchor)?.dataset.movedTo;
  if (place) location.replace(new URL([place, ...carried].join("~"), location.href));
  return !!place;
}
