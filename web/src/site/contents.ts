/** Marks in the contents of a page the section that is being read. */
export function markContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".bd-toc-nav a")];
  const sections = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const seen = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
      const now = sections.findLastIndex((section) => section && seen.has(section));
      links.forEach((link, i) => {
        for (const node of [link, link.parentElement]) node?.classList.toggle("active", i === now);
      });
    },
    { rootMargin: "0px 0px -60%" },
  );
  for (const section of sections) if (section) observer.observe(section);
}
