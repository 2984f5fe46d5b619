import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { pageScenes } from "@/lib/testing/page-scenes";

/**
 * Writes the public status page in every state, and each of its other documents. Use it after a change of layout:
 * `npx tsx scripts/page-gallery.ts FOLDER`.
 */
function main(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, html] of pageScenes()) {
    const file = path.resolve(folder, `${name}.html`);
    writeFileSync(file, html);
    process.stdout.write(`${pathToFileURL(file).href}\n`);
  }
}

main(process.argv[2] ?? "page-gallery");
