import { beforeAll, describe, expect, test } from "vitest";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
beforeAll(async () => {
  process.env.API_RATE_LIMIT = "100000";
});

const app = () => api(accounts.prjWrite);
const inHours = (hours: number) =>
  new Date((Math.ceil(Date.now() / 60_000) + hours * 60) * 60_000).toISOString();
const path = (id: number, rest = "") => `/uptime/monitors/${id}${rest}`;

async function make(change: object = {}): Promise<number> {
  const { status, body } = await app().post("/uptime/monitors", { ...MONITOR, ...change });
  expect(status).toBe(201);
  return body.id;
}

test("a new monitor gets the project's defaults for what its request leaves out, if there are any", async () => {
  const request = { method: "GET", url: "https://shop.example.com/" };
  const create = async (body: object) =>
    (await app().post("/uptime/monitors", { name: "Defaults", protocol: "http", request, ...body })).body;
  const set = (defaults: object) => app().post("/uptime/monitor-defaults", defaults);
  expect((await create({})).errors).toHaveProperty("regions");
  const defaults = {
    regions: ["na-usa-iad", "eu-deu-fra"],
    interval: 300,
    incident_confirmations: 2,
    tags: ["web"],
  };
  expect((await set(defaults)).body).toEqual({ ...defaults, recovery_confirmations: null });
  expect(await create({})).toMatchObject({ ...defaults, recovery_confirmations: 3 });
  const own = { regions: ["eu-deu-fra"], interval: 60, incident_confirmations: 1, tags: null };
  expect(await create(own)).toMatchObject(own);
  const heartbeat = await create({ protocol: "heartbeat", request: {} });
  expect(heartbeat).toMatchObject({ tags: ["web"], incident_confirmations: 1, interval: 60 });
  expect((await create({ protocol: { toString: 1 } })).errors).toHaveProperty("protocol");
  expect((await set({ interval: 7 })).body.errors).toHaveProperty("interval");
  await set({ regions: null, interval: null, incident_confirmations: null, tags: null });
  expect((await create({})).errors).toHaveProperty("regions");
});

