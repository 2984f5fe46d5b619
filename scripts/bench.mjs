import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import { root } from "./support/step.mjs";

// Measures the code as the product bundles it: a loader that names every closure would be measured too.
const outfile = path.join(root, ".cache/bench/run.mjs");
mkdirSync(path.dirname(outfile), { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ["bench/run.ts"],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  define: { "process.env.NODE_ENV": '"production"' },
  sourcemap: "linked",
  logLevel: "warning",
});
await stop();
await import(pathToFileURL(outfile).href);
