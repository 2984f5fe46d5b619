import { expect, test, vi } from "vitest";
import { log } from "@/lib/shared/log";
import { db } from "@/lib/store/core/pool";
import { nextIncidentNumber } from "@/lib/store/incidents/numbers";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "./ingest";
import { reportMonitors } from "./report";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
const target = (url: string) => ({ ...quick, request: JSON.stringify({ method: "GET", url }) });
const send = (...results: Parameters<typeof ingest>[0]) => ingest(results, null, NOW);

async function incidents(projectId: number) {
  return db().selectFrom("incidents").selectAll().where("project_id", "=", projectId).orderBy("id").execute();
}
async function keys(projectId: number) {
  const rows = await run`select key from events where project_id = ${projectId} order by id`;
  return rows.map((row) => row.key.replace("uptime.incident.", ""));
}
const refused = (id: number, at: number, address: string) =>
  check(id, at, "down", { remote_address: address });

test("the same kind of problem on the same host joins: propagated, partially recovered, recovered", async () => {
  const { projectId } = await makeScene();
  const a = await makeMonitor(projectId, target("https://shop.example.com/a"));
  const b = await makeMonitor(projectId, target("https://shop.example.com/b"));
  await send(refused(a, ago(100), "192.0.2.1"));
  await send(refused(b, ago(90), "192.0.2.2"));
  expect(await incidents(projectId)).toHaveLength(1);
  await send(check(a, ago(60)));
  await send(refused(b, ago(59), "192.0.2.2"));
  expect((await incidents(projectId))[0]?.status).toBe("ongoing");
  await send(check(b, ago(50)));
  const [incident] = await incidents(projectId);
  expect(incident).toMatchObject({ status: "recovered", recovery_at: new Date(ago(50)) });
  expect(await keys(projectId)).toEqual(["created", "propagated", "partially_recovered", "recovered"]);
  // Each monitor was down only while it was failing itself. Both were created later, so their history starts with the incident.
  const reports = await reportMonitors(projectId, [a, b], new Date(ago(3600)), new Date(NOW));
  expect(reports.map(({ downtime }) => downtime)).toEqual([40, 40]);
});

test("a monitor that fails again rejoins the open incident", async () => {
  const { projectId } = await makeScene();
  const a = await makeMonitor(projectId, target("https://shop.example.com/a"));
  const b = await makeMonitor(projectId, target("https://shop.example.com/b"));
  await send(refused(a, ago(100), "192.0.2.1"), refused(b, ago(99), "192.0.2.1"));
  await send(check(a, ago(80)));
  await send(refused(a, ago(70), "192.0.2.1"));
  expect(await incidents(projectId)).toHaveLength(1);
  expect(await keys(projectId)).toEqual(["created", "propagated", "partially_recovered", "propagated"]);
  await send(check(a, ago(40)), check(b, ago(60)));
  expect((await incidents(projectId))[0]).toMatchObject({
    status: "recovered",
    recovery_at: new Date(ago(40)),
  });
});

test("counts no downtime between a recovery and rejoining the incident, however the results arrive", async () => {
  const { projectId } = await makeScene();
  const made = ["a", "b", "c"].map((name) =>
    makeMonitor(projectId, target(`https://shop.example.com/${name}`)),
  );
  const [a = 0, b = 0, c = 0] = await Promise.all(made);
  const at = (id: number, seconds: number) => refused(id, ago(seconds), "192.0.2.1");
  await send(at(a, 100), at(b, 100), at(c, 100));
  await send(check(a, ago(80)), check(b, ago(80)));
  await send(at(a, 40));
  await send(check(a, ago(30)));
  // In one batch: fails again, recovers, fails, recovers.
  await send(at(b, 40), check(b, ago(30)), at(b, 20), check(b, ago(10)));
  await send(check(c, ago(5)));
  expect(await incidents(projectId)).toHaveLength(1);
  const reports = await reportMonitors(projectId, [a, b, c], new Date(ago(3600)), new Date(NOW));
  expect(reports.map(({ downtime }) => downtime)).toEqual([30, 40, 95]);
});

