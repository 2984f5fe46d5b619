import { beforeAll, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { MONITOR, STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
const door = useFrontDoor();
const ids: number[] = [];

beforeAll(async () => {
  const client = api(accounts.prjWrite);
  for (const name of ["Shop", "Secret", 'Quoted "name"'])
    ids.push((await client.post("/uptime/monitors", { ...MONITOR, name })).body.id);
  const page = (subdomain: string, id: number | undefined, change: object) =>
    client.post("/uptime/status-pages", {
      ...STATUS_PAGE,
      ...{ subdomain, components: [{ componentable_type: "uptime/monitor", componentable_id: id }] },
      ...change,
    });
  const group = {
    ...{ componentable_type: "uptime/group", name: "Payments" },
    components: [{ componentable_type: "uptime/monitor", componentable_id: ids[0] }],
  };
  const made = [
    await page("acme", ids[0], { components: [group] }),
    await page("private", ids[1], { access_password: "correct horse", access_token: "a-secret-token" }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  await run`update monitor_states set status = 'online' where monitor_id = ${ids[0]}`;
  await client.post("/uptime/incidents", {
    title: "Slow payments",
    impact: "major_outage",
    monitors: [ids[0]],
  });
  const [incident] = (await client.get("/uptime/incidents")).body.data;
  const update = { state: "investigating", content: "We are on it." };
  await client.post(`/uptime/incidents/${incident.id}/updates`, update);
});

async function json(path: string) {
  const { status, text, headers } = await door.ask(path);
  return { status, headers, body: status === 200 ? JSON.parse(text) : text };
}

test("readers of Uptime Kuma's status pages get groups, the incident, states, and uptime", async () => {
  const { status, body, headers } = await json("/api/status-page/acme");
  expect([status, headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  expect(body).toMatchObject({
    config: { title: "Acme status", published: true },
    incident: { title: "Slow payments", content: "We are on it.", style: "danger" },
    publicGroupList: [{ name: "Payments", monitorList: [{ id: ids[0], name: "Shop" }] }],
    maintenanceList: [],
  });
  const beats = (await json("/api/status-page/heartbeat/acme")).body;
  expect(beats.heartbeatList[`${ids[0]}`]).toMatchObject([
    { status: 0, msg: "", time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/) },
  ]);
  expect(Object.keys(beats.uptimeList)).toEqual([`${ids[0]}_24`]);
});

test("private pages and monitors that no public page shows stay private", async () => {
  for (const path of ["/api/status-page/private", "/api/status-page/heartbeat/private"]) {
    const { status, body } = await json(path);
    expect([status, String(body).includes("Secret")]).toEqual([401, false]);
    expect((await json(`${path}?token=a-secret-token`)).status).toBe(200);
  }
  expect((await json("/api/status-page/nothing")).status).toBe(404);
  for (const id of [ids[1], ids[2], 999_999])
    expect((await door.ask(`/api/badge/${id}/status`)).status).toBe(404);
});

test("badges show a monitor of a public page", async () => {
  for (const path of ["status", "uptime/24", "ping/24", "avg-response", "response"]) {
    const { status, headers, text } = await door.ask(`/api/badge/${ids[0]}/${path}`);
    expect([path, status, headers["content-type"]]).toEqual([path, 200, expect.stringContaining("svg")]);
    expect(text).toContain("Shop");
  }
  expect((await door.ask(`/api/badge/${ids[0]}/status?label=Till`)).text).toContain("Till");
});

test("metrics need a key as password, and have every monitor once", async () => {
  const ask = (password: string) => {
    const headers = { Authorization: `Basic ${Buffer.from(`:${password}`).toString("base64")}` };
    return door.ask("/metrics", { headers });
  };
  const { status, text } = await ask(accounts.prjRead);
  expect(status).toBe(200);
  expect(text.match(/^monitor_status\{.*$/gm)).toEqual([
    expect.stringMatching(/monitor_name="Shop",monitor_type="http",monitor_url="https:.*\} 1$/),
    expect.stringMatching(/monitor_name="Secret".*\} 2$/),
    expect.stringContaining('monitor_name="Quoted \\"name\\""'),
  ]);
  expect((await ask("wrong")).status).toBe(401);
  expect((await door.ask("/metrics")).headers["www-authenticate"]).toContain("Basic");
  expect((await ask(accounts.foreignWrite)).text).not.toContain("monitor_status{");
});
