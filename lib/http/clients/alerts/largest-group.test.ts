import { afterAll, beforeAll, expect, test } from "vitest";
import { signalIntake } from "@/lib/engine/heartbeats/intake";
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
