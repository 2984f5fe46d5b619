import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
let monitor: number;
let foreignMonitor: number;
const path = "/uptime/status-pages";

async function insertMonitor(projectId: number, name: string): Promise<number> {
  const rows =
    await run`insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms, incident_confirmations,
       recovery_confirmations, region_threshold, config_version)
     values (${projectId}, ${name}, 'http', '{"method":"GET","url":"https://example.com"}', '{eu-deu-fra}', 60, 10000, 1, 1, 1, nextval('config_versions'))
     returning id`;
  const id = rows[0]?.id ?? 0;
  await run`insert into monitor_states (monitor_id, project_id, status) values (${id}, ${projectId}, 'online')`;
  return id;
}

beforeAll(async () => {
  monitor = await insertMonitor(accounts.projects.app, "Website");
  foreignMonitor = await insertMonitor(accounts.projects.other, "Elsewhere");
});

const write = () => api(accounts.prjWrite);
let counter = 0;
const body = (more: object = {}) => {
  counter += 1;
  return {
    ...STATUS_PAGE,
    subdomain: `acme-${counter}`,
    search_engine_indexed: true,
    components: [
      { componentable_type: "uptime/monitor", componentable_id: monitor },
      {
        componentable_type: "uptime/group",
        name: "Europe",
        components: [
          { componentable_type: "uptime/monitor", componentable_id: monitor, display_name: "Shop" },
        ],
      },
    ],
    ...more,
  };
};

