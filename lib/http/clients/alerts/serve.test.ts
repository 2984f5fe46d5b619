import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signalIntake } from "@/lib/engine/heartbeats/intake";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
const door = useFrontDoor();

beforeAll(async () => {
  signalIntake().start();
});
afterAll(() => signalIntake().stop());

interface Made {
  readonly id: number;
  readonly token: string;
}

async function make(request: object = {}, change: object = {}): Promise<Made> {
  const body = { name: "Prometheus", protocol: "external", request, ...change };
  const made = await api(accounts.prjWrite).post("/uptime/monitors", body);
  expect(made.status, made.text).toBe(201);
  return { id: made.body.id, token: made.body.request.token };
}

async function post(path: string, body: object | string, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const sent = { method: "POST", body: text, headers: { "Content-Type": "application/json", ...headers } };
  const answer = await door.ask(path, sent);
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) };
}

async function statusOf(id: number): Promise<string> {
  return (await api(accounts.prjWrite).get(`/uptime/monitors/${id}`)).body.status;
}
const becomes = (id: number, status: string) => expect.poll(() => statusOf(id)).toBe(status);

async function incidentsOf(id: number) {
  const { body } = await api(accounts.prjWrite).get(`/uptime/incidents?monitor_id=${id}`);
  return body.data.map(({ title, status }: { title: string; status: string }) => `${status}: ${title}`);
}

async function openAlerts(id: number) {
  return (await api(accounts.prjWrite).get(`/uptime/monitors/${id}/heartbeat`)).body.open_alerts;
}

const firing = (fingerprint: string, summary: string, status = "firing") => ({
  status,
  labels: { alertname: "Slow", instance: "api-1" },
  annotations: summary ? { summary } : {},
  startsAt: "2026-11-26T12:00:00Z",
  endsAt: "0001-01-01T00:00:00Z",
  generatorURL: "http://prometheus/graph",
  fingerprint,
});
const webhook = (...alerts: object[]) => ({
  ...{ version: "4", groupKey: "{}:{}", status: "firing", receiver: "vedette", truncatedAlerts: 0 },
  ...{ groupLabels: {}, commonLabels: {}, commonAnnotations: {}, externalURL: "http://alertmanager" },
  alerts,
});

