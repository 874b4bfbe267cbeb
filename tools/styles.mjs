// Reads style sheets, and prints those of their rules, variables and animations that a built site uses: SITE < SHEETS
import { transform } from "esbuild";
import fs from "node:fs";
import { PurgeCSS } from "purgecss";

const site = process.argv[2];
const content = [`${site}/*.html`, `${site}/book/**/*.html`, `${site}/_static/**/*.js`];
const purge = async (raw, options) => (await new PurgeCSS().purge({ content, css: [{ raw }], ...options }))[0].css;

// unused rules are removed first, since a variable may be used only by such a rule; live/style.css uses the book's own
const rules = await purge(fs.readFileSync(0, "utf8"), { keyframes: true, dynamicAttributes: ["open"] });
const css = await purge(rules, { variables: true, safelist: { standard: [/./], variables: [/^--wtg-/] } });
process.stdout.write((await transform(css, { loader: "css", minify: true })).code);
