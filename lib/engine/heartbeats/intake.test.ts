import { afterAll, expect, test } from "vitest";
import { uuidAt } from "@/lib/domain/core/time-uuid";
import { HOUR_MS } from "@/lib/shared/durations";
import { sha256 } from "@/lib/shared/secret";
import { registerHeartbeats } from "@/lib/store/checks/heartbeats";
import { noteReception } from "@/lib/store/checks/reception";
import { tx } from "@/lib/store/core/tx";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { loseNodeOf } from "@/lib/testing/databases/away-node";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { faultsOf } from "@/lib/testing/statements/shard-rule";
import { statements } from "@/lib/testing/statements/statements";
import { evaluateDueHeartbeats } from "./deadlines";
import { signalIntake } from "./intake";
import { RECEPTION_MAX_MS } from "./process";

useDatabase();
const onCitus = await isOnCitus();
const intake = () => signalIntake();
afterAll(() => intake().stop());

async function makeHeartbeat() {
  const { projectId } = await makeScene();
  const request = JSON.stringify({ period: 60, grace: 60 });
  const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
  const monitorId = await makeMonitor(projectId, { protocol: "heartbeat", request, ...quick });
  const row = { monitorId, tokenHash: sha256(`token ${monitorId}`), slug: null };
  await tx((trx) => registerHeartbeats(trx, projectId, [row]));
  return { projectId, monitorId };
}

const accept = (key: Awaited<ReturnType<typeof makeHeartbeat>>, kind: "success" | "fail" = "success") =>
  intake().accept({
    ...{ ...key, id: uuidAt(Date.now()), kind, runId: null, exitStatus: null, message: null },
    ...{ receivedAt: Date.now(), runMs: null, method: "GET", userAgent: null, address: null, body: null },
    bodyBytes: 0,
  });

const states = async (...ids: number[]) =>
  (
    await run<{
      status: string;
    }>`select status from monitor_states where monitor_id = any (${ids}) order by monitor_id`
  ).map(({ status }) => status);

test.skipIf(onCitus)("signals and deadlines of other nodes don't wait for one that is away", async () => {
  // The one whose node is away comes first.
  const [far, near, last] = [await makeHeartbeat(), await makeHeartbeat(), await makeHeartbeat()];
  const returns = await loseNodeOf("heartbeat_signals", far.projectId);
  intake().start();
  await Promise.all([accept(far), accept(near)]);
  await expect.poll(() => states(far.monitorId, near.monitorId)).toEqual(["fetching", "online"]);
  // Also once the one on disk has failed.
  await accept(last);
  await expect.poll(() => states(last.monitorId)).toEqual(["online"]);
  await returns();
  await expect.poll(() => states(far.monitorId)).toEqual(["online"]);

  const back = await loseNodeOf("heartbeats", far.projectId);
  const late = new Date(Date.now() + HOUR_MS);
  await noteReception(late, RECEPTION_MAX_MS);
  await run`delete from heartbeat_gaps`;
  await expect(evaluateDueHeartbeats(late)).rejects.toThrow("connection to the remote node failed");
  expect(await states(far.monitorId, near.monitorId)).toEqual(["online", "offline"]);
  await back();
  await evaluateDueHeartbeats(late);
  expect(await states(far.monitorId, near.monitorId)).toEqual(["offline", "offline"]);
});

test.skipIf(onCitus)("failures are processed before the other signals that wait", async () => {
  const [first, calm, failed] = [await makeHeartbeat(), await makeHeartbeat(), await makeHeartbeat()];
  intake().start();
  await accept(first);
  await Promise.all([accept(failed, "fail"), accept(calm)]);
  await expect.poll(() => states(calm.monitorId, failed.monitorId)).toEqual(["online", "offline"]);
  const [order] =
    await run`select (select xmin::text::bigint from heartbeats where monitor_id = ${failed.monitorId})
    < (select xmin::text::bigint from heartbeats where monitor_id = ${calm.monitorId}) as is_first`;
  expect(order).toEqual({ is_first: true });
});

test("every statement of heartbeats names its project", async () => {
  const heartbeat = await makeHeartbeat();
  intake().start();
  const sent = await statements(async () => {
    await accept(heartbeat);
    await expect.poll(() => states(heartbeat.monitorId)).toEqual(["online"]);
    await noteReception(new Date(), RECEPTION_MAX_MS);
    await evaluateDueHeartbeats(new Date());
  });
  expect(await faultsOf(sent, [/^select status from monitor_states/])).toEqual([]);
});
