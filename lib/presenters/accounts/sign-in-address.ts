import { localPath } from "@/lib/presenters/core/local-path";

/** The request header in which the server tells a page its own path. */
export const ASKED_PATH = "x-asked-path";

/** The sign-in page, which leads back to where the person wanted to go. */
export function signInAddress(asked: string | null): string {
  // Next marks the requests of its own navigation.
  const [path, search] = localPath(asked).split("?");
  const parameters = new URLSearchParams(search);
  parameters.delete("_rsc");
  const next = parameters.size > 0 ? `${path}?${parameters}` : path;
  return next && next !== "/" ? `/sign-in?next=${encodeURIComponent(next)}` : "/sign-in";
}