describe("monitors over HTTP", () => {
  test("creates, reads, updates, pauses, resumes, and deletes", async () => {
    const created = await app().post("/uptime/monitors", MONITOR);
    expect(created.status).toBe(201);
    expect(created.headers.Location).toMatch(new RegExp(`/api/uptime/monitors/${created.body.id}$`));
    const id = created.body.id;
    expect((await app().get(path(id))).body).toEqual(created.body);
    expect((await app().post(path(id), { name: "New name" })).body).toMatchObject({
      name: "New name",
      interval: 60,
    });
    expect((await app().post(path(id, "/pause"))).status).toBe(204);
    expect((await app().post(path(id, "/pause"))).status).toBe(204);
    expect((await app().get(path(id))).body).toMatchObject({ status: "paused", paused: true });
    expect((await app().post(path(id, "/resume"), {})).status).toBe(204);
    expect((await app().delete(path(id))).status).toBe(204);
    expect(await app().delete(path(id))).toMatchObject({
      status: 404,
      body: { message: "Record not found." },
    });
  });

  test("ignores additional fields of older clients", async () => {
    const id = await make({
      keyword: "x",
      alert_policy_id: null,
      project_id: null,
      status: "offline",
      id: 4,
      tags: null,
    });
    expect((await app().get(path(id))).body).toMatchObject({ id, status: "fetching", tags: null });
  });

  test("returns a port as text, whether sent as a number or text", async () => {
    const request = { host: "db.example.com", port: 5432, connection: "plain" };
    const id = await make({ protocol: "tcp", request });
    expect((await app().get(path(id))).body.request).toEqual({
      ...request,
      port: "5432",
      tls_skip_verify: false,
    });
  });

  test("a 422 names each field by its dotted path and the allowed values", async () => {
    const { status, body } = await app().post("/uptime/monitors", {
      ...MONITOR,
      name: "x",
      request: { method: "DELETE", url: "nope" },
      regions: ["mars"],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(["name", "regions.0", "request.method", "request.url"]);
    expect(body.message).toMatch(/ \(and 3 more errors\)$/);
    expect(body.errors["request.method"][0]).toContain("HEAD, GET, POST");
    expect((await app().post("/uptime/monitors", {})).body.errors).toHaveProperty("protocol");
    expect((await app().post("/uptime/monitors", { protocol: "http" })).body.errors).toHaveProperty(
      "request",
    );
  });

  test("a read key cannot write, and a token of another project sees nothing", async () => {
    const id = await make();
    const read = api(accounts.prjRead);
    expect((await read.get(path(id))).status).toBe(200);
    expect(await read.post(path(id), { name: "Mine" })).toMatchObject({
      status: 403,
      body: { message: "This action needs the uptime:write permission." },
    });
    const foreign = api(accounts.foreignWrite);
    for (const answer of [
      await foreign.get(path(id)),
      await foreign.delete(path(id)),
      await foreign.get(path(999_999)),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, { message: "Record not found." }]);
    }
  });

  test("lists are paginated, filtered by repeated and comma-separated values, and linked", async () => {
    const tag = "list-test";
    const ids = [
      await make({ tags: [tag, "one"] }),
      await make({ tags: [tag, "two"] }),
      await make({ tags: [tag] }),
    ];
    const { body } = await app().get(`/uptime/monitors?tag=${tag}&per_page=2`);
    expect(body.data.map((monitor: { id: number }) => monitor.id)).toEqual([ids[2], ids[1]]);
    expect(body.meta).toMatchObject({ current_page: 1, from: 1, to: 2, per_page: 2 });
    expect(body.links.next).toContain(`tag=${tag}`);
    const either = async (query: string) => (await app().get(`/uptime/monitors?${query}`)).body.data.length;
    expect([
      await either("tag=one&tag=two"),
      await either("tag=one,two"),
      await either("tag=nobody"),
    ]).toEqual([2, 2, 0]);
    expect((await app().get("/uptime/monitors?status=broken")).status).toBe(422);
    expect((await app().get("/uptime/monitors?page=500")).body.data).toEqual([]);
  });

  test("renames a tag wherever it is, and merges it with one that is there already", async () => {
    const monitor = await make({ tags: ["team:web", "old", "eu"] });
    const both = await make({ tags: ["new", "old"] });
    const shared = { title: "Slow", tags: ["old"] };
    const { body: incident } = await app().post("/uptime/incidents", { ...shared, impact: "unknown" });
    const { body: template } = await app().post("/uptime/incident-templates", { ...shared, name: "Slow" });
    const { body: window } = await app().post("/uptime/maintenance-windows", {
      ...{ title: "Move", tags: ["old"], monitors: [monitor], monitoring_mode: "mute" },
      ...{ starts_at: inHours(1), ends_at: inHours(2) },
    });
    const projectId = accounts.projects.app;
    await run`insert into saved_filters (user_id, project_id, list, name, query)
      values (${accounts.users.ada}, ${projectId}, 'monitors', 'Old', 'status=offline&tag=old%2Ceu%2Cnew')`;
    expect((await app().post("/uptime/tags/old", { tag: "No spaces" })).status).toBe(422);
    expect((await app().post("/uptime/tags/nobody", { tag: "new" })).status).toBe(404);
    expect((await api(accounts.prjRead).post("/uptime/tags/old", { tag: "new" })).status).toBe(403);
    const renamed = await app().post("/uptime/tags/old", { tag: "new" });
    expect(renamed).toMatchObject({
      status: 200,
      body: { tag: "new", monitors: 2, incidents: 1, status_pages: 0, maintenance_windows: 1, total: 4 },
    });
    const tagsOf = async (path: string) => (await app().get(path)).body.tags;
    expect(await tagsOf(path(monitor))).toEqual(["team:web", "new", "eu"]);
    expect(await tagsOf(path(both))).toEqual(["new"]);
    expect(await tagsOf(`/uptime/incidents/${incident.id}`)).toEqual(["new"]);
    expect(await tagsOf(`/uptime/incident-templates/${template.id}`)).toEqual(["new"]);
    expect(await tagsOf(`/uptime/maintenance-windows/${window.id}`)).toEqual(["new"]);
    expect(await run`select query from saved_filters where project_id = ${projectId}`).toEqual([
      { query: "status=offline&tag=new%2Ceu" },
    ]);
    expect((await app().post("/uptime/tags/new", { tag: "new" })).body).toMatchObject({ total: 4 });
    expect(await tagsOf(path(both))).toEqual(["new"]);
    expect((await app().post("/uptime/tags/nobody", { tag: "nobody" })).status).toBe(404);
    const left = (await app().get("/uptime/tags?per_page=100")).body.data.map(
      ({ tag }: { tag: string }) => tag,
    );
    expect(left).not.toContain("old");
  });

  test("rejects the 201st different tag of an organization, but accepts existing ones", async () => {
    const before = (await app().get("/uptime/tags?per_page=100")).body.data.length;
    const room = 200 - before;
    for (let made = 0; made < room; made += 20) {
      const tags = Array.from({ length: Math.min(20, room - made) }, (_, at) => `fill-${made + at}`);
      await make({ tags });
    }
    const refused = await app().post("/uptime/monitors", { ...MONITOR, tags: ["one-too-many"] });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { tags: [expect.stringContaining("200")] } },
    });
    await make({ tags: ["fill-0"] });
    const other = api(accounts.orgWrite, { project: accounts.projects.other });
    expect((await other.post("/uptime/monitors", { ...MONITOR, tags: ["one-too-many"] })).status).toBe(422);
    const foreign = api(accounts.foreignWrite);
    expect((await foreign.post("/uptime/monitors", { ...MONITOR, tags: ["one-too-many"] })).status).toBe(201);
  });
});

