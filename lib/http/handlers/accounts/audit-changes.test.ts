import { beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/shared/durations";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR, STATUS_PAGE } from "@/lib/testing/scene";

const accounts = useAccounts();
const SECRET = "LEAKheaderLEAK";
let ada: Awaited<ReturnType<typeof signedIn>>;
const client = () => api(accounts.prjWrite);

beforeAll(async () => {
  await setPasswords();
  ada = await signedIn(`ada-${accounts.organizationId}@example.com`);
});

async function entries(subject: string) {
  const { body, text } = await ada.get(`/audit-log?subject=${subject}`);
  return { text, all: body.data.reverse() as { action: string; detail: Record<string, unknown> }[] };
}

const monitor = async (change: object = {}) =>
  (await client().post("/uptime/monitors", { ...MONITOR, ...change })).body.id as number;

test("records a monitor's changes before and after, and secrets of its request as changed", async () => {
  const id = await monitor();
  const url = `${MONITOR.request.url}?key=${SECRET}`;
  const request = { ...MONITOR.request, url, headers: [{ name: "X-Key", value: SECRET }] };
  await client().post(`/uptime/monitors/${id}`, { interval: 300, tags: ["web"], name: "Shop", request });
  await client().post(`/uptime/monitors/${id}`, { interval: 300 });
  await client().post(`/uptime/monitors/${id}/pause`);
  await client().post(`/uptime/monitors/${id}/resume`);
  await client().delete(`/uptime/monitors/${id}`);
  const { all, text } = await entries("monitor");
  expect(all.map(({ action }) => action)).toEqual([
    "monitor.created",
    "monitor.updated",
    "monitor.paused",
    "monitor.resumed",
    "monitor.deleted",
  ]);
  expect(all[1]?.detail).toEqual({
    name: "Shop",
    fields: ["request", "interval", "tags"],
    changes: {
      "request.url": { from: MONITOR.request.url, to: `${MONITOR.request.url}?…` },
      "request.headers": "changed",
      interval: { from: 60, to: 300 },
      tags: { from: null, to: ["web"] },
    },
  });
  expect(text).not.toContain(SECRET);
});

test("records bulk changes for each monitor", async () => {
  const ids = [await monitor(), await monitor()];
  await client().post("/uptime/monitors/bulk", { ids, action: "change", add_tags: ["bulk"] });
  const { all } = await entries("monitor");
  const tagged = all.filter(({ action }) => action === "monitor.updated").slice(-2);
  expect(tagged.map(({ detail }) => detail.changes)).toEqual([
    { tags: { from: null, to: ["bulk"] } },
    { tags: { from: null, to: ["bulk"] } },
  ]);
});

test("records an incident's changes before and after", async () => {
  const id = await monitor();
  const { body: incident } = await client().post("/uptime/incidents", {
    title: "Slow",
    impact: "unknown",
    monitors: [id],
  });
  const path = `/uptime/incidents/${incident.id}`;
  await client().post(path, { impact: "major_outage", title: "Slow", monitors: [], description: "Why" });
  await client().post(`${path}/recover`);
  await client().delete(path);
  const { all } = await entries("incident");
  expect(all.map(({ action }) => action)).toEqual([
    "incident.created",
    "incident.updated",
    "incident.recovered",
    "incident.deleted",
  ]);
  expect(all[1]?.detail).toMatchObject({
    name: "Slow",
    changes: { impact: { from: "unknown", to: "major_outage" }, monitors: { from: [id], to: [] } },
  });
  expect(all[1]?.detail.fields).toContain("description");
});

test("records a window's changes before and after", async () => {
  const at = (minutes: number) =>
    `${new Date(Math.ceil(Date.now() / MINUTE_MS + minutes) * MINUTE_MS).toISOString().slice(0, 19)}Z`;
  const dates = { starts_at: at(60), ends_at: at(90) };
  const { body: window } = await client().post("/uptime/maintenance-windows", {
    title: "Upgrade",
    ...dates,
    monitors: [await monitor()],
  });
  const path = `/uptime/maintenance-windows/${window.id}`;
  const later = at(120);
  await client().post(path, { ...dates, ends_at: later, title: "Upgrade" });
  await client().post(`${path}/cancel`);
  await client().delete(path);
  const { all } = await entries("maintenance_window");
  expect(all.map(({ action }) => action)).toEqual([
    "maintenance_window.created",
    "maintenance_window.updated",
    "maintenance_window.cancelled",
    "maintenance_window.deleted",
  ]);
  expect(all[1]?.detail).toEqual({
    name: "Upgrade",
    fields: ["ends_at"],
    changes: { ends_at: { from: dates.ends_at, to: later } },
  });
});

const component = (id: number, name: string | null = null) => ({
  componentable_type: "uptime/monitor",
  componentable_id: id,
  display_name: name,
});

test("records a page's changes before and after, and secrets by name only", async () => {
  const [first, second] = [await monitor(), await monitor()];
  const { body: page } = await client().post("/uptime/status-pages", {
    ...STATUS_PAGE,
    subdomain: "acme-changes",
    components: [component(first)],
  });
  await client().post(`/uptime/status-pages/${page.id}`, {
    title: "Acme status page",
    name: "Acme",
    access_ips: ["192.0.2.0/24"],
    access_password: SECRET,
    components: [component(first, "Shop"), component(second)],
    theme: { ...page.theme, font: "serif" },
    logo_light: false,
  });
  const { all, text } = await entries("status_page");
  expect(all[1]?.detail).toMatchObject({
    name: "Acme",
    changes: {
      title: { from: "Acme status", to: "Acme status page" },
      access_ips: { from: null, to: ["192.0.2.0/24"] },
      access_password: "changed",
      components: { from: [component(first)], to: [component(first, "Shop"), component(second)] },
      "theme.font": { from: "geist", to: "serif" },
      logo_light: "changed",
    },
  });
  expect(text).not.toContain(SECRET);
});

test("records changes of integrations, alert rules, projects, and members before and after", async () => {
  const webhook = { url: "https://hooks.example.com/a", secret: SECRET };
  const { body: integration } = await client().post("/apps/outgoing_webhook/integrations", {
    name: "Ops",
    settings: webhook,
  });
  await client().post(`/apps/outgoing_webhook/integrations/${integration.id}`, {
    name: "Ops",
    settings: { url: "https://hooks.example.com/b", secret: `${SECRET}2` },
  });
  const integrations = await entries("integration");
  expect(integrations.all[1]?.detail.changes).toEqual({
    "settings.url": { from: webhook.url, to: "https://hooks.example.com/b" },
    "settings.secret": "changed",
  });
  expect(integrations.text).not.toContain(SECRET);

  const { body: rule } = await client().post("/alert-rules", {
    event: "uptime.incident.created",
    integration_id: integration.id,
    integration_settings: { schema: "{}" },
  });
  const path = `/alert-rules/${rule.id}`;
  await client().post(path, { rate_limit: 5, tags: ["web"], event_settings: { type: "manual" } });
  await client().post(path, { rate_limit: 5 });
  const rules = await entries("alert_rule");
  expect(rules.all).toHaveLength(2);
  expect(rules.all[1]?.detail.changes).toMatchObject({
    rate_limit: { from: 0, to: 5 },
    tags: { from: [], to: ["web"] },
    "event_settings.type": { to: "manual" },
  });

  const { body: project } = await ada.post("/projects", { name: "Shop", members: [accounts.users.ada] });
  await ada.post(`/projects/${project.id}`, { settings: { use_incident_ai: false } });
  expect((await entries("project")).all.at(-1)?.detail).toEqual({
    name: "Shop",
    fields: ["use_incident_ai"],
    changes: { use_incident_ai: { from: true, to: false } },
  });

  await ada.post(`/members/${accounts.users.cleo}`, { project_ids: [project.id] });
  const { all } = await entries("user");
  expect(all.at(-1)?.detail.changes).toMatchObject({ project_ids: { to: [project.id] } });
});
