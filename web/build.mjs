// Builds the front end: _build/live (page), _build/web/node.mjs (pictures under Node), figures/_widget.js (notebooks).
import { build } from "esbuild";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const src = (name) => path.join(root, "web/src", name);
const live = path.join(root, "_build/live");
const common = {
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: root,
};

/** The interpreter's loader is part of each worker; its own script is a part of a guest, who can fetch nothing. */
const inside = {
  name: "inside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/pyodide\/pyodide(\.asm)?\.mjs$/ }, ({ path: asked }) => ({
      path: path.join(root, "node_modules/pyodide", path.basename(asked)),
    })),
};
/** What the loader would need outside a browser. */
const elsewhere = ["node:*", "ws"];

fs.rmSync(path.join(live, "chunks"), { recursive: true, force: true });
await Promise.all([
  build({
    ...common,
    entryPoints: {
      page: src("page.ts"),
      style: src("styles/style.css"),
      lab: src("styles/lab.css"),
      buying: src("styles/buying.css"),
      measured: src("styles/measured.css"),
      story: src("styles/story.css"),
      hunt: src("styles/hunt.css"),
    },
    outdir: live,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
  }),
  build({
    ...common,
    entryPoints: [src("worker.ts")],
    outfile: path.join(live, "worker.js"),
    plugins: [inside],
    external: [...elsewhere, "./pyodide/*.js"],
    define: { GLUE: '"./pyodide/pyodide.asm.js"' },
  }),
  build({
    ...common,
    entryPoints: [src("notebook/kernel.ts")],
    outfile: path.join(root, "_build/web/kernel.js"),
    plugins: [inside],
    external: [...elsewhere, "../../live/*"],
    define: { GLUE: '"../../live/pyodide/pyodide.asm.js"' },
  }),
  build({
    ...common,
    entryPoints: [src("guest.ts")],
    outfile: path.join(live, "guest.js"),
    format: "iife",
    plugins: [inside],
    external: elsewhere,
    define: { "import.meta.url": '"http://book/"' },
  }),
  ...[
    ["site", live, "sw.js", "./"],
    ["notebook", path.join(root, "_build/web"), "notebook-sw.js", "../"],
  ].map(([room, folder, name, home]) =>
    build({
      ...common,
      entryPoints: [src(`${room}/service-worker.ts`)],
      outfile: path.join(folder, name),
      format: "iife",
      define: { ROOT: JSON.stringify(home), EDITION: "self.EDITION" },
    }),
  ),
  ...[
    ["usher", live],
    ["first", live],
    ["notebook/early", path.join(root, "_build/web")],
  ].map(([name, folder]) =>
    build({
      ...common,
      entryPoints: [src(`${name}.ts`)],
      outfile: path.join(folder, `${path.basename(name)}.js`),
      format: "iife",
    }),
  ),
  build({
    ...common,
    entryPoints: [src("node.ts")],
    outfile: path.join(root, "_build/web/node.mjs"),
    platform: "node",
    minify: false,
    external: ["canvas"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  }),
  ...(fs.existsSync(path.join(root, "figures"))
    ? [
        build({
          ...common,
          entryPoints: [src("widget.ts")],
          outfile: path.join(root, "figures/_widget.js"),
          loader: { ".css": "text" },
        }),
      ]
    : []),
]);
