import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { LiveCache } from "@/lib/client/live/live-cache";
import type { CheckResult } from "@/lib/contract/checks/check";
import { ingest } from "@/lib/engine/ingest";
import { dispatch } from "@/lib/http/router/dispatch";
import { permissionsOfRole } from "@/lib/services/core/caller";
import { streamLive } from "@/lib/services/core/live";
import { now } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { sha256 } from "@/lib/shared/secret";
import { run } from "@/lib/testing/sql";
import type { Bench, BenchOptions, Measure } from "./bench";
import { checkResult } from "./ingest";
import { benchMonitors, inDatabase } from "./ingest-database";

const MONITORS = 10_000;
const TABS = 20;
const TABS_PER_USER = 10;
const GOAL_MS = 100;
const STEP_MS = 500;
/** Every monitor once a minute. */
const RESULTS_PER_STEP = Math.round((MONITORS / 60_000) * STEP_MS);

const LIST = "?sort=state&per_page=50&with_total=true";
const NEVER = new AbortController().signal;

async function ask(token: string, path: string, search = ""): Promise<unknown> {
  const headers: Record<string, string> = { cookie: `vedette_session=${token}`, host: "localhost" };
  const { status, body } = await dispatch({
    method: "GET",
    path: `/api${path}`,
    search,
    headers: (name) => headers[name.toLowerCase()],
    body: async () => Buffer.alloc(0),
    remoteAddress: "127.0.0.1",
    signal: NEVER,
  });
  if (status !== 200) throw new Error(`unexpected response: ${status} ${String(body)}`);
  return JSON.parse(String(body));
}

/** Creates a user with a session. Returns the user's ID and the session's token. */
export async function signIn(number: number): Promise<{ id: number; token: string }> {
  const token = String(number).padStart(43, "t");
  const rows = await run<{ id: number }>`insert into users (organization_id, name, email, role)
    values (1, 'User', ${`user${number}@example.com`}, 'owner') returning id`;
  const id = rows[0]?.id ?? 0;
  await run`insert into sessions (token_hash, user_id, expires_at)
    values (${sha256(token)}, ${id}, now() + interval '1 day')`;
  return { id, token };
}

/** Opens a dashboard: the overview and the monitors list, with the reads of a browser and the product's own live cache. */
async function openTab(user: { id: number; token: string }, signal: AbortSignal): Promise<void> {
  const cache = new QueryClient();
  const live = new LiveCache(cache, { isVisible: () => true, random: Math.random });
  const list = (await ask(user.token, "/uptime/monitors", LIST)) as { data: { id: number }[] };
  const strips = `?${list.data.map(({ id }) => `monitor_id=${id}`).join("&")}`;
  const reads: [string, string, string][] = [
    ["getOverview", "/uptime/overview", ""],
    ["listMonitors", "/uptime/monitors", LIST],
    ["getStrips", "/uptime/monitors/last-day", strips],
  ];
  for (const [id, path, search] of reads) {
    const queryFn = () => ask(user.token, path, search);
    new QueryObserver(cache, { queryKey: [id, null, null], queryFn }).subscribe(() => undefined);
  }
  const caller = {
    kind: "session" as const,
    id: user.id,
    label: "User",
    organizationId: 1,
    projectId: 1,
    userId: user.id,
    role: "owner" as const,
    permissions: permissionsOfRole("owner"),
  };
  for await (const event of await streamLive(caller, undefined, signal)) {
    if (event.event === "change") live.change(event.data);
    if (event.event === "checks") live.checks(event.data);
  }
  live.stop();
  cache.clear();
}

/** Returns the milliseconds for which PostgreSQL has executed statements of this database. */
async function activeMs(): Promise<number> {
  // Counters of idle connections arrive after a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const rows = await run`select active_time as ms from pg_stat_database where datname = current_database()`;
  return rows[0]?.ms ?? 0;
}

/** Ingests a step's results, one failing check in a thousand. */
async function ingestStep(ids: readonly number[], step: number): Promise<void> {
  const at = now().getTime();
  const results: CheckResult[] = Array.from({ length: RESULTS_PER_STEP }, (_, index) => {
    const id = ids[(step * RESULTS_PER_STEP + index) % ids.length] ?? 1;
    return checkResult(id, at + index, (id + step) % 1000 === 0);
  });
  await ingest(results, null, at);
}

/** Ingests results for `seconds`. Returns PostgreSQL's milliseconds per second. */
async function busyPerSecond(ids: readonly number[], seconds: number): Promise<number> {
  const before = await activeMs();
  const start = performance.now();
  for (let step = 0; performance.now() - start < seconds * 1000; step += 1) {
    await ingestStep(ids, step);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, start + (step + 1) * STEP_MS - performance.now())),
    );
  }
  const tookS = (performance.now() - start) / 1000;
  return ((await activeMs()) - before) / tookS;
}

async function d3({ quick }: BenchOptions): Promise<Measure[]> {
  setEnv({ API_RATE_LIMIT: "1000000" });
  const stop = new AbortController();
  try {
    const ids = await benchMonitors(MONITORS);
    const seconds = quick ? 8 : 20;
    const users = [await signIn(1), await signIn(2)];
    // Each monitor's first result is news.
    for (let step = 0; step * RESULTS_PER_STEP < ids.length; step += 1) await ingestStep(ids, step);
    const alone = await busyPerSecond(ids, seconds);
    const tabs = Array.from({ length: TABS }, (_, at) => {
      const user = users[Math.floor(at / TABS_PER_USER)];
      return user && openTab(user, AbortSignal.any([stop.signal]));
    });
    await busyPerSecond(ids, 5);
    const together = await busyPerSecond(ids, seconds);
    stop.abort();
    await Promise.all(tabs);
    const value = Math.round(together - alone);
    const note = `${TABS} tabs, ${MONITORS} monitors; ${Math.round(alone)} ms per second without tabs`;
    return [{ value, unit: "ms per second", ok: value <= GOAL_MS, noisy: false, note }];
  } finally {
    stop.abort();
  }
}

export const benches: Bench[] = [
  {
    id: "open-dashboards",
    title: "PostgreSQL's time for 20 open dashboards",
    goal: `≤ ${GOAL_MS} ms per second`,
    beside: "busy",
    run: inDatabase(d3),
  },
];
