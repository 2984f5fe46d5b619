import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

/** Where the hashed scripts, styles, and fonts of a build are served. */
export const STATIC_PATH = "/_next/static";

/**
 * Serves the files under `folder` at STATIC_PATH. Sends the compressed copy that the build wrote, and lets browsers keep
 * every file for a year, because its name changes with its content. Answers 404 for other paths.
 */
export function staticFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  if (!existsSync(folder)) throw new Error(`The build has no folder ${folder}. Run npm run build.`);
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true, immutable: true, maxAge: 31_536_000 });
  return (request, response) => {
    request.url = request.url?.slice(STATIC_PATH.length);
    serve(request, response);
  };
}
