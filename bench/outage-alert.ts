import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { run as sql } from "@/lib/testing/sql";
import { type Stack, startStack } from "../e2e/support/stack";
import type { Bench, BenchOptions, Measure } from "./bench";
import { TARGET_ADDRESSES } from "./checker/fleet";
import { startBenchTarget } from "./checker/processes";
import { median, quantile } from "./checker/statistics";
import { benchMonitors, inDatabase } from "./ingest-database";
import { SERVER_NODE_OPTIONS } from "./server-options";
import { makeProjects, until } from "./webhooks-setup";

const RATES = [25, 1000];
const INTERVAL_S = 30;
/** Each in a project of its own, because failures in one project make one incident. */
const VICTIMS = 60;
const GOAL_MS = 30;
const GOAL_P99_MS = 100;

/** Serves the monitors that fail, and receives what they send. Both are in this process, so that one clock measures both. */
class Both {
  readonly #server: Server;
  readonly #failedMs = new Map<string, number>();
  readonly #seen = new Set<string>();
  isFailing = false;
  readonly tookMs: number[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      const [, kind = "", project = ""] = (request.url ?? "").split("/");
      if (kind === "hook") this.#received(project);
      else this.#seen.add(project);
      const fails = kind === "target" && this.isFailing;
      if (fails && !this.#failedMs.has(project)) this.#failedMs.set(project, monotonicMs());
      response.writeHead(fails ? 500 : 200).end("ok");
      request.resume();
    });
  }

  /** How many of the monitors were checked. */
  get seen(): number {
    return this.#seen.size;
  }

  #received(project: string): void {
    const failedMs = this.#failedMs.get(project);
    if (failedMs !== undefined) this.tookMs.push(monotonicMs() - failedMs);
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.close().closeAllConnections();
  }
}

/** Creates projects with a webhook and a monitor that will fail, and the monitors of the load. */
async function seed(perSecond: number, loadPort: number, port: number): Promise<void> {
  await makeProjects(VICTIMS, [`http://127.0.0.1:${port}/hook`]);
  await benchMonitors(perSecond * INTERVAL_S);
  await sql`update monitors set request = jsonb_build_object('method', 'GET', 'url',
    'http://127.0.0.' || 1 + id % ${TARGET_ADDRESSES}::int || ${`:${loadPort}/`})`;
  await sql`update integrations set settings = jsonb_build_object('url', ${`http://127.0.0.1:${port}/hook/`} || project_id)`;
  await sql`with made as (
      insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms,
        incident_confirmations, recovery_confirmations, region_threshold, config_version)
      select id, 'Victim', 'http', jsonb_build_object('method', 'GET', 'url', ${`http://127.0.0.1:${port}/target/`} || id),
        '{eu-deu-fra}', ${INTERVAL_S}::int, 10000, 1, 1, 1, 1
      from projects where name like 'bench-%' returning id, project_id)
    insert into monitor_states (monitor_id, project_id) select id, project_id from made`;
  await sql`insert into region_states (monitor_id, region, project_id)
    select id, 'eu-deu-fra', project_id from monitors where name = 'Victim'`;
  await sql`vacuum analyze`;
}

const measured = inDatabase(async (perSecond: number): Promise<Measure> => {
  const target = await startBenchTarget({ addresses: TARGET_ADDRESSES });
  const both = new Both();
  let stack: Stack | null = null;
  try {
    await seed(perSecond, target.port, await both.listen());
    const variables = {
      DATABASE_URL: env().DATABASE_URL ?? "",
      APP_SECRET: env().APP_SECRET ?? "",
      ALLOW_PRIVATE_TARGETS: "127.0.0.0/8",
      RUNNER_REGION: "eu-deu-fra",
      ANCHORS: "off",
      ANCHOR_NAMES: "off",
      LOG_LEVEL: "warn",
    };
    stack = await startStack({ variables, nodeOptions: SERVER_NODE_OPTIONS });
    await until(async () => both.seen === VICTIMS, 3 * INTERVAL_S * 1000);
    // Compiles what every result runs through.
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_S * 1000));
    both.isFailing = true;
    await until(async () => both.tookMs.length === VICTIMS, 3 * INTERVAL_S * 1000);
    const value = median(both.tookMs);
    const p99 = quantile(both.tookMs, 0.99);
    const note = `${perSecond} checks/s, ${VICTIMS} outages; p90 ${quantile(both.tookMs, 0.9).toFixed(0)}, p99 ${p99.toFixed(0)} ms`;
    return { value, unit: "ms median", ok: value <= GOAL_MS && p99 <= GOAL_P99_MS, noisy: false, note };
  } finally {
    await stack?.stop();
    both.stop();
    target.stop();
  }
});

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const perSecond of quick ? RATES.slice(0, 1) : RATES) measures.push(await measured(perSecond));
  return measures;
}

export const benches: Bench[] = [
  {
    id: "outage-alert",
    title: "failing response to received webhook",
    goal: `≤ ${GOAL_MS} ms, p99 ${GOAL_P99_MS} ms`,
    run,
  },
];
