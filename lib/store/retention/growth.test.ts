import { beforeAll, expect, test } from "vitest";
import { DAY_MS } from "@/lib/shared/durations";
import { FORGET, NEXT_EVENTS } from "@/lib/store/alerting/old-events";
import { STORED_REQUESTS, storedRequestsOf } from "@/lib/store/checks/exchanges";
import { ensurePartitionsFor, partitionName } from "@/lib/store/checks/partitions";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { pool } from "@/lib/store/core/pool";
import { BURIED, LEFT_BEHIND, leftoversStatement } from "@/lib/store/monitors/deleted-monitors";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ATTEMPTS, EXPIRED, PROBES, type Purge, purgeStatement } from "./purges";

useDatabase();

const YEARS = 5;
const MONITORS = 60;
const ROWS = 20_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** Evenly over five years, oldest first, as rows are written. */
const AT = `now() - interval '${YEARS} years' * (1 - n::float8 / ${ROWS})`;
const N = `generate_series(1, ${ROWS}) n`;

/** Five years of each table; only a few rows are due, as in any hour. */
const SEEDS: Record<string, string> = {
  monitor_tombstones: `insert into monitor_tombstones select n, 1, n, ${AT} from ${N}`,
  sessions: `insert into sessions (token_hash, user_id, expires_at, last_seen_at)
    select sha256(n::text::bytea), (select min(id) from users), now() + interval '1 day' * n / 1000, ${AT} + interval '5 years' from ${N}`,
  access_links: `insert into access_links (token_hash, purpose, expires_at)
    select sha256(n::text::bytea), 'owner', now() + interval '1 day' * n / 1000 from ${N}`,
  idempotency_keys: `insert into idempotency_keys (organization_id, key, request_hash, created_at)
    select (select min(id) from organizations), n, 'x', ${AT} from ${N}`,
  attempt_buckets: `insert into attempt_buckets select n, 1, now() + interval '1 minute' * n from ${N}`,
  known_origins: `insert into known_origins select (select min(id) from users), 'device:' || n, ${AT} from ${N}`,
  target_trials: `insert into target_trials select (select min(id) from projects), 'h' || n, 443, ${AT} from ${N}`,
  quarantine_history: `insert into quarantine_history select 'eu-deu-fra', ${AT}, 'gated', 'x', ${AT} from ${N}`,
  events: `insert into events (project_id, key, occurred_at, fanned_out_at, created_at)
    select (select min(id) from projects), 'uptime.incident.created', ${AT}, ${AT}, ${AT} from ${N}`,
  push_deliveries: `insert into push_deliveries (project_id, subscription_id, event_id, status, created_at)
    select project_id, (select min(id) from push_subscriptions), id, 'delivered', created_at from events`,
  deliveries: `insert into deliveries (project_id, event_id, integration_id, status, occurred_at, created_at)
    select project_id, id, (select min(id) from integrations), 'delivered', occurred_at, created_at from events where id % 2 = 0`,
  delivery_attempts: `insert into delivery_attempts (project_id, delivery_id, attempt, started_at, outcome)
    select project_id, id, 1, created_at, 'delivered' from deliveries`,
  page_subscribers: `insert into page_subscribers (status_page_id, email, confirmed_at, created_at)
    select (select min(id) from status_pages), n || '@example.com', case when n % 50 > 0 then ${AT} end, ${AT} from ${N}`,
  page_mails: `insert into page_mails (subscriber_id, about, created_at)
    select (select min(id) from page_subscribers), 'event:' || n, ${AT} from ${N}`,
  outbox_mails: `insert into outbox_mails (organization_id, recipient, subject, text_body, message_id, created_at)
    select (select min(id) from organizations), 'a@example.com', 'x', 'x', n, ${AT} from ${N}`,
  monitor_degradations: `insert into monitor_degradations
    select project_id, id, ${AT} - interval '1 hour', ${AT} from monitors, ${N}`,
  deployments: `insert into deployments (project_id, name, deployed_at)
    select (select min(id) from projects), 'x', ${AT} from ${N}`,
  health_minutes: `insert into health_minutes select ${AT}, '{}' from ${N}`,
  probe_requests: `insert into probe_requests (project_id, region, config, created_at)
    select (select min(id) from projects), 'eu-deu-fra', '{}', ${AT} from ${N}`,
  incidents: `insert into incidents (project_id, number, slug, type, title, impact, status, incident_at)
    select (select min(id) from projects), n, 'app-' || n, 'monitor', 'x', 'major_outage', 'recovered', ${AT} from ${N}`,
  incident_timeline: `insert into incident_timeline (incident_id, project_id, kind, reason, detail, occurred_at, created_at)
    select (select min(id) from incidents), (select min(id) from projects), 'opened', 'x',
      case when n > ${ROWS - 500} then '{"exchanges": []}'::jsonb end, ${AT}, ${AT} from ${N}`,
  kept_failures: `insert into kept_failures (project_id, monitor_id, scheduled_at, started_at, region, outcome)
    select 1, n % ${MONITORS}, ${AT}, ${AT}, 'eu-deu-fra', 1 from ${N}`,
  results: `insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, detail)
    select 1, n % ${MONITORS}, at, at, 'eu-deu-fra', 1, case when n % 1000 = 0 then '{"trace": {}}'::jsonb end
    from ${N}, lateral (select to_timestamp(${TODAY / 1000}) - interval '40 days' + interval '4 s' * n as at) t`,
  rollups_hourly: `insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
    select 1, m, 'eu-deu-fra', to_timestamp(${TODAY / 1000}) - interval '1 hour' * h, 60, 0, 0, 0, 0
    from generate_series(1, 400 * 24) h, generate_series(1, ${MONITORS / 4}) m`,
  rollups_daily: `insert into rollups_daily (project_id, monitor_id, region, day, up, down, inconclusive, missed, sum_us)
    select 1, m, 'eu-deu-fra', current_date - d, 60, 0, 0, 0, 0 from generate_series(1, 365 * ${YEARS}) d, generate_series(1, ${MONITORS}) m`,
};

