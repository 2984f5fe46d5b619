import { beforeAll, expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { createMonitor } from "@/lib/services/monitors/writes";
import { insertProbes, readProbes } from "@/lib/store/checks/probe-requests";
import { hint } from "@/lib/store/core/hints";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { batchOf } from "@/lib/testing/runners/reports";
import { makeRunner } from "@/lib/testing/runners/runner-callers";
import { MONITOR, useScene } from "@/lib/testing/scene";
import { statements } from "@/lib/testing/statements/statements";
import { authenticateRunner, postResults, type RunnerCaller } from "./authenticate";
import { runnerConfig } from "./config";
import { reportProbe, takeRunnerProbes } from "./probes";
import { revokeRunner } from "./registry";

const scene = useScene("file");
let local: RunnerCaller;
beforeAll(async () => {
  local = await makeRunner("local", null);
});

const never = new AbortController().signal;
const input = () => CreateMonitor.parse(MONITOR);

test("answers 401 to an unknown, missing, or revoked token", async () => {
  await expect(authenticateRunner("nobody")).rejects.toMatchObject({ status: 401 });
  await expect(authenticateRunner(undefined)).rejects.toMatchObject({ status: 401 });
  const runner = await makeRunner("remote", "eu-deu-fra");
  const gone = await makeRunner("remote", "eu-deu-fra");
  await db().updateTable("runners").set({ revoked_at: new Date() }).where("id", "=", gone.id).execute();
  expect(runner.region).toBe("eu-deu-fra");
  await db().deleteFrom("runners").where("kind", "=", "remote").execute();
});

test("sends nothing more to a runner that is revoked while it waits: neither changes nor checks", async () => {
  const runner = await makeRunner("remote", "eu-gbr-lhr");
  await createMonitor(scene.caller(), input());
  const now = await runnerConfig(runner, { since: 0, epoch: "", wait: 0 }, never);
  const news = runnerConfig(runner, { since: now.version, epoch: now.epoch, wait: 20 }, never);
  const orders = takeRunnerProbes(runner, 20, never);
  // Either may be refused while the other is awaited.
  const refused = Promise.all(
    [news, orders].map((waiting) => expect(waiting).rejects.toMatchObject({ status: 401 })),
  );
  await revokeRunner(runner.id);
  await createMonitor(scene.caller(), { ...input(), regions: ["eu-gbr-lhr"] });
  const [probe = ""] = await insertProbes(scene.projectId, [{ region: "eu-gbr-lhr", config: {} }]);
  hint("probes", {});
  await refused;
  expect(await readProbes([probe])).toMatchObject([{ taken_at: null }]);
  await db().deleteFrom("probe_requests").execute();
});

test("accepts a remote runner's results only from its own region", async () => {
  const id = await makeMonitor(scene.projectId, { regions: ["eu-deu-fra", "na-usa-iad"] });
  const remote = await makeRunner("remote", "na-usa-iad");
  await postResults(
    remote,
    batchOf([check(id, Date.now()), check(id, Date.now(), "up", { region: "na-usa-iad" })]),
  );
  const stored = await db().selectFrom("results").select("region").where("monitor_id", "=", id).execute();
  expect(stored).toEqual([{ region: "na-usa-iad" }]);
  await db().deleteFrom("runners").where("id", "=", remote.id).execute();
});

test("gives a probe to one runner, returns its phases and result, and lets no other runner write to it", async () => {
  const config = {
    id: 1,
    project_id: scene.projectId,
    config_version: 0,
    protocol: "http",
    request: { method: "GET", url: "https://example.com/" },
    regions: ["eu-deu-fra"],
    interval_seconds: 60,
    timeout_ms: 10_000,
    success_assertions: [],
  };
  const waiting = takeRunnerProbes(local, 20, never);
  const [id = ""] = await insertProbes(scene.projectId, [{ region: "eu-deu-fra", config }]);
  hint("probes", {});
  const { probes } = await waiting;
  expect(probes.map((probe) => probe.id)).toEqual([id]);
  expect((await takeRunnerProbes(local, 0, never)).probes).toEqual([]);
  await db().updateTable("probe_requests").set({ result: "{}" }).execute();
  const asked = await statements(() => takeRunnerProbes(local, 0, never));
  expect(asked.filter((text) => /probe_requests/.test(text))).toHaveLength(1);
  await db().updateTable("probe_requests").set({ result: null }).execute();
  const phase = { region: "eu-deu-fra", phase: "dns", took_us: 12, detail: null } as const;
  await reportProbe(local, id, { phases: [phase], result: null });
  const stranger = await makeRunner("remote", "eu-deu-fra");
  await reportProbe(stranger, id, { phases: [phase], result: null });
  await reportProbe(local, id, { phases: [phase], result: check(1, Date.now()) });
  const [row] = await readProbes([id]);
  expect(row?.phases).toEqual([phase, phase]);
  expect(row?.result).toMatchObject({ outcome: "up" });
  await db().deleteFrom("runners").where("id", "=", stranger.id).execute();
});
