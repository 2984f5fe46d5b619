import { readdirSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";

const components = readdirSync("components", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.tsx$/.test(file))
  .map((file) => `components/${file}`);

test("no component sends the schema parser to the browser", async () => {
  const { metafile } = await build({
    entryPoints: components,
    bundle: true,
    metafile: true,
    write: false,
    packages: "external",
    alias: { "@": process.cwd() },
    jsx: "automatic",
    format: "esm",
    outdir: "unwritten",
    logLevel: "silent",
  });
  const outputs = Object.entries(metafile.outputs);
  expect(outputs.length).toBeGreaterThan(100);
  const parsers = outputs.filter(([, { imports }]) => imports.some(({ path }) => path === "zod"));
  expect(parsers.map(([file]) => file)).toEqual([]);
});
