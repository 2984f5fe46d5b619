import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { MINUTE_MS } from "@/lib/shared/durations";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";

// CONTRIBUTING.md says what a plain field touches. This test adds one to each resource in its definition and its table, nowhere else.
vi.mock("@/lib/contract/core/plain-fields", async (original) => {
  const real = await original<typeof import("@/lib/contract/core/plain-fields")>();
  const made_up = { schema: z.string().max(20), initial: "start" };
  const plainFields = (fields: object) => real.plainFields({ ...fields, made_up });
  return { ...real, plainFields };
});
useDatabase();

const minute = (offset: number) =>
  new Date((Math.floor(Date.now() / MINUTE_MS) + offset) * MINUTE_MS).toISOString();
const WEBHOOK = { url: "https://hooks.example.com/x", secret: "a secret of sixteen" };
/** Path, table, subject in the audit log, and the body that creates one, by section of a configuration file. */
const RESOURCES: Readonly<Record<string, [string, string, string, (ids: number[]) => object]>> = {
  monitors: [
    "/uptime/monitors",
    "monitors",
    "monitor",
    () => ({
      name: "Shop",
      protocol: "tcp",
      request: { host: "a.example", port: 1 },
      regions: ["eu-deu-fra"],
    }),
  ],
  status_pages: [
    "/uptime/status-pages",
    "status_pages",
    "status_page",
    () => ({
      ...{ name: "Acme", subdomain: "acme", title: "Acme", description: "Status of Acme." },
      ...{ website_url: "https://acme.example.com", search_engine_indexed: true, components: [] },
    }),
  ],
  integrations: [
    "/apps/outgoing_webhook/integrations",
    "integrations",
    "integration",
    () => ({ name: "Ops", settings: WEBHOOK }),
  ],
  incidents: [
    "/uptime/incidents",
    "incidents",
    "incident",
    () => ({ title: "Slow", impact: "degraded_performance" }),
  ],
  maintenance_windows: [
    "/uptime/maintenance-windows",
    "maintenance_windows",
    "maintenance_window",
    ([monitor]) => ({
      ...{ title: "Upgrade", starts_at: minute(60), ends_at: minute(90), monitors: [monitor] },
      ...{ recurrence: "FREQ=DAILY", time_zone: "UTC" },
    }),
  ],
};

test("a plain field: the API, forms, configuration files, and the audit log follow from its definition and its column", async () => {
  for (const table of [...Object.values(RESOURCES).map(([, name]) => name), "maintenance_recurrences"])
    await pool().query(`alter table ${table} add column made_up text not null default 'start'`);
  const { api } = await import("@/lib/testing/api");
  const { createTestAccounts } = await import("@/lib/testing/accounts/test-accounts");
  const { adaToken, projects } = await createTestAccounts();
  const client = api(adaToken, { project: projects.app });
  const ids: number[] = [];
  const items: Record<string, Record<string, unknown>> = {};
  for (const [name, [path, , subject, create]] of Object.entries(RESOURCES)) {
    const made = await client.post(path, create(ids));
    expect([name, made.status, made.body.made_up], made.text).toEqual([name, 201, "start"]);
    ids.push(made.body.id);
    const place = `${path}/${made.body.id}`;
    await client.post(place, { made_up: "changed" });
    items[name] = (await client.get(place)).body;
    expect([name, items[name]?.made_up]).toEqual([name, "changed"]);
    const [entry] =
      await run`select detail from audit_log where action = ${`${subject}.updated`} order by id desc limit 1`;
    expect([name, entry?.detail.changes.made_up]).toEqual([name, { from: "start", to: "changed" }]);
    const refused = await client.post(path, { ...create(ids), made_up: 5 });
    expect([name, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([name, 422, ["made_up"]]);
  }
  const file = parse((await client.get("/uptime/configuration")).text);
  for (const name of ["monitors", "status_pages", "integrations", "maintenance_windows"])
    expect([name, Object.values<{ made_up: string }>(file[name])[0]?.made_up]).toEqual([name, "changed"]);
  const text = (await client.get("/uptime/configuration")).text.replaceAll(
    "made_up: changed",
    "made_up: filed",
  );
  const applied = await client.post("/uptime/imports", { source: "vedette", file: text });
  expect(applied.text).toContain("made_up");
  for (const [name, [path]] of Object.entries(RESOURCES).filter(([one]) => one !== "incidents"))
    expect([name, (await client.get(path)).body.data[0].made_up]).toEqual([name, "filed"]);
  expect(await drafts(items)).toEqual({ monitor: "changed", page: "changed", window: "changed" });
});

/** Returns the bodies that the forms of the items would send. */
async function drafts(items: Record<string, Record<string, unknown>>): Promise<Record<string, unknown>> {
  const monitors = await import("@/lib/presenters/monitors/initial-draft");
  const { bodyOf } = await import("@/lib/presenters/monitors/form");
  const { monitorFormInfo } = await import("@/lib/http/loaders/monitor-form-info");
  const pages = await import("@/lib/presenters/status-pages/initial-draft");
  const { pageBody } = await import("@/lib/presenters/status-pages/draft");
  const { windowBody, windowDraftOf } = await import("@/lib/presenters/maintenance/window-draft");
  const form = monitorFormInfo().protocols.find(({ name }) => name === "tcp");
  if (!form) throw new Error("There is no form of TCP.");
  const sent = {
    monitor: bodyOf(monitors.draftOf(items.monitors as never), form),
    page: pageBody(pages.pageDraftOf(items.status_pages as never)),
    window: windowBody(windowDraftOf(items.maintenance_windows as never, "UTC"), new Date()),
  };
  return Object.fromEntries(Object.entries(sent).map(([name, body]) => [name, Object(body).made_up]));
}
