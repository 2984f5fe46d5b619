import { runOnce } from "graphile-worker";
import { expect, test } from "vitest";
import { fanOut } from "@/lib/alerting/fan-out";
import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { tasks } from "@/lib/jobs/tasks";
import { createAlertRule, updateAlertRule } from "@/lib/services/alerting/alert-rules";
import { now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { forget } from "@/lib/shared/once";
import { db, pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import {
  certificateEvents,
  certificateFacts,
  makeIntegration,
  makeMonitor,
  useCertificates,
  warnBefore,
} from "@/lib/testing/certificate-scene";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { announceExpiringCertificates, discoverCertificates } from "./certificates";

useCertificates();

/** Records a check with a certificate that expires in this many days. */
const see = (scene: Scene, monitorId: number, fingerprint: string, days: number) =>
  tx((trx) => {
    const facts = certificateFacts(fingerprint, new Date(now().getTime() + days * DAY_MS));
    const { projectId } = scene;
    return discoverCertificates(trx, [projectId], [{ projectId, monitorId, region: "eu-deu-fra", facts }]);
  });

const dueDays = async (scene: Scene) =>
  (await certificateEvents(scene, "expiring")).map(
    ({ entities }) => (entities as { due_days: number[] }).due_days,
  );

/** Returns who was notified of expiring certificates, in order. */
async function notified(scene: Scene): Promise<number[]> {
  for (const { id } of await certificateEvents(scene, "expiring")) await fanOut(id);
  const rows = await run`select integration_id from deliveries where project_id = ${scene.projectId}
    order by event_id`;
  return rows.map(({ integration_id }) => integration_id);
}

const announce = () => announceExpiringCertificates(now());

test("alerts on a short-lived certificate when it is discovered, and not again hourly", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  await warnBefore(scene, 14);
  await see(scene, id, "S1", 20);
  expect(await dueDays(scene)).toEqual([]);
  await see(scene, id, "S2", 5);
  expect(await dueDays(scene)).toEqual([[14]]);
  expect(await announce()).toBe(0);
  expect(await certificateEvents(scene, "discovered")).toHaveLength(2);
});

test("discovering one certificate does not affect others", async () => {
  const scene = await makeScene();
  const [one, other] = [await makeMonitor(scene), await makeMonitor(scene)];
  await see(scene, one.id, "S1", 5);
  await warnBefore(scene, 14);
  await see(scene, other.id, "S2", 5);
  expect(await dueDays(scene)).toHaveLength(1);
  expect(await announce()).toBe(1);
});

test("a new or changed rule alerts immediately on certificates already close to expiry", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  await see(scene, id, "S1", 5);
  await run`delete from graphile_worker._private_jobs`;
  const work = async () => {
    const taskList = { certificates: tasks.certificates } as typeof tasks;
    await runOnce({ pgPool: pool(), taskList, noHandleSignals: true });
    return dueDays(scene);
  };
  const rule = await createAlertRule(
    scene.caller(),
    CreateAlertRule.parse({
      event: "uptime.monitor_certificate.expiring",
      integration_id: await makeIntegration(scene),
      event_settings: { days_before_expiry: 3 },
    }),
  );
  expect(await work()).toEqual([]);
  await updateAlertRule(scene.caller(), rule.id, { event_settings: { days_before_expiry: 7 } });
  expect(await work()).toEqual([[7]]);
});

test("a rule for days already alerted notifies its own integration once, and no integration twice", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  const [first, second] = [await makeIntegration(scene), await makeIntegration(scene)];
  await warnBefore(scene, 14, { destination: first });
  await see(scene, id, "S1", 5);
  await warnBefore(scene, 14, { destination: second });
  expect([await announce(), await announce()]).toEqual([1, 0]);
  await warnBefore(scene, 14, { destination: first });
  expect(await announce()).toBe(0);
  expect(await notified(scene)).toEqual([first, second]);
});

test("a rule alerts on a monitor's certificate once its filters include the monitor", async () => {
  const scene = await makeScene();
  const [one, other] = [await makeMonitor(scene), await makeMonitor(scene)];
  await warnBefore(scene, 14, { monitors: [other.id] });
  await see(scene, one.id, "S1", 5);
  expect(await announce()).toBe(0);
  await db().updateTable("alert_rules").set({ monitors: [] }).execute();
  expect(await announce()).toBe(1);
});

test("records a certificate again only after an hour, even if this server doesn't remember it", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  const seenAt = async () =>
    (await run`select last_seen_at from monitor_certificates where monitor_id = ${id}`)[0].last_seen_at;
  await see(scene, id, "aa", 90);
  const first = await seenAt();
  forget("engine.certificates");
  await see(scene, id, "aa", 90);
  expect(await seenAt()).toEqual(first);
  await run`update monitor_certificates
    set last_seen_at = now() - interval '61 minutes', created_at = now() - interval '61 minutes'
    where monitor_id = ${id}`;
  forget("engine.certificates");
  await see(scene, id, "aa", 90);
  expect((await seenAt()).getTime()).toBeGreaterThanOrEqual(first.getTime());
});
