import { beforeAll, expect, test } from "vitest";
import { listMonitors } from "@/lib/services/monitors/monitors";
import { getCurrentStatus } from "@/lib/services/status-pages/current-status";
import { DAY_MS } from "@/lib/shared/durations";
import { makeMonitor, observe, rollUp } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getMonitorReport, getProjectReport } from "./reports";

const scene = useScene("file");
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
let monitorId: number;
let pageId: number;

const shown = (componentable_id: number) =>
  ({ componentable_type: "uptime/monitor", componentable_id, display_name: null }) as const;

beforeAll(async () => {
  monitorId = await makeMonitor(scene.projectId);
  await observe(monitorId, new Date());
  await run`update monitors set created_at = ${daysAgo(200)} where id = ${monitorId}`;
  await run`update monitor_states set status = 'online', recent_response_times = ${[80, 81, 83]}
    where monitor_id = ${monitorId}`;
  await run`with made as (
       insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
       select ${scene.projectId}, n, 'APP-' || n, 'manual', 'Down', 'major_outage', 'recovered', at, at + interval '3 hours'
       from unnest(${[daysAgo(40), daysAgo(20), daysAgo(3)]}::timestamptz[]) with ordinality as given (at, n) returning id, incident_at, recovery_at)
     insert into incident_monitors (incident_id, monitor_id, project_id, failing_since, recovered_at)
     select id, ${monitorId}, ${scene.projectId}, incident_at, recovery_at from made`;
  const rows =
    await run`insert into status_pages (project_id, name, subdomain, title, description, website_url, search_engine_indexed, components, theme, timeframe)
     values (${scene.projectId}, 'Shop', 'shop', 'Shop', 'Shop', 'https://shop.example', false, ${JSON.stringify([shown(monitorId)])}, ${JSON.stringify((await import("@/lib/contract/status-pages/theme")).DEFAULT_THEME)}, 30) returning id`;
  pageId = rows[0]?.id ?? 0;
});

test("list, monitor page, report, and public page agree on the figures of the same range", async () => {
  const caller = scene.caller();
  const [{ items }, own, week, project, page] = await Promise.all([
    listMonitors(caller, {}, { limit: 20, offset: 0 }),
    getMonitorReport(caller, monitorId, { page: 1, per_page: 1 }),
    getMonitorReport(caller, monitorId, { from: daysAgo(7), page: 1, per_page: 1 }),
    getProjectReport(caller, { from: daysAgo(30), page: 1, per_page: 100 }),
    getCurrentStatus(caller, pageId),
  ]);
  expect(items[0]?.seven_days_availability).toBeCloseTo(100 * (1 - 3 / 168), 2);
  expect(week.availability).toBeCloseTo(items[0]?.seven_days_availability ?? 0, 3);
  expect(own).toMatchObject({ downtime: 6 * 3600, availability: project.monitors[0]?.availability });
  expect(project).toMatchObject({ downtime: 6 * 3600, availability: own.availability, monitor_count: 1 });
  expect([items[0]?.response_time, page.components[0]?.response_time]).toEqual([81, 81]);
});

test("a page and the report of the same monitors agree, even when one of them is a day old", async () => {
  const caller = scene.caller();
  const young = await makeMonitor(scene.projectId);
  await observe(young, new Date());
  await run`update monitors set created_at = ${daysAgo(1)} where id = ${young}`;
  await rollUp(scene.projectId, young, daysAgo(0.5));
  await run`update status_pages set components = ${JSON.stringify([shown(monitorId), shown(young)])}
    where id = ${pageId}`;
  const [rows, page] = await Promise.all([
    // The page's days start at midnight, and so does this report.
    run<{ start: Date }>`select date_trunc('day', now(), 'UTC') - interval '29 days' as start`,
    getCurrentStatus(caller, pageId),
  ]);
  const report = await getProjectReport(caller, { from: rows[0]?.start, page: 1, per_page: 100 });
  expect(page.availability).toBeLessThan(100);
  expect(page.availability).toBeCloseTo(report.availability ?? 0, 2);
});
