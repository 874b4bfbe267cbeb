/* What the search shows of a page: its words, apart from each other, without pictures and controls. */
const words = (html, anchor) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const silent = ".headerlink, script, style, noscript, svg, button, .lf-presets, .lf-controls, .lf-compared, .predict-answer";
  for (const node of page.querySelectorAll(silent)) node.remove();
  const ends = "td, th, tr, li, dt, dd, p, div, pre, br, label, span, figcaption, h1, h2, h3, h4";
  for (const node of page.querySelectorAll(ends)) {
    if (node.matches("span:not([class^=lf-], [class^=ex-])")) continue; // a part of a sentence
    node.after(" ");
  }
  const main = page.querySelector('[role="main"]');
  const place = (anchor && main?.querySelector(anchor)) || main;
  return (place?.textContent ?? "").replace(/\s+/g, " ").trim();
};
/* A word such as "constructor" is looked up as a word: of an object's own properties the search needs one. */
const bare = Object.assign(Object.create(null), { hasOwnProperty: Object.prototype.hasOwnProperty });
const onlyOwn = (index) => {
  for (const part of Object.values(index ?? {}))
    if (part && typeof part === "object" && !Array.isArray(part)) Object.setPrototypeOf(part, bare);
};

/* The search itself begins when the page is there, after this. */
document.addEventListener("DOMContentLoaded", () => {
  Search.htmlToText = words;
  onlyOwn(Search._index);
  const field = document.querySelector("form.bd-search input");
  field?.focus();
  field?.select();
});
