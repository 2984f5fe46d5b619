import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expressionsIn, type FoundExpression, slowness } from "./regular-expressions";

/** All but `scripts`, which read only our own sources. */
const FOLDERS = ["app", "components", "lib", "server", "cli", "packages"];
/** The expressions whose proofs take most of the time, below what proved them. Others are proven in each run of the tests. */
const FILE = "scripts/linear-expressions.txt";
const LONG_MS = 100;

/** Returns every regular expression of the product. */
export function expressionsOfProduct(): FoundExpression[] {
  return [...FOLDERS.flatMap(sourcesIn), "server.ts"].flatMap(expressionsIn);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter(
      (name) => /\.(?:tsx?|m?js)$/.test(name) && !/\.test\.tsx?$|node_modules|^lib\/testing\//.test(name),
    );
}

export function literalOf({ source, flags }: FoundExpression): string {
  return `/${source}/${flags}`;
}

/** Returns the expressions that this very checker has proven to be linear; none if the file is of another one. */
export function provenExpressions(): string[] {
  const [checker, ...proven] = existsSync(FILE) ? readFileSync(FILE, "utf8").trimEnd().split("\n") : [];
  return checker === checkerOf() ? proven : [];
}

/** Changes with the rules of the proof and with the version of the package that finds it. */
function checkerOf(): string {
  const { version } = createRequire(import.meta.url)("recheck/package.json");
  const rules = readFileSync(new URL("./regular-expressions.ts", import.meta.url));
  return `recheck ${version}, rules ${createHash("sha256").update(rules).digest("hex")}`;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns whether the expression is linear, and whether that took long. */
function isLongProof({ source, flags }: FoundExpression): boolean {
  const beforeMs = cpuMs();
  return source !== null && slowness(source, flags) === null && cpuMs() - beforeMs > LONG_MS;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = new Map(expressionsOfProduct().map((each) => [literalOf(each), each]));
  const long = [...found].filter(([, each]) => isLongProof(each)).map(([literal]) => literal);
  writeFileSync(FILE, `${[checkerOf(), ...long.sort()].join("\n")}\n`);
}
