import { dispatch } from "@/lib/http/router/dispatch";
import { makeToken } from "@/lib/services/accounts/api-token";
import { monotonicMs } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { run } from "@/lib/testing/sql";
import type { Bench, BenchOptions, Measure } from "./bench";
import { median } from "./checker/statistics";
import { benchMonitors, inDatabase } from "./ingest-database";
import { PeerProcess } from "./pages-load";
import { ratioOf } from "./verdict";

const A1_GOAL = 0.25;
/** Per round and side. */
const CALLS = 3000;
const A2_GOAL_MS = 15;
const A2_MONITORS = 10_000;
const NEVER = new AbortController().signal;

/** Creates a write key for the benchmark's project. */
export async function benchKey(): Promise<string> {
  const { token, hash, prefix, lastFour } = makeToken("project");
  await run`insert into api_keys (organization_id, project_id, kind, name, prefix, last_four, token_hash, platform_access, uptime_access)
     values (1, 1, 'project', 'Bench', ${prefix}, ${lastFour}, ${hash}, 'write', 'write')`;
  return token;
}

async function ask(token: string, path: string, search = ""): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  const reply = await dispatch({
    method: "GET",
    path,
    search,
    headers: (name) => headers[name.toLowerCase()],
    body: async () => Buffer.alloc(0),
    remoteAddress: "127.0.0.1",
    signal: NEVER,
  });
  return { status: reply.status, text: String(reply.body) };
}

async function a1({ quick }: BenchOptions): Promise<Measure[]> {
  setEnv({ API_RATE_LIMIT: "1000000" });
  const path = "/api/projects/1";
  await benchMonitors(1);
  const token = await benchKey();
  const { text, status } = await ask(token, path);
  if (status !== 200) throw new Error(`unexpected response: ${status} ${text}`);
  const [frontDoor, raw] = await Promise.all([
    PeerProcess.of("bench/api-server.ts", ["door"], path),
    PeerProcess.of("bench/api-server.ts", ["raw", text], path),
  ]);
  const headers = [`Authorization: Bearer ${token}`];
  const head = await frontDoor.first(headers);
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`unexpected response: ${head}`);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = -1; round < (quick ? 5 : 9); round += 1) {
    const own = await frontDoor.rate(CALLS, headers);
    const other = await raw.rate(CALLS, headers);
    if (round < 0) continue;
    ratios.push(own / other);
    rates.push(own);
  }
  frontDoor.stop();
  raw.stop();
  const note = `${Math.round(median(rates))} calls per CPU second of the server process`;
  return [{ ...ratioOf(ratios, (ratio) => ratio >= A1_GOAL), unit: "× raw Node", note }];
}

const FILTERS = [
  "?per_page=100",
  "?per_page=100&page=50",
  "?per_page=100&tag=team:7",
  "?per_page=100&status=offline",
  "?per_page=100&status=online&tag=team:1,team:2&protocol=http",
  "?per_page=100&search=monitor%2099",
  "?per_page=100&region=eu-deu-fra",
  "?per_page=100&search=12",
  "?per_page=100&sort=state",
  "?per_page=100&sort=-response_time",
];

/** Gives the monitors realistic tags, states, and ages: their last check was an hour ago. */
export async function dressMonitors(): Promise<void> {
  await run`update monitors set tags = array['team:' || id % 20, 'all'], created_at = now() - interval '30 days'`;
  await run`update monitor_states set status = case when monitor_id % 50 = 0 then 'offline' else 'online' end,
       recent_response_times = array_fill(20 + monitor_id::int % 400, array[10])`;
  await run`vacuum analyze monitors, monitor_states, region_states`;
}

async function a2({ quick }: BenchOptions): Promise<Measure[]> {
  setEnv({ API_RATE_LIMIT: "1000000" });
  await benchMonitors(A2_MONITORS);
  await dressMonitors();
  const token = await benchKey();
  const tookMs: number[] = [];
  for (let round = -3; round < (quick ? 20 : 80); round += 1) {
    for (const search of FILTERS) {
      const began = monotonicMs();
      const { status, text } = await ask(token, "/api/uptime/monitors", search);
      if (status !== 200) throw new Error(`unexpected: ${status} ${text}`);
      if (round >= 0) tookMs.push(monotonicMs() - began);
    }
  }
  const sorted = tookMs.sort((a, b) => a - b);
  const value = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const middle = median(sorted);
  const note = `${FILTERS.length} lists, median ${middle.toFixed(1)} ms`;
  return [{ value, unit: "ms p95", ok: value <= A2_GOAL_MS, noisy: value > middle * 4, note }];
}

export const benches: Bench[] = [
  {
    id: "api-call",
    title: "authenticated API call vs raw Node with the same check",
    goal: "≥ 0.25",
    run: inDatabase(a1),
  },
  {
    id: "monitor-lists",
    title: "list of 10,000 monitors, page of 100, filtered or sorted",
    goal: "≤ 15 ms p95",
    run: inDatabase(a2),
  },
];
