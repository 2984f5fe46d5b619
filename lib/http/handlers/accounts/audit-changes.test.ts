import { beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/shared/durations";
import { api } from "@/lib/testing/api";
import { signedIn } from "@/lib/testing/person";
import { MONITOR, STATUS_PAGE } from "@/lib/testing/scene";
import { setPasswords, useAccounts } from "@/lib/testing/test-accounts";

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

test("records a monitor's changes before and after, and its request without values", async () => {
  const id = await monitor();
  const request = { ...MONITOR.request, headers: [{ name: "X-Key", value: SECRET }] };
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
    changes: { interval: { from: 60, to: 300 }, tags: { from: null, to: ["web"] } },
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

test("records a page's changes before and after, and secrets by name only", async () => {
  const { body: page } = await client().post("/uptime/status-pages", {
    ...STATUS_PAGE,
    subdomain: "acme-changes",
  });
  await client().post(`/uptime/status-pages/${page.id}`, {
    title: "Acme status page",
    name: "Acme",
    access_ips: ["192.0.2.0/24"],
    access_password: SECRET,
  });
  const { all, text } = await entries("status_page");
  expect(all[1]?.detail).toMatchObject({
    name: "Acme",
    changes: {
      title: { from: "Acme status", to: "Acme status page" },
      access_ips: { from: null, to: ["192.0.2.0/24"] },
    },
  });
  expect(all[1]?.detail.fields).toEqual(["title", "access_ips", "access_password"]);
  expect(text).not.toContain(SECRET);
});
