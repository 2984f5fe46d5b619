import { REGION_CODES, Region } from "@/lib/contract/core/regions";
import { env } from "@/lib/shared/env";

/** Throws when `RUNNER_REGION` names no region: the environment alone doesn't know the codes. */
export function requireKnownRegion(): void {
  const { RUNNER_REGION } = env();
  if (RUNNER_REGION === undefined || Region.safeParse(RUNNER_REGION).success) return;
  throw new Error(
    `Wrong environment variables:\n  RUNNER_REGION: must be one of ${REGION_CODES.join(", ")}; got ${RUNNER_REGION}`,
  );
}
