import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CreateIntegration } from "@/lib/contract/alerting/integrations";
import type { AppContract } from "@/lib/contract/apps/app";
import { APP_IDS } from "@/lib/contract/apps/app-id";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { endpoints } from "@/lib/contract/endpoints";
import { createIntegration } from "@/lib/services/alerting/integrations";
import { type Caller, permissionsOfRole } from "@/lib/services/core/caller";
import { MINUTE_MS } from "@/lib/shared/durations";
import { forget } from "@/lib/shared/once";
import { createTestAccounts, type TestAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { allProviders } from "@/lib/testing/providers/all";
import { faultsOf } from "@/lib/testing/statements/shard-rule";
import { statements } from "@/lib/testing/statements/statements";

useDatabase();
beforeAll(() => {
  process.env.API_RATE_LIMIT = "1000000";
  forget("env");
});
afterAll(() => {
  delete process.env.API_RATE_LIMIT;
  forget("env");
});

type Made = Record<string, number>;
interface Resource {
  /** Where it is created. */
  readonly path: (made: Made) => string;
  /** Bodies to create one from, each with the name of its kind. */
  readonly create: (made: Made, accounts: TestAccounts) => Readonly<Record<string, object>>;
  /** Creates it for a person, if the API can't. */
  readonly createHere?: (body: object, caller: Caller) => Promise<{ id: number }>;
}

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const minute = (offset: number) =>
  new Date((Math.floor(Date.now() / MINUTE_MS) + offset) * MINUTE_MS).toISOString();
const at = (path: string) => () => path;
const VENDOR = "https://hooks.example.com:8443";
/** Settings that the simulated vendors don't ask for. */
const MORE: Partial<Record<AppId, object>> = { outgoing_webhook: { basic_auth: "ada:s3cret" } };
const integrationOf = (app: AppId, settings: readonly object[]): [name: string, resource: Resource] => {
  const { setup, roles }: AppContract = APPS[app];
  const all = (some: object) => ({ name: "Ops", paused: true, settings: some });
  return [
    app,
    {
      path: at(`/apps/${app}/integrations`),
      create: (_, { users }) =>
        "members" in roles
          ? { all: all({ members: [users.ada] }) }
          : Object.fromEntries(settings.map((some, index) => [index, all({ ...some, ...MORE[app] })])),
      ...(setup === "dashboard" && {
        createHere: (body, caller) => createIntegration(caller, app, CreateIntegration.parse(body)),
      }),
    },
  ];
};

/** One of every app, with the settings of each of its simulated vendors. */
async function integrations(): Promise<Readonly<Record<string, Resource>>> {
  const providers = await allProviders();
  const settingsOf = (app: AppId) =>
    providers.filter((each) => each.app === app).map((each) => each.settings(VENDOR));
  return Object.fromEntries(APP_IDS.map((app) => integrationOf(app, settingsOf(app))));
}

const MONITOR = {
  ...{
    name: "Shop",
    regions: ["ng-nld-ams", "na-usa-iad"],
    tags: ["b", "a"],
    interval: 300,
    timeout: 15_000,
  },
  ...{ incident_confirmations: 1, recovery_confirmations: 2, region_threshold: 2, paused: true },
};
const HTTP = {
  ...{ method: "POST", url: "https://shop.example.com/?token=s3cret", tls_skip_verify: true },
  ...{ body: '{"password":"x"}', follow_redirects: false, user_agent_secret: "Watcher" },
  headers: [{ name: "Authorization", value: "Bearer x" }],
};
const ASSERTIONS = [
  { type: "status_code", operator: "not_in", value: "5xx,404" },
  { type: "response_header", operator: "contains", selector: "Content-Type", value: "json" },
  { type: "response_body", operator: "not_contains", value: "error" },
];
const PAGE = {
  ...{ name: "Acme", title: "Acme", description: "Status of Acme.", website_url: "https://acme.example.com" },
  ...{ search_engine_indexed: true, color_scheme: "dark", time_zone: "Europe/Berlin", language: "de" },
  ...{ timeframe: 30, show_response_times: false, subscription_channels: ["json", "rss"], tags: ["a"] },
  ...{ theme: { light: { operational: "#112233" }, rounded: false, border_width: 3 } },
  ...{ access_ips: ["192.0.2.0/24"], access_token: "a token of sixteen", access_password: "correct horse" },
  ...{ logo_light: PIXEL, logo_dark: PIXEL, favicon_light: PIXEL, favicon_dark: PIXEL },
};

/** In the order in which they refer to each other, by what they are. */
const RESOURCES = (apps: Readonly<Record<string, Resource>>): Readonly<Record<string, Resource>> => ({
  project: {
    path: at("/projects"),
    create: (_, { users }) => ({
      all: {
        name: "Round trip",
        members: [users.ada],
        settings: { use_incident_ai: false, use_incident_merging: false, incident_merging_time_window: 5 },
      },
    }),
  },
  monitor: {
    path: at("/uptime/monitors"),
    create: () => ({
      http: { ...MONITOR, protocol: "http", request: HTTP, success_assertions: ASSERTIONS },
      tcp: {
        ...MONITOR,
        protocol: "tcp",
        request: { host: "db.example.com", port: "5432", connection: "tls", tls_skip_verify: true },
      },
      icmp: { ...MONITOR, protocol: "icmp", request: { host: "2606:4700:4700::1111" } },
      dns: {
        ...MONITOR,
        protocol: "dns",
        request: {
          host: "example.com",
          record_type: "MX",
          expected_response_code: "NOERROR",
          resolver: "9.9.9.9:5353",
        },
        success_assertions: [{ type: "record_value", operator: "contains", value: "mx" }],
      },
      bare: {
        ...{ name: "Bare", protocol: "icmp", request: { host: "example.com" } },
        regions: ["eu-deu-fra"],
      },
    }),
  },
  page: {
    path: at("/uptime/status-pages"),
    create: ({ monitor }, { projects }) => ({
      all: {
        ...PAGE,
        subdomain: `acme-${projects.app}`,
        domain: `status-${projects.app}.example.com`,
        components: [
          { componentable_type: "uptime/monitor", componentable_id: monitor, display_name: "Shop front" },
          { componentable_type: "uptime/group", name: "All", is_expanded: true, components: [] },
        ],
      },
      bare: {
        ...{ name: "Bare", subdomain: `bare-${projects.app}`, title: "Bare", description: "Bare page." },
        ...{ website_url: "https://acme.example.com", search_engine_indexed: false, components: [] },
      },
    }),
  },
  ...apps,
  rule: {
    path: at("/alert-rules"),
    create: ({ outgoing_webhook, ntfy, email, monitor }) => ({
      created: {
        ...{
          scope: "project",
          event: "uptime.incident.created",
          integration_id: outgoing_webhook,
          rate_limit: 30,
        },
        ...{
          event_settings: { type: "manual" },
          integration_settings: { schema: '{"a":"{{ incident.id }}"}' },
        },
        ...{ monitors: [monitor], tags: ["b", "a"] },
      },
      expiring: {
        ...{ scope: "organization", event: "uptime.monitor_certificate.expiring", integration_id: ntfy },
        ...{ event_settings: { days_before_expiry: 7 }, integration_settings: { priority: "max" } },
      },
      bare: { event: "uptime.monitor.deleted", integration_id: email },
    }),
  },
  template: {
    path: at("/uptime/incident-templates"),
    create: () => ({
      all: {
        ...{ name: "Network", title: "Network trouble", description: "It's slow.", impact: "major_outage" },
        ...{ tags: ["a"], update_state: "identified", update_content: "We found it." },
      },
      bare: { name: "Bare", title: "Bare" },
    }),
  },
  incident: {
    path: at("/uptime/incidents"),
    create: ({ monitor }) => ({
      all: {
        ...{
          title: "Slow",
          public_title: "Slow shop",
          description: "It's slow.",
          impact: "degraded_performance",
        },
        ...{ exclude_from_downtime: true, monitors: [monitor], tags: ["a"] },
        ...{ incident_at: minute(-60), recovery_at: minute(-30) },
      },
      bare: { title: "Slow", impact: "unknown" },
    }),
  },
  update: {
    path: ({ incident }) => `/uptime/incidents/${incident}/updates`,
    create: () => ({
      all: {
        ...{ state: "identified", content: "We **found** it.", published_at: minute(-5) },
        ...{ next_update_at: minute(60), public_title: "Slow shop" },
      },
      scheduled: { state: "monitoring", content: "Later.", published_at: minute(8) },
      bare: { state: "monitoring", content: "We watch." },
    }),
  },
  comment: {
    path: ({ incident }) => `/uptime/incidents/${incident}/comments`,
    create: () => ({ all: { content: "Who **knows**?" } }),
  },
  window: {
    path: at("/uptime/maintenance-windows"),
    create: ({ monitor, page }) => ({
      recurring: {
        ...{ title: "Upgrade", description: "Nightly.", monitoring_mode: "pause", tags: ["a"] },
        ...{ starts_at: minute(60), ends_at: minute(90), monitors: [monitor], status_pages: [page] },
        ...{ recurrence: "FREQ=DAILY", time_zone: "Europe/Berlin" },
      },
      once: { title: "Move", starts_at: minute(60), ends_at: minute(90), monitors: [monitor] },
    }),
  },
});
/** Endpoints that start something else than they read at the same path, or need a session. */
const OTHERS = ["/account", "/account/two-factor", "/demo", "/session", "/setup/{}"];
/** Reads of all projects: who has a token, and how many tags there are. This list may only get shorter. */
const ACROSS = [/"h"."token_hash" = any/, /^\s*select count\(distinct tag\) as total/];
const PARAMETER = /\{[^}]*\}/g;

