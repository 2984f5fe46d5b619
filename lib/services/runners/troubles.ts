import type { Readiness } from "@/lib/contract/reference/meta";
import type { Runner } from "@/lib/contract/runners/runners";
import { readiness } from "@/lib/engine/health/readiness";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { listRunners, requireWholeOrganization } from "./settings";

/** Shorter than the 15 s after which an open dashboard reads them again itself. */
const KEPT_MS = 10_000;
const MAX_RUNNERS = 100;

interface Sources {
  readiness: Readiness;
  runners: readonly Runner[];
}

/** Returns the server's readiness and its runners, at most 10 s old. Reads them once for all dashboards that load, which see the same. */
export async function recentTroubleSources(caller: Caller): Promise<Sources> {
  requirePermission(caller, "platform:read");
  requireWholeOrganization(caller);
  const kept = once("runners.trouble-sources", () => ({
    untilMs: 0,
    sources: null as Promise<Sources> | null,
  }));
  if (kept.sources && monotonicMs() < kept.untilMs) return kept.sources;
  kept.untilMs = Number.POSITIVE_INFINITY;
  kept.sources = readSources(caller).finally(() => {
    kept.untilMs = monotonicMs() + KEPT_MS;
  });
  return kept.sources;
}

async function readSources(caller: Caller): Promise<Sources> {
  const page = { limit: MAX_RUNNERS, offset: 0 };
  const [state, { items }] = await Promise.all([readiness(), listRunners(caller, page)]);
  return { readiness: state, runners: items };
}
