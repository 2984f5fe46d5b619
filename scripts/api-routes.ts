import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type RouteFile, routeFileOf, routeFileText } from "./api-route-file";

const CONTRACT = "lib/contract";

interface Described {
  id: string;
  method: string;
  path: string;
  scope: string;
}

function isEndpoint(value: unknown): value is Described {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "scope" in value
  );
}

/** Writes app/api/**\/route.ts for every endpoint that has none, or all anew with --all. */
async function main(all: boolean): Promise<void> {
  const files = new Map<string, RouteFile>();
  for (const name of readdirSync(CONTRACT).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test."),
  )) {
    if (name === "endpoints.ts") continue;
    const exported: Record<string, unknown> = await import(pathToFileURL(path.resolve(CONTRACT, name)).href);
    for (const [variable, value] of Object.entries(exported)) {
      if (!isEndpoint(value)) continue;
      const file = routeFileOf(value.path);
      const known: RouteFile = files.get(file) ?? { imports: new Map(), endpoints: [] };
      const from = `@/lib/contract/${name.replace(/\.ts$/, "")}`;
      known.imports.set(from, [...(known.imports.get(from) ?? []), variable]);
      known.endpoints.push(variable);
      files.set(file, known);
    }
  }
  for (const [file, content] of files) {
    if (existsSync(file) && !all) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, routeFileText(content));
    process.stdout.write(`${file}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.includes("--all"));
