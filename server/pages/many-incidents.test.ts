import { beforeAll, expect, test } from "vitest";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();
const MORE = "There are more incidents than this page lists.";

/** A monitor that has been flapping for a week: an outage of a minute every five minutes. */
beforeAll(async () => {
  const { projectId } = frontDoor.scene;
  await run`with i as (insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
       select ${projectId}, 100 + n, 'APP-' || (100 + n), 'monitor', 'down', 'major_outage', 'recovered', at, at + interval '1 minute'
       from (select n, now() - n * interval '5 minutes' as at from generate_series(2, 2000) n) times returning id, incident_at)
     insert into incident_monitors (incident_id, monitor_id, project_id, failing_since, recovered_at)
       select id, ${frontDoor.monitorId}, ${projectId}, incident_at, incident_at + interval '1 minute' from i`;
  await run`update monitors set created_at = now() - interval '80 days' where id = ${frontDoor.monitorId}`;
  await run`insert into monitor_states (monitor_id, project_id, status, last_checked_at) values (${frontDoor.monitorId}, ${projectId}, 'online', now())
     on conflict (monitor_id, project_id) do update set status = 'online', last_checked_at = now()`;
  await ensureRollupMonths(new Date(), new Date());
  await run`insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
     values (${projectId}, ${frontDoor.monitorId}, 'eu-deu-fra', date_trunc('hour', now()), 12, 0, 0, 0, 0)`;
  await frontDoor.makePage({
    subdomain: "flapping",
    components: [{ componentable_type: "uptime/monitor", componentable_id: frontDoor.monitorId }],
  });
  await renderProjectPages(projectId);
  await until(async () => (await frontDoor.ask("/status/flapping")).text.includes("more outages"));
});

test("bars and percentages count incidents that the page doesn't list", async () => {
  const { text } = await frontDoor.ask(`/status/flapping/components/${frontDoor.monitorId}`);
  const days = text.match(/<td class="s5"/g) ?? [];
  expect(days.length).toBeGreaterThanOrEqual(7);
});

test("a day's card and line name a few of its incidents and count the rest", async () => {
  const { text } = await frontDoor.ask(`/status/flapping/components/${frontDoor.monitorId}`);
  expect(text.match(/APP-[0-9]+"/g)?.length).toBeLessThanOrEqual(8 * 2 * 5);
  expect(text).toMatch(/href="\/status\/flapping\/history">And \d+ more outages</);
});

test("the page says which days it doesn't list, and calls none of them free of incidents", async () => {
  const { text } = await frontDoor.ask("/status/flapping");
  expect(text).toContain(`<p class="m">${MORE}</p>`);
  expect(text).not.toContain("No incidents.");
});

test("the history says so", async () => {
  const { text } = await frontDoor.ask("/status/flapping/history");
  expect(text).toContain(`<p class="m">${MORE}</p>`);
  expect(text).not.toContain("No incidents.");
});
