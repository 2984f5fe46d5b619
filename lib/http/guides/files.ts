import { readdirSync } from "node:fs";
import path from "node:path";
import { programFile } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";

/** The guides, and the files of the program that they link to. */
const FOLDERS = ["docs", "deploy"];
const FILES = [
  "SECURITY.md",
  "CHANGELOG.md",
  "bench/README.md",
  "packages/client/README.md",
  "packages/client/example.mjs",
];

/** Returns the files that are served, by their address. */
export function guideFiles(): ReadonlyMap<string, string> {
  return once("guides.files", () => {
    const inFolders = FOLDERS.flatMap((folder) =>
      readdirSync(programFile(folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(programFile("."), path.join(entry.parentPath, entry.name))),
    );
    return new Map([...inFolders, ...FILES].map((file) => [addressOf(file), file]));
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