describe("a status page", () => {
  it("is returned whole, with defaults and without its secrets", async () => {
    const made = await write().post(
      path,
      body({
        access_token: "a-long-token",
        access_password: "a-long-password",
        unknown: 1,
        theme: { light: { operational: "#00ff00" } },
      }),
    );
    expect(made.status).toBe(201);
    expect(made.headers.Location).toMatch(new RegExp(`/api${path}/${made.body.id}$`));
    expect(made.body).toMatchObject({
      project_id: accounts.projects.app,
      color_scheme: "all",
      timeframe: 90,
      show_response_times: true,
      subscription_channels: ["rss", "atom"],
      domain: null,
      tags: null,
      access_ips: null,
      access_token_enabled: true,
      access_password_enabled: true,
      is_private: true,
      logo_light: null,
    });
    expect(made.body.theme).toEqual({
      light: { ...DEFAULT_THEME.light, operational: "#00ff00" },
      dark: DEFAULT_THEME.dark,
      rounded: true,
      border_width: 1,
    });
    expect(made.body.components[1]).toEqual({
      componentable_type: "uptime/group",
      name: "Europe",
      is_expanded: false,
      components: [{ componentable_type: "uptime/monitor", componentable_id: monitor, display_name: "Shop" }],
    });
    const read = await write().get(`${path}/${made.body.id}`);
    expect(read.body).toEqual(made.body);
    expect(read.text).not.toContain("a-long");
    const rows = await run`select access_token, access_password from status_pages where id = ${made.body.id}`;
    expect(rows[0].access_password).toMatch(/^\$argon2id\$/);
    expect(rows[0].access_token.toString()).not.toContain("a-long");
  });

  it("can be previewed with changes, which aren't saved, only by those who may change it", async () => {
    const { body: page } = await write().post(path, body());
    const changes = { title: "Draft <title>", components: [], color_scheme: "dark" };
    const drawn = await write().post(`${path}/${page.id}/preview`, changes);
    expect(drawn.status).toBe(200);
    expect(drawn.body.html).toContain("Draft &lt;title&gt;");
    expect(drawn.body.html).not.toContain("Website");
    expect((await write().post(`${path}/${page.id}/preview`, {})).body.html).toContain("Website");
    expect((await write().get(`${path}/${page.id}`)).body).toEqual(page);
    const refused = await api(accounts.prjRead).post(`${path}/${page.id}/preview`, changes);
    expect(refused.status).toBe(403);
    const elsewhere = await api(accounts.otherWrite).post(`${path}/${page.id}/preview`, changes);
    expect(elsewhere.status).toBe(404);
  });

  it("updates partially: omitted fields keep their value and null clears them", async () => {
    const { body: page } = await write().post(
      path,
      body({ access_ips: ["192.0.2.0/24"], tags: ["web"], domain: "status.one.test" }),
    );
    const renamed = await write().post(`${path}/${page.id}`, { title: "New title" });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toEqual({ ...page, title: "New title", updated_at: renamed.body.updated_at });
    const cleared = await write().post(`${path}/${page.id}`, { access_ips: null, tags: null, domain: null });
    expect(cleared.body).toMatchObject({
      access_ips: null,
      tags: null,
      domain: null,
      is_private: false,
      title: "New title",
    });
  });

  it("names every wrong field, nested ones dotted", async () => {
    const wrong: Array<[object, string]> = [
      [{ name: "a" }, "name"],
      [{ subdomain: "-bad" }, "subdomain"],
      [{ subdomain: "www" }, "subdomain"],
      [{ subdomain: "Upper" }, "subdomain"],
      [{ title: "x".repeat(251) }, "title"],
      [{ website_url: "javascript:alert(1)" }, "website_url"],
      [{ website_url: "https://user:pass@example.com" }, "website_url"],
      [{ website_url: "java\tscript:alert(1)" }, "website_url"],
      [{ domain: "not a host" }, "domain"],
      [{ domain: "10.0.0.1" }, "domain"],
      [{ domain: "localhost" }, "domain"],
      [{ timeframe: 45 }, "timeframe"],
      [{ color_scheme: "blue" }, "color_scheme"],
      [{ subscription_channels: ["fax"] }, "subscription_channels.0"],
      [{ theme: { light: { operational: "red" } } }, "theme.light.operational"],
      [{ theme: { border_width: 4 } }, "theme.border_width"],
      [{ access_ips: ["10.0.0.0/33"] }, "access_ips.0"],
      [{ access_ips: ["0.0.0.0/0"] }, "access_ips.0"],
      [{ access_ips: [] }, "access_ips"],
      [{ access_token: "short" }, "access_token"],
      [{ tags: ["Upper"] }, "tags.0"],
      [
        { components: [{ componentable_type: "uptime/monitor", componentable_id: 999_999 }] },
        "components.0.componentable_id",
      ],
      [{ logo_light: "data:text/html;base64,PGgxPg==" }, "logo_light"],
    ];
    for (const [part, field] of wrong) {
      const answer = await write().post(path, body(part));
      expect([field, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([field, 422, [field]]);
    }
    const nested = [
      {
        componentable_type: "uptime/group",
        name: "G",
        components: [{ componentable_type: "uptime/monitor", componentable_id: foreignMonitor }],
      },
    ];
    const foreign = await write().post(path, body({ components: nested }));
    expect(Object.keys(foreign.body.errors)).toEqual(["components.0.components.0.componentable_id"]);
    const missing = await write().post(path, body({ name: undefined, title: undefined }));
    expect(Object.keys(missing.body.errors).sort()).toEqual(["name", "title"]);
  });

  it("has a subdomain and a domain that are unique across organizations", async () => {
    const first = body({ domain: "status.taken.test" });
    expect((await write().post(path, first)).status).toBe(201);
    const foreign = api(accounts.foreignWrite);
    const again = await foreign.post(path, body({ subdomain: first.subdomain, components: [] }));
    expect(again.status).toBe(422);
    expect(Object.keys(again.body.errors)).toEqual(["subdomain"]);
    const domain = await foreign.post(path, body({ domain: "status.taken.test", components: [] }));
    expect(Object.keys(domain.body.errors)).toEqual(["domain"]);
  });

  it("does not exist for another project, and a read key changes nothing", async () => {
    const { body: page } = await write().post(path, body());
    const other = api(accounts.otherWrite);
    for (const answer of [
      await other.get(`${path}/${page.id}`),
      await other.post(`${path}/${page.id}`, { title: "Mine" }),
      await other.delete(`${path}/${page.id}`),
      await other.get(`${path}/${page.id}/current-status`),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([404, "Record not found."]);
    }
    expect((await api(accounts.prjRead).post(`${path}/${page.id}`, {})).status).toBe(403);
    expect((await api(accounts.prjRead).get(`${path}/${page.id}`)).status).toBe(200);
  });

  it("is listed by tag, newest first, and gone after deletion", async () => {
    const made = await write().post(path, body({ tags: ["only-here"] }));
    const list = await api(accounts.prjRead).get(`${path}?tag=only-here&per_page=1`);
    expect(list.body.data).toEqual([made.body]);
    expect(list.body.meta).toMatchObject({ current_page: 1, from: 1, to: 1, per_page: 1 });
    expect((await write().delete(`${path}/${made.body.id}`)).status).toBe(204);
    expect((await write().delete(`${path}/${made.body.id}`)).status).toBe(404);
  });

  it("leaves out a deleted monitor", async () => {
    const gone = await insertMonitor(accounts.projects.app, "Gone");
    const components = [{ componentable_type: "uptime/monitor", componentable_id: gone }];
    const { body: page } = await write().post(path, body({ components }));
    await run`delete from monitors where id = ${gone}`;
    expect((await write().get(`${path}/${page.id}`)).body.components).toEqual([]);
  });

  it("returns its current status: an open incident of unknown impact is an outage", async () => {
    const { body: page } = await write().post(path, body());
    const calm = await write().get(`${path}/${page.id}/current-status`);
    expect(calm.body).toMatchObject({ current_incident_impact: "operational", active_incidents: [] });
    expect(calm.body.components[0]).toMatchObject({
      component_type: "uptime/monitor",
      component_id: monitor,
      name: "Website",
    });
    expect(calm.body.components[1]).not.toHaveProperty("component_id");
    await run`insert into region_states (monitor_id, region, project_id, health)
      values (${monitor}, 'eu-deu-fra', ${accounts.projects.app}, 'failing')`;
    await run`with i as (insert into incidents (project_id, number, slug, type, title, impact, incident_at)
         values (${accounts.projects.app}, 900, 'APP-900', 'monitor', 'Website is down', 'unknown', now() - interval '5 minutes') returning id)
       insert into incident_monitors (incident_id, monitor_id, project_id) select id, ${monitor}, ${accounts.projects.app} from i`;
    const broken = await write().get(`${path}/${page.id}/current-status`);
    expect(broken.body.current_incident_impact).toBe("major_outage");
    expect(broken.body.components[1]).toMatchObject({
      component_type: "uptime/group",
      current_incident_impact: "major_outage",
    });
    expect(broken.body.active_incidents).toMatchObject([
      { title: "Website is down", impact: "unknown", status: "ongoing" },
    ]);
  });
});

it("disappears from the maintenance windows that it announced when it is deleted", async () => {
  const page = (await write().post(path, body())).body.id;
  const kept = (await write().post(path, body())).body.id;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const window = await write().post("/uptime/maintenance-windows", {
    title: "Upgrade",
    starts_at: `${inHours(1).slice(0, 16)}:00Z`,
    ends_at: `${inHours(2).slice(0, 16)}:00Z`,
    monitors: [monitor],
    status_pages: [page, kept],
    recurrence: "FREQ=WEEKLY",
  });
  expect(window.status).toBe(201);
  expect((await write().delete(`${path}/${page}`)).status).toBe(204);
  const { body: read } = await write().get(`/uptime/maintenance-windows/${window.body.id}`);
  expect(read.status_pages).toEqual([kept]);
  expect(await run`select status_pages from maintenance_recurrences`).toEqual([{ status_pages: [kept] }]);
});
