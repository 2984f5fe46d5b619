import { afterAll, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { addPushDevice } from "@/lib/services/alerting/push-devices";
import { db } from "@/lib/store/core/pool";
import { certificateFacts } from "@/lib/testing/certificate-scene";
import { check, makeMonitor } from "@/lib/testing/checks";
import { deliveriesOf, pass, startMute } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { startPushService } from "@/lib/testing/providers/push-service";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { faultsOf } from "@/lib/testing/statements/shard-rule";
import { statements } from "@/lib/testing/statements/statements";
import { deliverPush } from "./deliver-push";
import { Dispatcher } from "./dispatcher";
import { pushKey } from "./push-secrets";

/** Reads that look for work across projects, outside of transactions. This list may only get shorter. */
const ACROSS = [
  // Finds projects with something to send.
  /^select distinct project_id from (events|deliveries) /,
];

const stage = useNotificationStage({ mail: true });
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const quick = { incident_confirmations: 1, recovery_confirmations: 1 };

const seen = new Set<string>();

/** Runs `work` and returns what its statements on several shards were, with the reason. */
async function faults(work: () => Promise<unknown>): Promise<string[]> {
  const texts = await statements(work);
  for (const text of texts) seen.add(text);
  return faultsOf(texts, ACROSS);
}

const send = (...results: Parameters<typeof ingest>[0]) => faults(() => ingest(results, null, NOW));

test("every statement of ingest names its project", async () => {
  const { projectId } = stage.scene;
  const other = await makeScene();
  const one = await makeMonitor(projectId, quick);
  const same = await makeMonitor(projectId, quick);
  const foreign = await makeMonitor(other.projectId, quick);
  const certificate = certificateFacts("AA", new Date(NOW + 2 * 86_400_000));
  const link = { webhook: await stage.hookFor(CREATED) };
  await stage.makeRule(link.webhook, "uptime.monitor_certificate.expiring", {
    event_settings: { days_before_expiry: 7 },
  });
  expect(await send(check(one, ago(3000)), check(foreign, ago(3000), "up", { certificate }))).toEqual([]);
  // Opens, joins, leaves, recovers, and is corrected by a late result.
  expect(
    await send(check(one, ago(2900), "down", { certificate }), check(foreign, ago(2900), "down")),
  ).toEqual([]);
  expect(await send(check(same, ago(2890), "down"), check(one, ago(2800)))).toEqual([]);
  expect(await send(check(same, ago(2700)), check(foreign, ago(2700)))).toEqual([]);
  expect(await send(check(one, ago(2850)), check(same, ago(2880)))).toEqual([]);
  for (const second of [2500, 2400, 2300, 2200, 2100])
    expect(await send(check(one, ago(second), "down"), check(one, ago(second - 50)))).toEqual([]);
  expect(await send(check(one, ago(2040), "down"))).toEqual([]);
  const rows = await run`select monitor_id, count(*)::int as count from results group by 1 order by 1`;
  expect(rows).toEqual([
    { monitor_id: one, count: 15 },
    { monitor_id: same, count: 3 },
    { monitor_id: foreign, count: 3 },
  ]);
});

const dispatch = () => faults(() => new Dispatcher().runOnce());

test("every statement of fan-out and delivery names its project", async () => {
  const { projectId } = stage.scene;
  const owner = await stage.makeUser("Ada", "owner");
  await stage.hookFor(CREATED, RECOVERED);
  const mail = await stage.makeIntegration("email", { members: [owner] });
  await stage.makeRule(mail, CREATED, { plain: true, rate_limit: 5 });
  const [id, joined] = [await makeMonitor(projectId, quick), await makeMonitor(projectId, quick)];
  await ingest([check(id, ago(60), "down"), check(joined, ago(59), "down")], null, NOW);
  expect(await dispatch()).toEqual([]);
  await ingest([check(id, ago(30)), check(joined, ago(29))], null, NOW);
  expect(await dispatch()).toEqual([]);
  expect(stage.sentEvents()).toEqual([CREATED, RECOVERED]);
  // Rate-limited for an hour: fails over to the owners, waits, and is sent one by one.
  let status = 429;
  stage.receiver.respond = (_, response) => {
    response.writeHead(status, status === 429 ? { "Retry-After": "3600" } : {});
    response.end();
  };
  for (const title of ["One", "Two"]) {
    await stage.openIncident({ title });
    expect(await dispatch()).toEqual([]);
  }
  status = 200;
  await pass(3601);
  expect(await dispatch()).toEqual([]);
  // Fails permanently, and in a storm is sent as a digest.
  status = 400;
  await stage.openIncident({ title: "Three" });
  expect(await dispatch()).toEqual([]);
  await run`update alert_rules set rate_limit_minutes = 0`;
  for (let number = 0; number < 15; number += 1) await stage.openIncident();
  expect(await dispatch()).toEqual([]);
  // Every retry, until the last one fails and pauses the integration.
  for (let number = 0; number < 8; number += 1) {
    await pass(6 * 3600);
    expect(await dispatch()).toEqual([]);
  }
  const made = await deliveriesOf(projectId);
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set(["delivered", "failed", "rate_limited"]));
  expect(made.filter(({ is_digest }) => is_digest)).not.toEqual([]);
  expect(made.filter(({ failed_over_from }) => failed_over_from !== null)).not.toEqual([]);
});

test("every statement of muting names its project", async () => {
  await stage.hookFor(CREATED);
  const userId = await stage.makeUser("Ada", "owner");
  await stage.makeIntegration("email", { members: [userId] });
  const monitorId = await makeMonitor(stage.scene.projectId, quick);
  await startMute(stage.scene, [monitorId]);
  await stage.openIncident({ monitors: [monitorId] });
  expect(await dispatch()).toEqual([]);
  expect((await stage.deliveries()).map(({ status }) => status)).toContain("muted");
});

test("every statement of browser notifications names its project", async () => {
  const { projectId } = stage.scene;
  const service = await startPushService();
  const userId = await stage.makeUser("Ben");
  await db().insertInto("project_members").values({ project_id: projectId, user_id: userId }).execute();
  const browser = await service.browser((await pushKey()).publicKey);
  await addPushDevice(stage.scene.caller({ kind: "session", userId }), browser.subscription, "Firefox");
  for (let number = 0; number < 12; number += 1) await stage.openIncident();
  await new Dispatcher().runOnce();
  const due = () =>
    db().selectFrom("push_deliveries").selectAll().where("project_id", "=", projectId).execute();
  for (const { id } of await due()) expect(await faults(() => deliverPush(id, projectId))).toEqual([]);
  await run`update push_deliveries set next_attempt_at = now() - interval '1 second' where status = 'pending'`;
  for (const { id } of await due()) expect(await faults(() => deliverPush(id, projectId))).toEqual([]);
  const states = (await due()).map(({ status }) => status);
  expect([...new Set(states)].sort()).toEqual(["delivered", "superseded"]);
  await service.close();
});

afterAll(() => expect(seen.size).toBeGreaterThan(100));
