import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SignalIntake, signalIntake } from "@/lib/engine/heartbeats/intake";
import { NO_BODY, stamped } from "@/lib/http/signals/answer";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { BLOCK_MAX_MS, leastCostOf } from "@/lib/testing/limits/cost";
import { useFrontDoor } from "@/lib/testing/pages/front-door";

const ALERTS = 5000;
const FIRING = 1000;
const DESCRIPTION_CHARS = 1100;

const accounts = useAccounts();
const door = useFrontDoor();
beforeAll(() => signalIntake().start());
afterAll(() => signalIntake().stop());

const group = (firing: number) => {
  const alerts = Array.from({ length: ALERTS }, (_, at) => ({
    status: at < firing ? "firing" : "resolved",
    labels: { alertname: "Down", instance: `10.0.0.${at}:9100`, job: "node", severity: "critical" },
    annotations: { summary: `Instance ${at} is down`, description: "d".repeat(DESCRIPTION_CHARS) },
    startsAt: "2026-11-26T12:00:00Z",
    endsAt: "0001-01-01T00:00:00Z",
    generatorURL: "http://prometheus/graph",
    fingerprint: at.toString(16).padStart(16, "0"),
  }));
  return JSON.stringify({ version: "4", status: "firing", alerts });
};

test("the largest group doesn't block others, neither the first time nor again, and opens one incident", async () => {
  const client = api(accounts.prjWrite);
  const monitor = { name: "Prometheus", protocol: "external", request: {} };
  const { id, request } = (await client.post("/uptime/monitors", monitor)).body;
  const body = group(FIRING);
  const post = () => door.ask(`/api/in/${request.token}/alertmanager`, { method: "POST", body });
  // The first of each runs code that isn't compiled yet.
  await post();
  const cost = await leastCostOf(post);
  expect(cost.result.status).toBe(200);
  expect(cost.longestBlockMs).toBeLessThan(BLOCK_MAX_MS);
  const status = async () => (await client.get(`/uptime/monitors/${id}`)).body.status;
  await expect.poll(status, { timeout: 20_000 }).toBe("offline");
  const incidents = await client.get(`/uptime/incidents?monitor_id=${id}`);
  expect(incidents.body.data).toHaveLength(1);
});

test("parts of a group that two servers receive at once are one incident, and so is its end", async () => {
  const client = api(accounts.prjWrite);
  const monitor = { name: "Two servers", protocol: "external", request: {} };
  const { id } = (await client.post("/uptime/monitors", monitor)).body;
  const second = new SignalIntake(mkdtempSync(path.join(tmpdir(), "vedette-second-")));
  const sender = { method: "POST", header: () => undefined, address: "192.0.2.1" };
  const key = { projectId: accounts.projects.app, monitorId: id };
  const send = (kind: "fail" | "success") =>
    Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const alert = { kind, runId: `alert-${at}`, exitStatus: null, message: `Alert ${at}`, runMs: null };
        return [signalIntake(), second][at % 2]?.accept(stamped(alert, sender, key, NO_BODY));
      }),
    );
  const status = async () => (await client.get(`/uptime/monitors/${id}`)).body.status;
  await send("fail");
  await expect.poll(status, { timeout: 20_000 }).toBe("offline");
  await send("success");
  await expect.poll(status, { timeout: 20_000 }).toBe("online");
  const { body } = await client.get(`/uptime/incidents?monitor_id=${id}`);
  expect(body.data.map((incident: { status: string }) => incident.status)).toEqual(["recovered"]);
  await second.stop();
});
