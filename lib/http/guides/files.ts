import { readdirSync } from "node:fs";
import path from "node:path";
import { programFile } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";

const FOLDER = "docs";
/** Files elsewhere that guides link to. Operators keep secrets in `deploy`, so nothing else there is served. */
const OTHERS = [
  "SECURITY.md",
  "CHANGELOG.md",
  "bench/README.md",
  "deploy/Caddyfile",
  "deploy/grafana.json",
  "deploy/kubernetes/server.yaml",
  "deploy/prometheus/alerts.yaml",
  "packages/client/README.md",
  "packages/client/example.mjs",
];

/** Returns the files that are served, by their address. */
export function guideFiles(): ReadonlyMap<string, string> {
  return once("guides.files", () => {
    const own = readdirSync(programFile(FOLDER), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(md|png|svg)$/.test(name))
      .map((name) => path.posix.join(FOLDER, name.replaceAll("\\", "/")));
    return new Map([...own, ...OTHERS].map((file) => [addressOf(file), file]));
  });
}

/** Returns the address of a file, which for a Markdown document has no ending. */
export function addressOf(file: string): string {
  const name = file.replace(/^docs\//, "");
  const address = name.endsWith(".md") ? name.slice(0, -3).toLowerCase() : name;
  return `/docs/${address}`.replace(/\/readme$/, "");
}

/** Returns the address that a guide's relative link leads to, and the link itself if no file is there. */
export function linkFrom(file: string, link: string): string {
  const [name = "", anchor] = link.split("#");
  if (name === "" || /^[a-z]+:/.test(name)) return link;
  const address = addressOf(path.posix.join(path.posix.dirname(file), name));
  return guideFiles().has(address) ? address + (anchor ? `#${anchor}` : "") : link;
}
