import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { now } from "@/lib/shared/clock";
import { forget } from "@/lib/shared/once";
import { db } from "@/lib/store/core/pool";
import { selectHealthFacts } from "@/lib/store/reports/health";
import { makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { readiness } from "./readiness";

const scene = useScene("file");

const age = (id: number, minutes: number) =>
  sql`with m as (update monitors set updated_at = now() - interval '1 day' where id = ${id})
    update monitor_states set last_checked_at = now() - make_interval(mins => ${minutes}) where monitor_id = ${id}`.execute(
    db(),
  );
const ages = async () => {
  const { checked_s, interval_s } = await selectHealthFacts(now());
  return [checked_s === null ? null : Math.round(checked_s / 60), interval_s];
};

test("uses the latest check and the shortest interval of all active monitors", async () => {
  expect(await ages()).toEqual([null, null]);
  const [first, second] = [await makeMonitor(scene.projectId), await makeMonitor(scene.projectId)];
  await age(first, 30);
  await age(second, 7);
  expect(await ages()).toEqual([7, 60]);
  await sql`update monitors set paused = true where id = ${second}`.execute(db());
  await sql`update monitors set interval_seconds = 300, updated_at = now() - interval '1 day' where id = ${first}`.execute(
    db(),
  );
  expect(await ages()).toEqual([30, 300]);
  // Resumed or changed just now, so its next check is not late.
  await sql`update monitors set paused = false, updated_at = now() where id = ${second}`.execute(db());
  expect(await ages()).toEqual([0, 60]);
  // Soon enough for any interval.
  await sql`update monitor_states set last_checked_at = now() where monitor_id = ${first}`.execute(db());
  expect(await ages()).toEqual([null, null]);
});

test("per-minute jobs that don't run degrade the server and are named", async () => {
  const look = async () => {
    forget("health.stages");
    const { status, checks } = await readiness();
    return [status, checks.clock.message];
  };
  const plan = (minutes: number) =>
    sql`select graphile_worker.add_job('tick', '{}'::json, run_at := now() - make_interval(mins => ${minutes}), job_key := 'tick')`.execute(
      db(),
    );
  await run`insert into runners (name, kind, token_hash) values ('local', 'local', ${Buffer.from("x")})`;
  await sql`update runners set last_seen_at = ${now()}`.execute(db());
  await plan(-1);
  expect(await look()).toEqual(["ok", null]);
  await plan(10);
  expect(await look()).toEqual([
    "degraded",
    "The jobs that run every minute have been stalled for 10 min. Silence detection, maintenance windows, and overdue notifications are delayed.",
  ]);
});

test("events that no server turns into notifications degrade the server", async () => {
  const look = async () => {
    forget("health.stages");
    return (await readiness()).checks.notifications.message;
  };
  await sql`insert into events (project_id, key, occurred_at)
    values (${scene.projectId}, 'uptime.incident.created', now())`.execute(db());
  const message = "Notifications are more than 5 min overdue.";
  const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;
  expect(await look()).toBeNull();
  await sql`update events set created_at = ${ago(6)}`.execute(db());
  expect(await look()).toBe(message);
  // It waits for late results.
  await sql`update events set fan_out_after = ${ago(1)}`.execute(db());
  expect(await look()).toBeNull();
  await sql`update events set fan_out_after = ${ago(6)}`.execute(db());
  expect(await look()).toBe(message);
  await sql`update events set fanned_out_at = now()`.execute(db());
  expect(await look()).toBeNull();
});

test("a used region without a runner degrades the server and is named", async () => {
  const look = async () => {
    forget("health.stages");
    return (await readiness()).checks.regions.message;
  };
  const runner = (kind: string, region: string | null) =>
    sql`insert into runners (name, kind, region, token_hash, last_seen_at)
      values (${kind}, ${kind}, ${region}, sha256(random()::text::bytea), now())`.execute(db());
  await sql`delete from runners`.execute(db());
  await sql`update monitors set paused = true`.execute(db());
  await makeMonitor(scene.projectId, { regions: ["eu-deu-fra", "as-jpn-hnd"] });
  await runner("remote", "eu-deu-fra");
  const message = "No runner serves Tokyo, so monitors aren't checked from that region.";
  expect(await look()).toBe(message);
  expect((await readiness()).status).toBe("degraded");
  await runner("local", null);
  expect(await look()).toBeNull();
  await sql`update runners set last_seen_at = now() - interval '46 seconds' where kind = 'local'`.execute(
    db(),
  );
  expect(await look()).toBe(message);
  await sql`update monitors set paused = true`.execute(db());
  expect(await look()).toBeNull();
});

test("answers many requests from one reading, and shows the end of a problem after a second", async () => {
  const isWell = async () => (await readiness()).checks.maintenance.ok;
  const start = performance.now();
  const clock = vi.spyOn(performance, "now");
  const at = (ms: number) => clock.mockReturnValue(start + ms);
  at(0);
  await sql`delete from graphile_worker._private_jobs`.execute(db());
  forget("health.stages");
  await sql`insert into maintenance_steps (name, misses, failing_since, failed_at, reason) values ('backup', 2, now(), now(), 'No space')`.execute(
    db(),
  );
  expect(await isWell()).toBe(false);
  await sql`truncate maintenance_steps`.execute(db());
  at(900);
  const reads = await statements(async () => {
    for (let request = 0; request < 3; request += 1) expect(await isWell()).toBe(false);
  });
  expect(reads.filter((text) => text.includes("maintenance_steps"))).toEqual([]);
  at(1100);
  expect(await isWell()).toBe(true);
  at(11_000);
  expect((await statements(isWell)).filter((text) => text.includes("maintenance_steps"))).toEqual([]);
  at(11_200);
  expect((await statements(isWell)).filter((text) => text.includes("maintenance_steps"))).toHaveLength(1);
  clock.mockRestore();
});
