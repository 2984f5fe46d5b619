import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { MINUTE_MS } from "@/lib/shared/durations";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { createTestAccounts, type TestAccounts } from "@/lib/testing/test-accounts";

useDatabase();

type Made = Record<string, number>;
interface Resource {
  /** Where it is created. */
  readonly path: (made: Made) => string;
  readonly create: (made: Made, accounts: TestAccounts) => object;
}

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const minute = (offset: number) =>
  new Date((Math.floor(Date.now() / MINUTE_MS) + offset) * MINUTE_MS).toISOString();
const at = (path: string) => () => path;

/** In the order in which they refer to each other, by the operation that updates them. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  updateProject: {
    path: at("/projects"),
    create: (_, { users }) => ({ name: "Round trip", members: [users.ada] }),
  },
  updateMonitor: {
    path: at("/uptime/monitors"),
    create: () => ({
      name: "Shop",
      protocol: "http",
      request: {
        method: "POST",
        url: "https://shop.example.com/",
        headers: [{ name: "Authorization", value: "Bearer x" }],
        body: "{}",
      },
      regions: ["ng-nld-ams", "na-usa-iad"],
      tags: ["b", "a"],
    }),
  },
  updateStatusPage: {
    path: at("/uptime/status-pages"),
    create: ({ updateMonitor }, { projects }) => ({
      ...{ name: "Acme", subdomain: `acme-${projects.app}`, title: "Acme", description: "Status of Acme." },
      website_url: "https://acme.example.com",
      domain: `status-${projects.app}.example.com`,
      search_engine_indexed: true,
      components: [
        {
          componentable_type: "uptime/group",
          name: "All",
          components: [{ componentable_type: "uptime/monitor", componentable_id: updateMonitor }],
        },
      ],
      logo_light: PIXEL,
      access_password: "correct horse battery",
      access_ips: ["192.0.2.0/24"],
    }),
  },
  updateIntegration: {
    path: at("/apps/outgoing_webhook/integrations"),
    create: () => ({
      name: "Ops",
      settings: { url: "https://hooks.example.com/x", secret: "a secret of sixteen" },
    }),
  },
  updateAlertRule: {
    path: at("/alert-rules"),
    create: ({ updateIntegration, updateMonitor }) => ({
      event: "uptime.incident.created",
      integration_id: updateIntegration,
      integration_settings: { schema: "{}" },
      monitors: [updateMonitor],
    }),
  },
  updateIncidentTemplate: {
    path: at("/uptime/incident-templates"),
    create: () => ({ name: "Network", title: "Network trouble", content: "We are looking into it." }),
  },
  updateIncident: {
    path: at("/uptime/incidents"),
    create: ({ updateMonitor }) => ({
      title: "Slow",
      impact: "degraded_performance",
      monitors: [updateMonitor],
    }),
  },
  updateMaintenanceWindow: {
    path: at("/uptime/maintenance-windows"),
    create: ({ updateMonitor, updateStatusPage }) => ({
      title: "Upgrade",
      starts_at: minute(60),
      ends_at: minute(90),
      monitors: [updateMonitor],
      status_pages: [updateStatusPage],
      recurrence: "FREQ=DAILY",
      time_zone: "Europe/Berlin",
    }),
  },
};
/** Not among the resources above: what is updated has no response of its own, or isn't created through the API. */
const ELSEWHERE = ["updateAccount", "updateMember", "updateRunner"];

/** The time of the last call may change. */
const unstamped = ({ updated_at: _, ...fields }: Record<string, unknown>) => fields;

test("what a GET returns can be sent back unchanged and changes nothing, for every resource", async () => {
  const updates = Object.keys(endpoints).filter((name) => /^update/.test(name));
  expect(updates.filter((name) => !(name in RESOURCES) && !ELSEWHERE.includes(name))).toEqual([]);
  const accounts = await createTestAccounts();
  const client = api(accounts.adaToken, { project: accounts.projects.app });
  const made: Made = {};
  const broken: Record<string, unknown> = {};
  for (const [name, { path, create }] of Object.entries(RESOURCES)) {
    const { status, body } = await client.post(path(made), create(made, accounts));
    expect([name, status, body]).toEqual([name, 201, expect.anything()]);
    made[name] = body.id;
    const place = `${path(made)}/${body.id}`;
    const before = (await client.get(place)).body;
    const sent = await client.post(place, before);
    const after = (await client.get(place)).body;
    if (sent.status !== 200) broken[name] = sent.body;
    else if (!isDeepStrictEqual(unstamped(after), unstamped(before))) broken[name] = { before, after };
  }
  expect(broken).toEqual({});
});
