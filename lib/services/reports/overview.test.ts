import { describe, expect, test } from "vitest";
import { Overview } from "@/lib/contract/reports/overview";
import { db } from "@/lib/store/core/pool";
import { makeMonitor } from "@/lib/testing/checks";
import { makeScene, type Scene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { getOverview } from "./overview";

const scene = useScene("file");

/** Inserts monitors in bulk: the first are the oldest. */
async function fill(target: Scene, count: number, status = "online"): Promise<void> {
  await run`with made as (
       insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms, incident_confirmations,
         recovery_confirmations, region_threshold, config_version)
       select ${target.projectId}, 'Shop ' || n, 'http', '{"method": "GET", "url": "https://shop.example/"}', '{eu-deu-fra}', 60, 10000, 3, 3, 1, 1
       from generate_series(1, ${count}::int) n returning id),
     states as (insert into monitor_states (monitor_id, project_id, status) select id, ${target.projectId}, ${status} from made)
     insert into region_states (monitor_id, region, project_id, health, last_outcome) select id, 'eu-deu-fra', ${target.projectId}, 'healthy', 'up' from made`;
}

const change = (table: "monitor_states" | "region_states" | "monitors", id: number, values: object) =>
  db()
    .updateTable(table)
    .set(values)
    .where(table === "monitors" ? "id" : "monitor_id", "=", id)
    .execute();

describe("a project with 1,000 monitors", () => {
  test("counts all of them and lists the failing ones, old or new", async () => {
    await fill(scene, 25, "offline");
    await fill(scene, 975);
    const overview = await getOverview(scene.caller());
    expect(Overview.parse(overview)).toEqual(overview);
    expect(overview.monitors).toEqual({
      offline: 25,
      partial: 0,
      no_data: 0,
      fetching: 0,
      online: 975,
      paused: 0,
    });
    expect(overview.attention.total).toBe(25);
    expect(overview.attention.data).toHaveLength(10);
    expect(new Set(overview.attention.data.map(({ status }) => status))).toEqual(new Set(["offline"]));
  });

  test("groups all that fail by tag, the worst group first", async () => {
    const tagged = await makeScene();
    await fill(tagged, 30, "offline");
    await fill(tagged, 5, "partial");
    await fill(tagged, 5);
    await run`update monitors set tags = case when id % 3 = 0 then array['web', 'eu'] else array['db'] end where project_id = ${tagged.projectId}`;
    await run`update monitor_states set status_since = '2026-01-01T00:00:00Z' where project_id = ${tagged.projectId}`;
    const { attention_groups: groups } = await getOverview(tagged.caller());
    expect(groups.map(({ tag }) => tag)).toEqual(["db", "web"]);
    expect(groups.reduce((sum, group) => sum + group.offline, 0)).toBe(30);
    expect(groups.reduce((sum, group) => sum + group.partial, 0)).toBe(5);
    expect(groups[0]).toMatchObject({ offline: 20, since: "2026-01-01T00:00:00Z" });
  });

  test("needs no more queries than one with five", async () => {
    const small = await makeScene();
    await fill(small, 5, "offline");
    await getOverview(small.caller());
    const few = await statements(() => getOverview(small.caller()));
    const many = await statements(() => getOverview(scene.caller()));
    expect(few.length).toBeGreaterThan(3);
    expect(many.length).toBe(few.length);
    expect(many.length).toBeLessThanOrEqual(10);
  });
});

describe("needs attention", () => {
  test("lists the worst first, then the latest, and leaves out paused monitors", async () => {
    const own = await makeScene();
    const [old, late, partial, silent, failing, paused, pausedByWindow] = (await Promise.all(
      Array.from({ length: 7 }, () => makeMonitor(own.projectId)),
    )) as [number, number, number, number, number, number, number];
    await makeMonitor(own.projectId);
    await change("monitor_states", old, { status: "offline", status_since: "2026-01-01T00:00:00Z" });
    await change("monitor_states", late, { status: "offline", status_since: "2026-01-02T00:00:00Z" });
    await change("monitor_states", partial, { status: "partial" });
    await change("monitor_states", silent, { status: "online", data_missing: true });
    await change("monitor_states", failing, { status: "online" });
    const error = JSON.stringify({ code: "timeout", message: "timed out" });
    await change("region_states", failing, { last_outcome: "down", last_error: error });
    await change("monitors", paused, { paused: true });
    await change("monitor_states", paused, { status: "paused", data_missing: true });
    await change("monitors", pausedByWindow, { paused_by_window: true });
    await change("monitor_states", pausedByWindow, { status: "offline" });
    const { attention, monitors } = await getOverview(own.caller());
    expect(attention.data.map(({ id }) => id)).toEqual([late, old, partial, silent, failing]);
    expect(attention.total).toBe(5);
    expect(attention.data[4]?.observed_regions[0]?.last_error?.message).toBe("timed out");
    expect(monitors).toEqual({ offline: 2, partial: 1, no_data: 1, fetching: 1, online: 1, paused: 2 });
  });

  test("shows nothing of another project", async () => {
    const foreign = await makeScene();
    expect((await getOverview(foreign.caller())).attention).toEqual({ total: 0, data: [] });
  });
});

describe("certificates", () => {
  const DAY_MS = 86_400_000;
  const SEEN_AT = new Date();
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

  async function certificate(own: Scene, monitorId: number, notAfter: Date, seenAt = SEEN_AT) {
    await db()
      .insertInto("monitor_certificates")
      .values({
        project_id: own.projectId,
        monitor_id: monitorId,
        region: "eu-deu-fra",
        fingerprint_sha256: `${notAfter.getTime()}`,
        serial_number: "1",
        subject_common_name: "shop.example",
        issuer_common_name: null,
        issuer_organization: null,
        subject_alternative_names: [],
        not_before: inDays(-80),
        not_after: notAfter,
        created_at: seenAt,
        last_seen_at: seenAt,
      })
      .execute();
  }

  async function warn(own: Scene, days: number, limits: { monitors?: number[]; tags?: string[] } = {}) {
    const rows = await run<{ id: number }>`insert into integrations (project_id, app, name, settings)
      values (${own.projectId}, 'ntfy', 'Phone', '{}') returning id`;
    await run`insert into alert_rules (organization_id, project_id, integration_id, event, rate_limit_minutes, event_settings, monitors, tags)
       values (${own.organizationId}, ${own.projectId}, ${rows[0]?.id}, 'uptime.monitor_certificate.expiring', 0, ${JSON.stringify({ days_before_expiry: days })}, ${limits.monitors ?? []}, ${limits.tags ?? []})`;
  }

  test("lists expired ones, and those that a rule warns about for this monitor, earliest first", async () => {
    const own = await makeScene();
    const [shop, blog, paused] = (await Promise.all(
      ["Shop", "Blog", "Old"].map((name) => makeMonitor(own.projectId, { name })),
    )) as [number, number, number];
    await warn(own, 14, { monitors: [shop] });
    await certificate(own, shop, inDays(13.5));
    await certificate(own, shop, inDays(20));
    await certificate(own, blog, inDays(3));
    await certificate(own, blog, inDays(-1));
    await certificate(own, paused, inDays(-2));
    await change("monitors", paused, { paused: true });
    const { certificates } = await getOverview(own.caller());
    expect(certificates.total).toBe(2);
    expect(certificates.data).toMatchObject([
      { monitor_id: blog, monitor_name: "Blog", warned_days: null },
      { monitor_id: shop, monitor_name: "Shop", warned_days: 14 },
    ]);
  });

  test("leaves out a certificate that was replaced", async () => {
    const own = await makeScene();
    const shop = await makeMonitor(own.projectId);
    await certificate(own, shop, inDays(-1), new Date(Date.now() - 3 * DAY_MS));
    await certificate(own, shop, inDays(80));
    expect((await getOverview(own.caller())).certificates).toEqual({ total: 0, data: [] });
  });
});

test("lists open incidents by start and counts all of them, and recovered ones apart", async () => {
  const own = await makeScene();
  const insert = (number: number, startedAt: string, recoveryAt: string | null) =>
    run`insert into incidents (project_id, number, slug, type, title, impact, status, incident_at, recovery_at)
       values (${own.projectId}, ${number}::int, 'APP-' || ${number}::int, 'manual', 'Slow', 'unknown', ${recoveryAt ? "recovered" : "ongoing"}, ${startedAt}, ${recoveryAt})`;
  await insert(1, "2026-01-05T00:00:00Z", null);
  await insert(2, "2026-01-03T00:00:00Z", null);
  await insert(3, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
  for (let number = 10; number < 30; number += 1) await insert(number, "2026-01-04T00:00:00Z", null);
  const { open_incidents: open, recent_incidents: recent } = await getOverview(own.caller());
  expect(open.total).toBe(22);
  expect(open.data).toHaveLength(5);
  expect(open.data[0]?.slug).toBe("APP-1");
  expect(recent.map(({ slug }) => slug)).toEqual(["APP-3"]);
});