test("another error class, another host, an old incident, or disabled merging opens a separate incident", async () => {
  const { projectId } = await makeScene();
  const shop = "https://shop.example.com/";
  const made = await Promise.all(
    [shop, shop, "https://other.example.org/", shop, shop].map((url) => makeMonitor(projectId, target(url))),
  );
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = made;
  await send(refused(a, ago(100), "192.0.2.1"));
  await send(check(b, ago(99), "down", { error: { code: "http_timeout", message: "timed out" } }));
  await send(refused(c, ago(98), "198.51.100.7"));
  expect(await incidents(projectId)).toHaveLength(3);
  await run`update incidents set updated_at = ${new Date(ago(3601))} where project_id = ${projectId}`;
  await send(refused(d, ago(97), "192.0.2.1"));
  expect(await incidents(projectId)).toHaveLength(4);
  await run`update projects set use_incident_merging = false where id = ${projectId}`;
  await send(refused(e, ago(96), "192.0.2.1"));
  expect(await incidents(projectId)).toHaveLength(5);
});

test("failures confirmed simultaneously on two servers become one incident", async () => {
  const { projectId } = await makeScene();
  const ids = await Promise.all(
    Array.from({ length: 8 }, () => makeMonitor(projectId, target("https://shop.example.com/"))),
  );
  await Promise.all(ids.map((id) => send(refused(id, ago(30), "192.0.2.1"))));
  expect(await incidents(projectId)).toHaveLength(1);
  await Promise.all(ids.map((id) => send(check(id, ago(20)))));
  expect((await incidents(projectId))[0]?.status).toBe("recovered");
});

test("opens an incident while another transaction changes an unrelated one of the project", async () => {
  const { projectId } = await makeScene();
  const a = await makeMonitor(projectId, target("https://shop.example.com/"));
  const b = await makeMonitor(projectId, target("https://other.example.org/"));
  await send(refused(a, ago(100), "192.0.2.1"));
  const [first] = await incidents(projectId);
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx
        .selectFrom("incidents")
        .select("id")
        .where("project_id", "=", projectId)
        .where("id", "=", first?.id ?? 0)
        .forNoKeyUpdate()
        .execute();
      await send(refused(b, ago(90), "198.51.100.7"));
    });
  expect(await incidents(projectId)).toHaveLength(2);
});

test("joins an incident while another transaction numbers a new one of the project", async () => {
  const { projectId } = await makeScene();
  const a = await makeMonitor(projectId, target("https://shop.example.com/a"));
  const b = await makeMonitor(projectId, target("https://shop.example.com/b"));
  await send(refused(a, ago(100), "192.0.2.1"));
  await db()
    .transaction()
    .execute(async (trx) => {
      await nextIncidentNumber(trx, projectId);
      await send(refused(b, ago(90), "192.0.2.1"));
    });
  expect(await incidents(projectId)).toHaveLength(1);
});

test("concurrent batches open each problem once, without deadlocks", async () => {
  const { projectId } = await makeScene();
  const problems = ["shop", "blog", "mail"];
  const deadlocks = vi.spyOn(log, "info");
  for (let round = 0; round < 2; round += 1) {
    const made = problems.flatMap((name) =>
      Array.from({ length: 6 }, () =>
        makeMonitor(projectId, target(`https://${name}-${round}.example.com/`)),
      ),
    );
    const ids = await Promise.all(made);
    // Each batch has a monitor of every problem, half of them in another order.
    const batches = Array.from({ length: 6 }, (_, index) => ids.filter((_, at) => at % 6 === index));
    const failing = (id: number, seconds: number) =>
      refused(id, ago(seconds), `192.0.2.${Math.floor(ids.indexOf(id) / 6)}`);
    const turned = (batch: number[], index: number) => (index % 2 === 0 ? batch : [...batch].reverse());
    await Promise.all(
      batches.map((batch, index) => send(...turned(batch, index).map((id, at) => failing(id, 100 - at)))),
    );
    expect(await incidents(projectId)).toHaveLength(problems.length * (round + 1));
    await Promise.all(batches.map((batch) => send(...batch.map((id) => check(id, ago(80))))));
  }
  const all = await incidents(projectId);
  expect(all.every(({ status }) => status === "recovered")).toBe(true);
  expect(all.map(({ number }) => Number(number))).toEqual(all.map((_, index) => index + 1));
  const opened = (await keys(projectId)).filter((key) => key === "created");
  expect(opened).toHaveLength(all.length);
  expect(deadlocks.mock.calls.filter(([message]) => message === "retrying transaction")).toEqual([]);
});
