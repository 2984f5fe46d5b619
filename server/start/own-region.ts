import { REGION_CODES, Region } from "@/lib/contract/core/regions";
import { env } from "@/lib/shared/env";

/** Throws when `RUNNER_REGION` isn't a known region code, which the environment's own schema can't check. */
export function requireKnownRegion(): void {
  const { RUNNER_REGION } = env();
  if (RUNNER_REGION === undefined || Region.safeParse(RUNNER_REGION).success) return;
  throw new Error(
    `Wrong environment variables:\n  RUNNER_REGION: must be one of ${REGION_CODES.join(", ")}; got ${RUNNER_REGION}`,
  );
}
