import { monotonicMs } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { pool } from "@/lib/store/core/pool";
import { type Stack, startStack } from "../e2e/support/stack";
import { benchKey, dressMonitors } from "./api";
import type { Bench, BenchOptions, Measure } from "./bench";
import { median, quantile } from "./checker/statistics";
import { benchMonitors, inDatabase } from "./ingest-database";
import { signIn } from "./open-dashboards";
import { seedPast } from "./reports-seed";
import { SERVER_NODE_OPTIONS } from "./server-options";

const MONITORS = 10_000;
const DAYS = 90;
/** Hourly rollups of all would be 21.6 million rows. */
const HOURLY_EVERY = 50;
const SECRET = "a secret for benches only, 32 characters";
/** How much longer than the first page of a list a deep one may take. */
const FLAT = 1.5;

/** Reads that people and machines wait for, with the goal in milliseconds. */
const READS: readonly (readonly [path: string, goalMs: number])[] = [
  ["/api/readyz", 3],
  ["/api/metrics", 100],
  ["/api/uptime/tags", 10],
  ["/api/uptime/overview", 30],
  ["/reports?days=30", 100],
  ["/reports?days=90", 100],
];
const INCIDENTS = "/api/uptime/incidents?per_page=100&page=";

interface Credentials {
  readonly cookie: string;
  readonly authorization: string;
}

/** Returns the sorted milliseconds of each request, from sending it to the last byte. The first few warm up what they need. */
async function times(
  stack: Stack,
  credentials: Credentials,
  path: string,
  rounds: number,
): Promise<number[]> {
  // Dashboards share reads for a moment, keys read anew.
  const { cookie, authorization } = credentials;
  const headers: HeadersInit = path.startsWith("/api/") ? { authorization } : { cookie };
  const took: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const began = monotonicMs();
    const response = await fetch(`${stack.url}${path}`, { headers, redirect: "manual" });
    const text = await response.text();
    if (round >= 0) took.push(monotonicMs() - began);
    if (response.status !== 200)
      throw new Error(`${path} returned ${response.status}: ${text.slice(0, 200)}`);
  }
  return took.sort((a, b) => a - b);
}

/** Gives each monitor a certificate, one in a hundred expiring soon. */
async function seedCertificates(): Promise<void> {
  await pool().query(
    `insert into monitor_certificates (project_id, monitor_id, region, fingerprint_sha256, serial_number, not_before, not_after)
     select 1, id, 'eu-deu-fra', lpad(id::text, 64, '0'), id::text, now() - interval '30 days',
       now() + case when id % 100 = 0 then interval '5 days' else interval '60 days' end
     from monitors`,
  );
  await pool().query("vacuum analyze monitor_certificates");
}

async function measured(stack: Stack, credentials: Credentials, rounds: number): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const [path, goalMs] of READS) {
    const took = await times(stack, credentials, path, rounds);
    const value = median(took);
    const note = `${path}, goal ${goalMs} ms; least ${quantile(took, 0).toFixed(1)}, p95 ${quantile(took, 0.95).toFixed(1)} ms`;
    measures.push({
      value,
      unit: "ms median",
      ok: value <= goalMs,
      noisy: quantile(took, 0.95) > value * 3,
      note,
    });
  }
  const first = median(await times(stack, credentials, `${INCIDENTS}1`, rounds));
  const deep = median(await times(stack, credentials, `${INCIDENTS}80`, rounds));
  const note = `page 80 of the incidents ${deep.toFixed(1)} ms, first page ${first.toFixed(1)} ms`;
  measures.push({
    value: deep / first,
    unit: "× the first page",
    ok: deep / first <= FLAT,
    noisy: false,
    note,
  });
  return measures;
}

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  let stack: Stack | null = null;
  try {
    await benchMonitors(MONITORS);
    await dressMonitors();
    await seedPast(quick ? 7 : DAYS, HOURLY_EVERY);
    await seedCertificates();
    const credentials = {
      cookie: `vedette_session=${(await signIn(1)).token}`,
      authorization: `Bearer ${await benchKey()}`,
    };
    const variables = { DATABASE_URL: env().DATABASE_URL ?? "", APP_SECRET: SECRET, RUNNER: "off" };
    stack = await startStack({
      variables: { ...variables, API_RATE_LIMIT: "1000000" },
      nodeOptions: SERVER_NODE_OPTIONS,
    });
    return await measured(stack, credentials, quick ? 10 : 40);
  } finally {
    await stack?.stop();
  }
}

export const benches: Bench[] = [
  {
    id: "reads",
    title: "reads of 10,000 monitors through the built product",
    goal: `≤ ${READS.map(([, goalMs]) => goalMs).join(" · ")} ms · ${FLAT}`,
    run: inDatabase(run),
  },
];
