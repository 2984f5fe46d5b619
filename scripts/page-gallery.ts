import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PRESETS } from "@/lib/contract/status-pages/presets/registry";
import { pageScenes } from "@/lib/testing/page-scenes";

/**
 * Writes the public status page in every state, and each of its other documents, in each preset. Use it after a change of layout:
 * `npx tsx scripts/page-gallery.ts FOLDER`.
 */
function main(folder: string): void {
  for (const [preset, theme] of Object.entries(PRESETS)) {
    mkdirSync(path.resolve(folder, preset), { recursive: true });
    for (const [name, html] of pageScenes(theme)) {
      const file = path.resolve(folder, preset, `${name}.html`);
      writeFileSync(file, html);
      process.stdout.write(`${pathToFileURL(file).href}\n`);
    }
  }
}

main(process.argv[2] ?? "page-gallery");
