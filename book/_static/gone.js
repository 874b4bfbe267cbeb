// Lead on from a page that is gone, to where the address's anchor is now, with all that the address carries.
const [anchor, ...carried] = location.hash.slice(1).replace(/%7e/gi, "~").split("~");
const place = document.getElementById(anchor)?.dataset.movedTo ?? document.querySelector("main a").getAttribute("href");
location.replace(new URL([place, ...carried].join("~"), location.href));
