import { REGION_CODES, type Region, RegionIn } from "@/lib/contract/core/regions";
import { env } from "@/lib/shared/env";

/**
 * Returns the region of `RUNNER_REGION`, or null if it isn't set. Throws when it isn't a known region code, which the
 * environment's own schema can't check.
 */
export function ownRegion(): Region | null {
  const { RUNNER_REGION } = env();
  if (RUNNER_REGION === undefined) return null;
  const region = RegionIn.safeParse(RUNNER_REGION);
  if (region.success) return region.data;
  throw new Error(
    `Wrong environment variables:\n  RUNNER_REGION: must be one of ${REGION_CODES.join(", ")}; got ${RUNNER_REGION}`,
  );
}