/** The time of the last call may change. */
const unstamped = ({ updated_at: _, ...fields }: Record<string, unknown>) => fields;

/** Returns Ada as she is in the dashboard. */
const personOf = ({ organizationId, users, projects }: TestAccounts): Caller => ({
  ...{ kind: "session", id: users.ada, label: "Ada", userId: users.ada, role: "owner" },
  ...{ organizationId, projectId: projects.app, permissions: permissionsOfRole("owner") },
});

/** Returns the paths of items that can be read and updated, with `{}` for each parameter. */
function updatable(): string[] {
  const all = Object.values(endpoints);
  const reads = new Set(all.filter(({ method }) => method === "GET").map(({ path }) => path));
  const creates = new Set(all.filter(({ status }) => status === 201).map(({ path }) => path));
  return all
    .filter(({ method, path }) => method === "POST" && reads.has(path) && !creates.has(path))
    .map(({ path }) => path.replace(PARAMETER, "{}"));
}

test("what a GET returns can be sent back unchanged and changes nothing, for every resource, with statements for one shard", async () => {
  expect(await faultsOf(await statements(roundTrip), ACROSS)).toEqual([]);
});

async function roundTrip(): Promise<void> {
  const accounts = await createTestAccounts();
  const client = api(accounts.adaToken, { project: accounts.projects.app });
  const made: Made = {};
  const broken: Record<string, unknown> = {};
  const seen = new Set<string>(OTHERS);
  for (const [name, { path, create, createHere }] of Object.entries(RESOURCES(await integrations())))
    for (const [kind, body] of Object.entries(create(made, accounts)).reverse()) {
      const created = createHere
        ? { status: 201, body: await createHere(body, personOf(accounts)) }
        : await client.post(path(made), body);
      if (created.status !== 201) {
        broken[`${name} ${kind}`] = created.body;
        continue;
      }
      made[name] = created.body.id;
      const place = `${path(made)}/${created.body.id}`;
      seen.add(place.replace(/\/apps\/\w+/, "/apps/{}").replace(/\d+/g, "{}"));
      const before = (await client.get(place)).body;
      const sent = await client.post(place, before);
      const after = (await client.get(place)).body;
      if (sent.status !== 200) broken[`${name} ${kind}`] = sent.body;
      else if (!isDeepStrictEqual(unstamped(after), unstamped(before)))
        broken[`${name} ${kind}`] = { before, after };
    }
  const settings = "/uptime/monitor-defaults";
  const { body } = await client.get(settings);
  expect((await client.post(settings, body)).body).toEqual(body);
  seen.add(settings);
  expect(broken).toEqual({});
  expect(updatable().filter((path) => !seen.has(path))).toEqual([]);

  // The project now has every feature, which its file must hold.
  const file = (await client.get("/uptime/configuration")).text;
  const plan = await client.post("/uptime/imports", { source: "vedette", file, preview: true, prune: true });
  expect(plan.body.problems).toEqual([]);
  expect(plan.body.items.filter(({ action }: { action: string }) => action !== "unchanged")).toEqual([]);
  const applied = await client.post("/uptime/imports", { source: "vedette", file, prune: true });
  expect([applied.status, (await client.get("/uptime/configuration")).text]).toEqual([200, file]);
}
