import { ApiError } from "@/lib/contract/core/errors";
import { once } from "@/lib/shared/once";
import { WindowCounter } from "@/lib/shared/window-counter";
import { tx } from "@/lib/store/core/tx";
import { countUrls } from "./target";

const HOUR_MS = 3_600_000;
const PROJECTS_MAX = 10_000;

/** Projects whose checks were redirected to more targets than they can use. */
function exceeded(): WindowCounter {
  return once("redirects.exceeded", () => new WindowCounter(HOUR_MS, PROJECTS_MAX));
}

/** Counts where a check was redirected to, which is known afterward only. Above the limit, the project's next check is refused. */
export async function countRedirects(
  projectId: number,
  { redirects }: { readonly redirects: readonly string[] },
): Promise<void> {
  const urls = redirects.filter((url) => /^https?:/.test(URL.parse(url)?.protocol ?? ""));
  try {
    await tx((trx) => countUrls(trx, projectId, urls));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    exceeded().count(String(projectId));
  }
}

/** Throws 429 if earlier checks of the project were redirected to too many targets. */
export function requireFewRedirects(projectId: number): void {
  const { used, leftMs } = exceeded().read(String(projectId));
  if (used === 0) return;
  throw new ApiError(
    429,
    `Checks of this project were redirected to too many hosts and ports. Try again in ${Math.ceil(leftMs / 60_000)} minutes.`,
    null,
    { "Retry-After": String(Math.ceil(leftMs / 1000)) },
  );
}
