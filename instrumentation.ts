import { log } from "@/lib/shared/log";

/** Logs the error of a page under the ID that the page shows. Next.js calls it; its own output is off. */
export function onRequestError(error: Error & { digest?: string }, request: { path: string }): void {
  log.error("a page could not be rendered", {
    error_id: error.digest,
    path: request.path.split("?", 1)[0],
    error,
  });
}
