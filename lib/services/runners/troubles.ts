import { setTimeout as wait } from "node:timers/promises";
import type { Readiness } from "@/lib/contract/reference/meta";
import type { Runner } from "@/lib/contract/runners/runners";
import { readiness } from "@/lib/engine/health/readiness";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { listRunners, requireWholeOrganization } from "./settings";

/** Shorter than the 15 s after which an open dashboard reads them again itself. */
const KEPT_MS = 10_000;
/** A page without the bar is better than one that waits. The browser reads the same data after loading. */
const WAIT_MS = 1000;
const MAX_RUNNERS = 100;

interface Sources {
  readiness: Readiness;
  runners: readonly Runner[];
}

/**
 * Returns the server's readiness and its runners, at most 10 s old. Reads them once for all dashboards that load, which see the same.
 * Throws after a second if the database hangs, and immediately for the next 10 s.
 */
export async function recentTroubleSources(caller: Caller): Promise<Sources> {
  requirePermission(caller, "platform:read");
  requireWholeOrganization(caller);
  const kept = once("runners.trouble-sources", () => ({
    untilMs: 0,
    sources: null as Promise<Sources> | null,
  }));
  if (kept.sources && monotonicMs() < kept.untilMs) return kept.sources;
  kept.untilMs = Number.POSITIVE_INFINITY;
  kept.sources = withinTime(readSources(caller)).finally(() => {
    kept.untilMs = monotonicMs() + KEPT_MS;
  });
  return kept.sources;
}

async function readSources(caller: Caller): Promise<Sources> {
  const page = { limit: MAX_RUNNERS, offset: 0 };
  const [state, { items }] = await Promise.all([readiness(), listRunners(caller, page)]);
  return { readiness: state, runners: items };
}

async function withinTime(sources: Promise<Sources>): Promise<Sources> {
  const limit = new AbortController();
  const late = wait(WAIT_MS, undefined, limit).then(() => {
    throw new Error(`The list of runners took longer than ${WAIT_MS} ms`);
  });
  try {
    return await Promise.race([sources, late]);
  } finally {
    limit.abort();
  }
}
