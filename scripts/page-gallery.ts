import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import { PRESETS } from "@/lib/contract/status-pages/presets/registry";
import { pageScenes } from "@/lib/testing/pages/page-scenes";

/**
 * Writes the public status page in every state, and each of its other documents, in each preset (also from right to left) and in each language. Use it after a
 * change of layout or texts: `npx tsx scripts/page-gallery.ts FOLDER`.
 */
function main(folder: string): void {
  for (const [preset, theme] of Object.entries(PRESETS)) {
    write(path.resolve(folder, preset), { theme });
    write(path.resolve(folder, `${preset}-right-to-left`), { theme, language: "ar" });
  }
  for (const language of PAGE_LANGUAGES) write(path.resolve(folder, language), { language });
}

function write(folder: string, look: Parameters<typeof pageScenes>[0]): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, html] of pageScenes(look)) {
    const file = path.join(folder, `${name}.html`);
    writeFileSync(file, html);
    process.stdout.write(`${pathToFileURL(file).href}\n`);
  }
}

main(process.argv[2] ?? "page-gallery");
