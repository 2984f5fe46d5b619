import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { messageScenes } from "@/lib/testing/notifications/message-scenes";
import { allProviders } from "@/lib/testing/providers/all";
import { galleryPages } from "./gallery/pages";
import { setGalleryEnvironment } from "./gallery/payloads";

/**
 * Writes pages that show every message the way its vendor renders it, from the adapters' payloads. Use it after a change of
 * wording or layout: `npx tsx scripts/message-gallery.ts FOLDER`.
 */
async function main(folder: string): Promise<void> {
  setGalleryEnvironment();
  mkdirSync(folder, { recursive: true });
  for (const [name, html] of galleryPages(messageScenes(), await allProviders())) {
    const file = path.resolve(folder, `${name}.html`);
    writeFileSync(file, html);
    process.stdout.write(`${pathToFileURL(file).href}\n`);
  }
}

await main(process.argv[2] ?? "message-gallery");
