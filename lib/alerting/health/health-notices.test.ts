import { beforeEach, expect, test } from "vitest";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { tasks } from "@/lib/jobs/tasks";
import { makeMonitor } from "@/lib/testing/checks";
import { makeUser } from "@/lib/testing/notifications/notification-setup";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { sendHealthNotices } from "./health-notices";

const scene = useScene();

beforeEach(async () => {
  await run`truncate runners, region_quarantines, outbox_mails cascade`;
  await run`delete from projects where id <> ${scene.projectId}`;
  await run`delete from graphile_worker._private_jobs`;
  await makeUser(scene, "Ada", "owner");
  await makeUser(scene, "Ben", "member");
  await makeMonitor(scene.projectId);
});

async function ordered(): Promise<{ title: string; facts: unknown }[]> {
  const rows = await run`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'system_mail' order by j.id`;
  for (const { payload } of rows) await tasks.system_mail(payload);
  await run`delete from graphile_worker._private_jobs`;
  return rows.map(({ payload }) => payload.message);
}

const OFFLINE: SelfCheckFailure = {
  kind: "network_unreachable",
  lost: [{ ip_version: 4, answered: 0, asked: 3 }],
};
const runner = (failure: SelfCheckFailure | null, region: string | null = "eu-deu-fra") =>
  run`insert into runners (name, region, kind, token_hash, last_seen_at, report)
     values ('Frankfurt 1', ${region}, 'remote', sha256(random()::text::bytea), now(), jsonb_build_object('self_check_failures', ${JSON.stringify(failure ? [failure] : [])}::jsonb))`;

test("emails owners once when a runner's network self-check fails, and again for a new episode", async () => {
  await runner(OFFLINE);
  expect(await sendHealthNotices()).toBe(1);
  expect(await sendHealthNotices()).toBe(0);
  expect(await ordered()).toEqual([
    expect.objectContaining({
      title: "Runner Frankfurt 1 failed its network self-check",
      facts: [{ label: "Reason", value: expect.stringContaining("0 of 3 connectivity checks") }],
    }),
  ]);
  const rows = await run`select recipient, subject from outbox_mails`;
  expect(rows).toEqual([
    expect.objectContaining({
      recipient: expect.stringContaining("ada"),
      subject: expect.stringContaining("failed its network self-check"),
    }),
  ]);
  await run`update runners set self_check_noticed_at = now() - interval '61 minutes'`;
  expect(await sendHealthNotices()).toBe(1);
});

test.each<[SelfCheckFailure, string]>([
  [{ kind: "dns_no_response", error: "ETIMEOUT" }, "failed its DNS self-check"],
  [{ kind: "event_loop_lag", lag_ms: 800 }, "is overloaded"],
])("the email names the failed self-check: %j", async (failure, said) => {
  await runner(failure);
  expect(await sendHealthNotices()).toBe(1);
  expect(await ordered()).toEqual([expect.objectContaining({ title: `Runner Frankfurt 1 ${said}` })]);
});

test("sends nothing for a healthy runner, a silent runner, or an unused region", async () => {
  await runner(null);
  await runner(OFFLINE, "na-usa-iad");
  await runner(OFFLINE);
  await run`update runners set last_seen_at = now() - interval '3 minutes' where region = 'eu-deu-fra'`;
  expect(await sendHealthNotices()).toBe(0);
});

test("emails owners once per quarantine, and not for a gate of a minute", async () => {
  const quarantine = (kind: string, since: string) =>
    run`insert into region_quarantines (region, kind, since, reason) values ('eu-deu-fra', ${kind}, ${since}, 'alone on 5 of 6 monitors')
       on conflict (region) do update set kind = ${kind}, since = ${since}, released_at = null`;
  await quarantine("gated", "2026-03-01T00:00:00Z");
  expect(await sendHealthNotices()).toBe(0);
  await quarantine("quarantined", "2026-03-01T00:01:00Z");
  expect([await sendHealthNotices(), await sendHealthNotices()]).toEqual([1, 0]);
  await quarantine("quarantined", "2026-03-02T00:00:00Z");
  expect(await sendHealthNotices()).toBe(1);
  expect((await ordered()).map(({ title }) => title)).toEqual(
    Array(2).fill("Region quarantined: Frankfurt, Germany"),
  );
});

const minutesPass = (minutes: number) =>
  run`update runners set silence_noted_at = silence_noted_at - make_interval(mins => ${minutes})`;
const heard = (secondsAgo: number) =>
  run`update runners set last_seen_at = now() - make_interval(secs => ${secondsAgo}) where kind = 'remote'`;
const titles = async () => (await ordered()).map(({ title }) => title);

test("emails owners once when a runner stays silent, naming who checks meanwhile, and not for a restart", async () => {
  await runner(null);
  await heard(600);
  expect(await sendHealthNotices()).toBe(0);
  await heard(1);
  await minutesPass(5);
  expect(await sendHealthNotices()).toBe(0);
  await heard(7200);
  await sendHealthNotices();
  await minutesPass(5);
  // It reports between two evaluations, then goes silent again.
  await heard(120);
  expect(await sendHealthNotices()).toBe(0);
  await heard(7200);
  await run`update runners set silence_noted_at = null`;
  // The server was down for a long time, and this is the first evaluation. Silent runners may report any moment.
  expect(await sendHealthNotices()).toBe(0);
  await minutesPass(5);
  expect([await sendHealthNotices(), await sendHealthNotices()]).toEqual([1, 0]);
  const [mail] = await ordered();
  expect(mail).toMatchObject({
    title: "Runner Frankfurt 1 in Frankfurt, Germany has stopped reporting",
    lines: [
      "Nothing is being checked from Frankfurt, Germany. Outages visible only from there go unnoticed until the runner is back.",
      expect.stringContaining("revoke the runner"),
    ],
  });
  await heard(1);
  await sendHealthNotices();
  await heard(600);
  await sendHealthNotices();
  await minutesPass(5);
  expect(await sendHealthNotices()).toBe(0);
  await run`update runners set silence_noticed_at = now() - interval '2 hours'`;
  expect(await sendHealthNotices()).toBe(1);
});

test("the email names the fallback: another runner of the region, or the built-in runner", async () => {
  await runner(null);
  await heard(600);
  await sendHealthNotices();
  await minutesPass(5);
  await run`insert into runners (name, region, kind, token_hash, last_seen_at) values ('local', null, 'local', 'a', now()),
       ('Frankfurt 2', 'eu-deu-fra', 'remote', 'b', now())`;
  expect(await sendHealthNotices()).toBe(1);
  expect((await ordered())[0]).toMatchObject({
    lines: ["Meanwhile, Frankfurt 2 is running its checks.", expect.anything()],
  });
});

test("emails owners about a silent built-in runner only if a used region has no other", async () => {
  await runner(null);
  await run`insert into runners (name, region, kind, token_hash, last_seen_at)
    values ('local', null, 'local', 'a', now() - interval '1 hour')`;
  const silent = async () => {
    await sendHealthNotices();
    await minutesPass(5);
    await sendHealthNotices();
    return titles();
  };
  expect(await silent()).toEqual([]);
  await makeMonitor(scene.projectId, { regions: ["as-jpn-hnd"] });
  expect(await silent()).toEqual(["The built-in runner has stopped reporting"]);
});
