import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { selectPublicPageOf } from "@/lib/store/status-pages/pages";

const PAGE = /^\/api\/status-page\/(heartbeat\/)?([a-z0-9-]{1,63})\/?$/;
const BADGE = /^\/api\/badge\/([1-9]\d{0,14})\/(status|uptime|ping|avg-response|response)(?:\/\w{1,10})?\/?$/;
const METRICS: Readonly<Record<string, string>> = { status: "status", uptime: "uptime" };

const KEPT_MS = 60_000;
const KEPT_MAX = 10_000;

/**
 * Returns where a page has what a path of Uptime Kuma asks for; null for every other path. The page decides who may read it. A badge
 * shows a monitor of a page that everyone can read.
 */
export async function kumaTarget(path: string, search: string): Promise<string | null> {
  const [, beats, slug] = PAGE.exec(path) ?? [];
  if (slug !== undefined)
    return `/status/${slug}/api/kuma/${beats ? "heartbeat" : "status-page"}.json${search}`;
  const [, id, metric = ""] = BADGE.exec(path) ?? [];
  if (id === undefined) return null;
  const query = new URLSearchParams({ component: id, metric: METRICS[metric] ?? "response-time" });
  const label = new URLSearchParams(search).get("label");
  if (label !== null) query.set("label", label);
  return `/status/${(await pageOf(Number(id))) ?? "unknown"}/badge.svg?${query}`;
}

/** Asks the database once a minute, because anyone can ask for badges. */
async function pageOf(monitorId: number): Promise<string | null> {
  const pages = once("kuma.pages", () => new Recent<{ subdomain: string | null; atMs: number }>(KEPT_MAX));
  const known = pages.get(String(monitorId));
  if (known && monotonicMs() - known.atMs < KEPT_MS) return known.subdomain;
  const subdomain = await selectPublicPageOf(monitorId);
  pages.set(String(monitorId), { subdomain, atMs: monotonicMs() });
  return subdomain;
}