describe("alerts of other systems", () => {
  test.each(["alertmanager", "grafana"])(
    "%s: a monitor is down while any of its alerts is open",
    async (format) => {
      const { id, token } = await make();
      const send = (...alerts: object[]) => post(`/api/in/${token}/${format}`, webhook(...alerts));
      expect((await send(firing("a", "API is slow"), firing("b", ""))).status).toBe(200);
      await becomes(id, "offline");
      await expect.poll(() => incidentsOf(id)).toHaveLength(1);
      await send(firing("a", "API is slow"));
      await send(firing("a", "", "resolved"));
      await expect.poll(() => openAlerts(id)).toMatchObject([{ key: "b", title: "Slow on api-1" }]);
      expect(await statusOf(id)).toBe("offline");
      await send(firing("b", "", "resolved"));
      await becomes(id, "online");
      expect(await incidentsOf(id)).toEqual([expect.stringMatching(/^recovered: Prometheus is down: /)]);
    },
  );

  test("an acknowledgment in PagerDuty or Opsgenie acknowledges the incident under the sender's name", async () => {
    const { id, token } = await make();
    const pagerDuty = (event: object) => post("/v2/enqueue", { routing_key: token, ...event });
    const opsgenie = (path: string, body: object) =>
      post(`/v2/alerts${path}`, body, { Authorization: `GenieKey ${token}` });
    const [key, payload] = ["disk", { summary: "Disk full", source: "db-1", severity: "critical" }];
    const acknowledged = async () => {
      const { body } = await api(accounts.prjWrite).get(`/uptime/incidents?monitor_id=${id}`);
      return body.data.map((each: { acknowledged_by: string | null }) => each.acknowledged_by);
    };
    await pagerDuty({ event_action: "trigger", dedup_key: key, payload });
    // Someone else's key changes nothing, and is answered as by PagerDuty.
    expect((await pagerDuty({ event_action: "acknowledge", dedup_key: "other", client: "Bo" })).status).toBe(
      202,
    );
    await expect.poll(acknowledged).toEqual([null]);
    await pagerDuty({ event_action: "acknowledge", dedup_key: key, client: "Ada's pager" });
    await expect.poll(acknowledged).toEqual(["Ada's pager"]);
    expect((await opsgenie("/disk/acknowledge?identifierType=alias", { user: "Bo" })).status).toBe(202);
    await pagerDuty({ event_action: "resolve", dedup_key: key });
    await becomes(id, "online");
    expect(await acknowledged()).toEqual(["Ada's pager"]);
    const other = await make();
    const key2 = { Authorization: `GenieKey ${other.token}` };
    await post("/v2/alerts", { message: "Slow", alias: "slow" }, key2);
    await post("/v2/alerts/slow/acknowledge?identifierType=alias", { user: "Bo", source: "bot" }, key2);
    const entries = async () => {
      const { body } = await api(accounts.prjWrite).get(`/uptime/incidents?monitor_id=${other.id}`);
      const [incident] = body.data;
      if (!incident) return [];
      const timeline = await api(accounts.prjWrite).get(`/uptime/incidents/${incident.id}/timeline`);
      return timeline.body.entries.map(({ text }: { text: string }) => text);
    };
    await expect.poll(entries).toContain("Bo acknowledged the incident.");
  });

  test("PagerDuty's events open, acknowledge, and resolve by their dedup key", async () => {
    const { id, token } = await make();
    const send = (event: object) => post("/v2/enqueue", { routing_key: token, ...event });
    const payload = { summary: "Disk full", source: "db-1", severity: "critical" };
    const opened = await send({ event_action: "trigger", payload });
    expect(opened).toMatchObject({ status: 202, body: { status: "success" } });
    await becomes(id, "offline");
    const { dedup_key } = opened.body;
    expect((await send({ event_action: "acknowledge", dedup_key })).status).toBe(202);
    expect(await statusOf(id)).toBe("offline");
    expect((await send({ event_action: "resolve", dedup_key })).status).toBe(202);
    await becomes(id, "online");
    expect((await send({ event_action: "resolve" })).body.message).toContain("dedup_key is required");
    expect((await send({ event_action: "trigger" })).status).toBe(400);
    expect(
      (await send({ routing_key: "unknown-routing-key", event_action: "trigger", payload })).status,
    ).toBe(404);
  });

  test("Opsgenie's alerts open and close by alias, or by the ID of their request", async () => {
    const { id, token } = await make();
    const headers = { Authorization: `GenieKey ${token}` };
    const alias = "disk/db 1";
    expect((await post("/v2/alerts", { message: "Disk full", alias }, headers)).status).toBe(202);
    await becomes(id, "offline");
    const path = `/v2/alerts/${encodeURIComponent(alias)}`;
    expect((await post(`${path}/acknowledge?identifierType=alias`, {}, headers)).status).toBe(202);
    expect((await post(`${path}/close?identifierType=alias`, {}, headers)).status).toBe(202);
    await becomes(id, "online");
    const opened = await post("/v2/alerts", { message: "Again" }, headers);
    await becomes(id, "offline");
    await post(`/v2/alerts/${opened.body.requestId}/close?identifierType=id`, "", headers);
    await becomes(id, "online");
    expect((await post("/v2/alerts", { message: "Disk full" })).status).toBe(404);
    expect((await post("/v2/alerts/%ff/close", {}, headers)).status).toBe(404);
  });

  test("any JSON opens and recovers by the mapping, and keeps payloads that match nothing", async () => {
    const request = {
      open_when: '$.state == "alerting"',
      recover_when: "$.state == ok",
      key: "$.rule.id",
      title: "$.rule.name",
    };
    const { id, token } = await make(request);
    const send = (state: string, rule: object) => post(`/api/in/${token}/json`, { state, rule });
    await send("alerting", { id: 7, name: "Queue is long" });
    await becomes(id, "offline");
    await send("pending", { id: 7 });
    await send("ok", { id: 8 });
    const signals = () =>
      run`select kind, run_id, message, body from heartbeat_signals where monitor_id = ${id} order by id`;
    expect(await signals()).toMatchObject([
      { kind: "fail", run_id: "7", message: "Queue is long" },
      { kind: "log", run_id: "7" },
      { kind: "success", run_id: "8" },
    ]);
    expect(await statusOf(id)).toBe("offline");
    const other = { open_when: "rule.name", recover_when: "$.state == pending", title: "rule.name" };
    const tried = async () =>
      (await api(accounts.prjRead).post(`/uptime/monitors/${id}/try-mapping`, other)).body.payloads;
    await expect.poll(tried).toMatchObject([
      { number: 3, effect: "none", payload: '{"state":"ok","rule":{"id":8}}' },
      { number: 2, effect: "recovers" },
      { number: 1, effect: "opens", title: "Queue is long" },
    ]);
    await send("ok", { id: 7 });
    await becomes(id, "online");
    const wrong = await api(accounts.prjWrite).post(`/uptime/monitors/${id}`, {
      request: { key: "rule..id" },
    });
    expect([wrong.status, wrong.body.message]).toEqual([
      422,
      'request.key must be a path such as $.rule.id; character 5 must begin .name, [0], or ["name"], got "rule..id".',
    ]);
  });

  test("a mass outage in one group opens an incident, and its end recovers it", async () => {
    const { id, token } = await make();
    const group = (status: string) =>
      webhook(
        ...Array.from({ length: 6000 }, (_, at) => firing(`alert ${at}`, `Slow ${"x".repeat(200)}`, status)),
      );
    const send = (status: string) => post(`/api/in/${token}/alertmanager`, group(status));
    expect((await send("firing")).status).toBe(200);
    await becomes(id, "offline");
    expect((await send("resolved")).status).toBe(200);
    await becomes(id, "online");
  });

  test("alerts that fire while others in the group resolve continue the outage", async () => {
    const { id, token } = await make();
    const send = (...alerts: object[]) => post(`/api/in/${token}/alertmanager`, webhook(...alerts));
    await send(firing("a", "First"));
    await becomes(id, "offline");
    await send(firing("a", "First", "resolved"), firing("b", "Second"));
    await expect.poll(() => openAlerts(id)).toMatchObject([{ key: "b" }]);
    expect(await incidentsOf(id)).toEqual(["ongoing: Prometheus is down: First"]);
  });

  test("webhooks like Alertmanager's open and recover alerts by their labels", async () => {
    const { id, token } = await make();
    const send = (status: string, labels: unknown) =>
      post(`/api/in/${token}/alertmanager`, { status, alerts: [{ labels, annotations: null }] });
    expect((await send("firing", { alertname: "Disk", count: 3 })).status).toBe(200);
    await becomes(id, "offline");
    await expect.poll(() => incidentsOf(id)).toEqual(["ongoing: Prometheus is down: Disk"]);
    await send("resolved", { count: 3, alertname: "Disk" });
    await becomes(id, "online");
  });

  test("an alert in Latin-1, with nulls, or with a long key isn't lost", async () => {
    const { id, token } = await make();
    const event = {
      routing_key: token,
      dedup_key: null,
      payload: { summary: "Größe", source: null },
    };
    const latin1 = Buffer.from(JSON.stringify({ ...event, event_action: "trigger" }), "latin1");
    expect((await door.ask("/v2/enqueue", { method: "POST", body: latin1 })).status).toBe(202);
    await expect.poll(() => incidentsOf(id)).toEqual(["ongoing: Prometheus is down: Größe"]);
    const key = { Authorization: `GenieKey ${token}` };
    const alias = "ü".repeat(500);
    await post("/v2/alerts", { message: "Full", alias, source: null }, key);
    const path = `/v2/alerts/${encodeURIComponent(alias)}`;
    const put = { method: "PUT", body: '{"message":"Fuller"}', headers: key };
    expect((await door.ask(`${path}/message`, put)).status).toBe(202);
    expect((await post(`${path}/close?identifierType=alias`, {}, key)).status).toBe(202);
    expect((await post("/v2/alerts", { message: "Again", alias: "" }, key)).status).toBe(202);
    await expect.poll(() => openAlerts(id)).toMatchObject([{ title: "Größe" }, { title: "Again" }]);
    for (const alert of await openAlerts(id)) {
      const path = `/v2/alerts/${encodeURIComponent(alert.key)}`;
      expect((await door.ask(path, { method: "DELETE", headers: key })).status).toBe(202);
    }
    await becomes(id, "online");
  });

  test("alerts that one sender has for two monitors are two incidents", async () => {
    const [one, two] = [await make(), await make({}, { name: "Grafana" })];
    for (const { id, token } of [one, two]) {
      await post(`/api/in/${token}/alertmanager`, webhook(firing("same", "API is slow")));
      await becomes(id, "offline");
    }
    expect(await incidentsOf(one.id)).toEqual(["ongoing: Prometheus is down: API is slow"]);
    expect(await incidentsOf(two.id)).toEqual(["ongoing: Grafana is down: API is slow"]);
  });

  test("several failures or successes that the monitor requires are confirmed by the clock", async () => {
    const { id, token } = await make({}, { incident_confirmations: 2 });
    await post(`/api/in/${token}/alertmanager`, webhook(firing("a", "")));
    await post(`/api/in/${token}/alertmanager`, webhook(firing("a", "")));
    await becomes(id, "offline");
  });

  test("unknown tokens, heartbeats, wrong bodies, and large ones are refused", async () => {
    const { id, token } = await make();
    const statusAt = async (path: string, body: object | string) => (await post(path, body)).status;
    expect(await statusAt("/api/in/unknown-token/alertmanager", webhook())).toBe(404);
    expect(await statusAt(`/api/in/${token}/nothing`, {})).toBe(404);
    const heartbeat = await api(accounts.prjWrite).post("/uptime/monitors", {
      ...{ name: "Job", protocol: "heartbeat", request: {} },
    });
    expect(await statusAt(`/api/in/${heartbeat.body.request.token}/json`, {})).toBe(404);
    expect((await door.ask(`/ping/${token}`)).status).toBe(404);
    expect(await statusAt(`/api/in/${token}/alertmanager`, "{")).toBe(400);
    expect(await statusAt(`/api/in/${token}/alertmanager`, { alerts: [{ status: "firing" }] })).toBe(400);
    expect(await statusAt(`/api/in/${token}/json`, { text: "x".repeat(8 * 1024 * 1024) })).toBe(413);
    expect((await door.ask(`/api/in/${token}/json`)).status).toBe(405);
    expect(await statusAt(`/api/in/${token}/json`, { text: "x".repeat(200_000) })).toBe(200);
    expect(
      await run`select body_bytes, length(body) as kept from heartbeat_signals where monitor_id = ${id}`,
    ).toMatchObject([{ body_bytes: 200_011, kept: 100_000 }]);
  });

  test("a sender that sends too much is asked to try again", async () => {
    const { token } = await make();
    const send = () => post(`/api/in/${token}/json`, {});
    for (let sent = 0; sent < 600; sent += 50) await Promise.all(Array.from({ length: 50 }, send));
    const { status, headers } = await send();
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([503, true]);
  });
});
