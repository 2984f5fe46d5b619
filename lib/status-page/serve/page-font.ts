import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { once } from "@/lib/shared/once";
import type { Snapshot } from "./snapshot";

/** Returns the font that a theme can choose, so that pages load nothing from other origins. */
export function pageFont(): Snapshot {
  return once("pages.font", () => {
    const entry = createRequire(import.meta.url).resolve("geist/font");
    const identity = readFileSync(path.join(path.dirname(entry), "fonts/geist-sans/Geist-Variable.woff2"));
    const headers = { "Cache-Control": "public, max-age=2592000", "X-Content-Type-Options": "nosniff" };
    return {
      contentType: "font/woff2",
      etag: `"geist-${identity.length}"`,
      headers,
      identity,
      gzip: null,
      brotli: null,
    };
  });
}
