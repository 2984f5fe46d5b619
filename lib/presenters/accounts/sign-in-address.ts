import { localPath } from "@/lib/presenters/core/local-path";

/** The request header in which the server passes a page its own path. */
export const ASKED_PATH = "x-asked-path";

/** Returns the URL of the sign-in page, which redirects back to the requested page. */
export function signInAddress(asked: string | null): string {
  // Next.js adds `_rsc` to the requests of its own navigation.
  const [path, ...search] = localPath(asked).split("?");
  const parameters = new URLSearchParams(search.join("?"));
  parameters.delete("_rsc");
  const next = parameters.size > 0 ? `${path}?${parameters}` : path;
  return next && next !== "/" ? `/sign-in?next=${encodeURIComponent(next)}` : "/sign-in";
}