describe("results over HTTP", () => {
  test("lists newest first by cursor, each once, with filters kept in the links", async () => {
    const id = await make();
    const at = Date.now();
    await ensurePartitionsFor([at, at - 20 * 60_000]);
    await run`insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, status_code, total_us, error_code, detail)
       select ${accounts.projects.app}, ${id}, date_trunc('minute', now()) - make_interval(mins => n), now(), region, n % 2, 200, 5000,
         case when n % 2 = 1 then 'http_timeout' end, case when n % 2 = 1 then '{"message": "slow"}'::jsonb end
       from generate_series(0, 11) n, unnest(array['eu-deu-fra', 'na-usa-iad']) region`;
    const seen: string[] = [];
    let next: string | null = `${path(id)}/results?per_page=5`;
    let pages = 0;
    while (next) {
      const {
        body,
      }: { body: { data: { scheduled_at: string; region: string }[]; links: { next: string | null } } } =
        await app().get(next);
      seen.push(...body.data.map((result) => `${result.scheduled_at} ${result.region}`));
      next = body.links.next?.replace(/^.*?\/api/, "") ?? null;
      pages += 1;
    }
    expect(pages).toBe(5);
    expect(seen).toEqual([...seen].sort().reverse());
    expect(new Set(seen).size).toBe(24);
    const down = (await app().get(`${path(id)}/results?outcome=down&region=eu-deu-fra`)).body;
    expect(down.data).toHaveLength(6);
    expect(down.data[0]).toMatchObject({ outcome: "down", error: { code: "http_timeout", message: "slow" } });
    expect((await app().get(`${path(id)}/results?cursor=abc`)).status).toBe(422);
    expect((await app().get(`${path(id)}/results?per_page=101`)).status).toBe(422);
  });
});

test("handles an incident with its updates over HTTP", async () => {
  const monitor = await make();
  const created = await app().post("/uptime/incidents", {
    title: "Slow",
    impact: "degraded_performance",
    monitors: [monitor],
    incident_at: "2026-11-01T10:00:00+02:00",
  });
  expect(created).toMatchObject({
    status: 201,
    body: { incident_at: "2026-11-01T08:00:00Z", description: null },
  });
  const at = `/uptime/incidents/${created.body.id}`;
  const update = await app().post(`${at}/updates`, { state: "identified", content: "Found it." });
  expect(update).toMatchObject({
    status: 201,
    body: { creator: { type: "api_key" }, incident_id: created.body.id },
  });
  expect((await app().get(`${at}/updates`)).body.data).toEqual([update.body]);
  expect((await app().post(`${at}/recover`)).status).toBe(204);
  expect((await app().post(`${at}/recover`)).status).toBe(204);
  expect((await app().get(at)).body).toMatchObject({ status: "recovered", state: "identified" });
  expect(
    (await app().get(`/uptime/incidents?monitor_id=${monitor}&status=recovered`)).body.data,
  ).toHaveLength(1);
  expect((await app().post(`${at}/updates`, { state: "done", content: "" })).body.errors).toMatchObject({
    state: expect.anything(),
    content: expect.anything(),
  });
  expect((await app().delete(`${at}/updates/${update.body.id}`)).status).toBe(204);
  expect((await app().delete(at)).status).toBe(204);
  expect((await app().get(at)).status).toBe(404);
});
