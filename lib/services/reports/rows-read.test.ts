import { beforeAll, expect } from "vitest";
import { COUNTED_MAX } from "@/lib/contract/core/count";
import { MONITOR_STATUSES } from "@/lib/contract/monitors/states";
import { ALIVE_SECONDS } from "@/lib/domain/runners/presence";
import { markSilentRegions } from "@/lib/engine/silence";
import { getAlertRuleCoverage } from "@/lib/services/alerting/alert-rules";
import { listIncidents } from "@/lib/services/incidents/incidents";
import { availabilitiesBelowFull, listMonitors } from "@/lib/services/monitors/monitors";
import { listTags } from "@/lib/services/monitors/tags";
import { now } from "@/lib/shared/clock";
import { selectProgress } from "@/lib/store/core/health/progress";
import { selectSimulated } from "@/lib/store/monitors/simulated";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { blocksRead, readsTest, rowsRead } from "@/lib/testing/statements/rows-read";
import { getOverview } from "./overview";
import { getProjectReport } from "./reports";

const scene = useScene("file");
/** More than lists count. */
const MONITORS = COUNTED_MAX + 2000;
const ABOUT = { withTotal: true, countMax: COUNTED_MAX + 1 };

beforeAll(async () => {
  await run`with made as (
      insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms, incident_confirmations,
        recovery_confirmations, region_threshold, config_version, tags, created_at)
      select ${scene.projectId}::bigint, 'Monitor ' || n, 'http', jsonb_build_object('method', 'GET', 'url', 'https://example.com/' || repeat('a', 300)), array['eu-deu-fra'], 60, 10000, 3, 3, 1, 1,
        array['team:' || n % 20, 'all'], now() - interval '1 year' from generate_series(1, ${MONITORS}::int) n returning id, project_id),
    states as (
      insert into monitor_states (monitor_id, project_id, status, last_checked_at)
      select id, project_id, case when id % 500 = 0 then 'offline' else 'online' end, now() from made)
    insert into region_states (monitor_id, region, project_id, health, last_slot, last_checked_at, last_outcome)
    select id, 'eu-deu-fra', project_id, 'healthy', now(), now(), 'up' from made`;
  await run`insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
    select ${scene.projectId}::bigint, n, 'APP-' || n, 'manual', 'Down', 'major_outage', 'recovered', now() - interval '90 days' - n * interval '1 minute', now() - interval '89 days'
    from generate_series(1, ${MONITORS}::int) n`;
  await run`with hook as (insert into integrations (project_id, app, name) values (${scene.projectId}, 'outgoing_webhook', 'Hook') returning id, project_id)
    insert into alert_rules (organization_id, project_id, integration_id, event)
    select p.organization_id, p.id, hook.id, event from hook join projects p on p.id = hook.project_id,
      unnest(array['uptime.incident.created', 'uptime.incident.recovered', 'uptime.incident.propagated']) as event`;
  await run`vacuum analyze`;
});

const first = { limit: 50, offset: 0, ...ABOUT };
const caller = () => scene.caller();
const month = { page: 1, per_page: 50 };

readsTest.each<[reads: string, most: number, work: () => Promise<unknown>]>([
  ["monitors by state", 1.5, () => listMonitors(caller(), { sort: "state" }, first)],
  [
    "monitors that aren't paused",
    1.5,
    () =>
      listMonitors(
        caller(),
        { sort: "state", status: MONITOR_STATUSES.filter((status) => status !== "paused") },
        first,
      ),
  ],
  [
    "past incidents",
    1.5,
    () => listIncidents(caller(), { sort: "-incident_at", status: ["recovered"] }, first),
  ],
  // Only monitors are counted.
  ["the overview", 1.5, () => getOverview(caller())],
  // Their latest results, their number, and two pages of an order.
  ["a report", 2.5, () => getProjectReport(caller(), month)],
  // Once for all rules with the same limits.
  ["what alert rules match", 2.5, () => getAlertRuleCoverage(caller())],
  // The number of monitors, and regions once for both ranges.
  ["monitors by availability", 2.2, () => listMonitors(caller(), { sort: "seven_days_availability" }, first)],
  // Of the regions, once for the last check and the last result.
  ["the progress of all stages", 1.1, () => selectProgress(ALIVE_SECONDS)],
  // None of them is.
  ["simulated monitors", 0.1, () => selectSimulated()],
  // Regions and monitors, without their states.
  ["silent regions", 2.2, () => markSilentRegions(now())],
])("reads of %s scan at most %s × the monitors", async (_, most, work) => {
  expect((await rowsRead(work)) / MONITORS).toBeLessThan(most);
});

readsTest("counts the tags in use without reading the monitors", async () => {
  const [monitors] =
    await run`select pg_relation_size('monitors') / current_setting('block_size')::int as blocks`;
  const blocks = await blocksRead(() => listTags(caller(), { limit: 100, offset: 0 }));
  expect(blocks / monitors?.blocks).toBeLessThan(0.5);
});

readsTest("counts long lists no further than asked, and all of them otherwise", async () => {
  const totals = async (countMax: number | null) => [
    (await listMonitors(caller(), { sort: "state" }, { ...first, countMax })).total,
    (await listIncidents(caller(), { status: ["recovered"] }, { ...first, countMax })).total,
  ];
  expect(await totals(ABOUT.countMax)).toEqual([COUNTED_MAX + 1, COUNTED_MAX + 1]);
  expect(await totals(null)).toEqual([MONITORS, MONITORS]);
});

readsTest("reads the past of new monitors only if their latest check says too little", async () => {
  const rows = await run`update monitors set created_at = now() - interval '1 hour'
    where id in (select id from monitors order by id limit 100) returning id`;
  await run`update region_states set last_checked_at = now() - interval '1 minute', last_outcome = 'up'`;
  const ids = rows.map(({ id }) => id);
  const read = await rowsRead(() => availabilitiesBelowFull(scene.projectId, ids));
  expect(read / ids.length).toBeLessThan(7);
});