const DAY = TODAY - 40 * DAY_MS;
const PURGES: readonly Purge[] = [...EXPIRED, ATTEMPTS, PROBES, ...STORED_REQUESTS, storedRequestsOf(DAY)];

beforeAll(async () => {
  const { organizationId, projectId } = await makeScene();
  await makeMonitor(projectId);
  await ensurePartitionsFor([DAY]);
  await ensureRollupMonths(new Date(TODAY - 400 * DAY_MS), new Date(TODAY));
  await pool().query(
    `insert into users (organization_id, name, email, role) values (${organizationId}, 'a', 'a@example.com', 'owner');
     insert into push_subscriptions (user_id, endpoint_hash, service, secrets) select id, 'x', 'x', 'x' from users;
     insert into integrations (project_id, app, name) values (${projectId}, 'email', 'x');
     insert into status_pages (project_id, name, subdomain, title, description, website_url, search_engine_indexed, components, theme)
       values (${projectId}, 'x', 'x', 'x', 'x', 'x', true, '[]', '{}')`,
  );
  for (const seed of Object.values(SEEDS)) await pool().query(seed);
  await run`analyze`;
});

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Node[];
}

async function plan(statement: string, values: readonly unknown[]): Promise<Node[]> {
  const { rows } = await pool().query<{ "QUERY PLAN": [{ Plan: Node }] }>(
    `explain (format json) ${statement}`,
    values as unknown[],
  );
  const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return rows.flatMap((row) => flatten(row["QUERY PLAN"][0].Plan));
}

/** Returns the tables that a statement would read completely. */
async function readWhole(statement: string, values: readonly unknown[]): Promise<string[]> {
  const nodes = await plan(statement, values);
  return nodes.flatMap((node) => (node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : []));
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

// Citus shows the plan of a shard in another form.
test.skipIf(await isOnCitus()).each(PURGES.map((what) => [`${what.table} by ${what.age}`, what] as const))(
  "purges %s through an index, reading no more rows than a batch",
  async (_, what) => {
    const statement = purgeStatement(what);
    const values = [daysAgo(what.keptS / 86_400 + 1), 5000, ...(statement.includes("$3") ? [[1]] : [])];
    expect(await readWhole(statement, values)).toEqual([]);
    const types = (await plan(statement, values)).map((node) => node["Node Type"]);
    expect(types).toContain("Limit");
    if (!what.order) expect(types).not.toContain("Sort");
  },
);

test("finds unneeded events by ID, a batch at a time", async () => {
  expect(await readWhole(NEXT_EVENTS, [0, 1000, daysAgo(400)])).toEqual([]);
  const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
  expect(await readWhole(FORGET, [ids])).not.toContain("events");
});

test("finds leftovers of a deleted monitor by monitor ID", async () => {
  expect(await readWhole(BURIED, [daysAgo(31)])).toEqual([]);
  for (const table of LEFT_BEHIND)
    expect(await readWhole(leftoversStatement(table), [7, 1000, 1])).toEqual([]);
});

test("finds the slices of a day without reading the day", async () => {
  expect(
    await readWhole(`select min(monitor_id) from ${partitionName(DAY)} where monitor_id > $1`, [0]),
  ).toEqual([]);
});

test("has an index on every foreign key of growing tables, so that deleting a parent reads no whole child table", async () => {
  const rows = await run<{ name: string }>`select format('%s (%s)', c.conrelid::regclass, a.attname) as name
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
       and c.conrelid::regclass::text = any (${Object.keys(SEEDS)})
       and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`;
  expect(rows.map(({ name }) => name)).toEqual([]);
});
