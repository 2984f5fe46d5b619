import { afterEach, expect, test } from "vitest";
import { openSecrets } from "@/lib/alerting/integration-secrets";
import { APP_IDS } from "@/lib/contract/apps/app-id";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { ConfigFile } from "@/lib/contract/config-file/config-file";
import { COMING_WINDOWS } from "@/lib/contract/maintenance/windows";
import { advanceWindows } from "@/lib/engine/maintenance";
import { keepTimeBy, now } from "@/lib/shared/clock";
import { DAY_MS, MINUTE_MS } from "@/lib/shared/durations";
import { selectProjectIntegrations } from "@/lib/store/alerting/integrations";
import { db } from "@/lib/store/core/pool";
import { exportedConfig } from "@/lib/testing/exported-config";
import { allProviders } from "@/lib/testing/providers/all";
import { STATUS_PAGE, useScene } from "@/lib/testing/scene";
import { listMaintenanceWindows } from "../maintenance/windows";
import { applyPlan } from "./apply";
import { planConfig } from "./plan";
import { reference } from "./references";

const scene = useScene();
afterEach(() => keepTimeBy(null));

const minute = (offset: number) =>
  new Date((Math.floor(Date.now() / MINUTE_MS) + offset) * MINUTE_MS).toISOString();
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const shop = {
  name: "Shop",
  protocol: "http",
  request: { method: "GET", url: "https://shop.example.com/" },
  regions: ["eu-deu-fra"],
};
const ops = {
  app: "outgoing_webhook",
  name: "Ops",
  settings: { url: "https://hooks.example.com/x", secret: reference("ops", "secret") },
};
const rule = { event: "uptime.incident.created", integration: "ops", integration_settings: { schema: "{}" } };
const night = {
  title: "Nightly restart",
  starts_at: minute(5),
  ends_at: minute(15),
  monitors: ["shop"],
  status_pages: ["acme"],
  recurrence: "FREQ=DAILY",
  time_zone: "Etc/UTC",
};
const pageOf = (subdomain: string) => ({ ...STATUS_PAGE, subdomain, logo_light: PIXEL });
const fileOf = (more: object = {}) =>
  ConfigFile.parse({
    version: 1,
    project: "app",
    integrations: { ops },
    monitors: { shop },
    status_pages: { acme: pageOf(`acme-${scene.projectId}`) },
    maintenance_windows: { night },
    alert_rules: { down: rule },
    ...more,
  });
const planOf = (file: ConfigFile, secret?: string) =>
  planConfig(scene.caller(), file, (name) => (name === "OPS_SECRET" ? secret : undefined));

async function apply(file: ConfigFile, secret?: string, prune = false): Promise<string[]> {
  const applied: string[] = [];
  await applyPlan(scene.caller(), await planOf(file, secret), {
    prune,
    onStep: ({ action, kind, changed }) => applied.push(`${action} ${kind} ${changed.join()}`.trim()),
  });
  return applied.filter((line) => !line.startsWith("unchanged"));
}
const SECRET = "a secret of sixteen";

test("creates integrations, windows, and page images, and an export of them applies without a change or a secret", async () => {
  expect(await apply(fileOf(), SECRET)).toHaveLength(5);
  expect(await apply(fileOf(), SECRET)).toEqual([]);
  const { config: exported } = await exportedConfig(scene.caller());
  expect(JSON.stringify(exported)).not.toContain(SECRET);
  expect(exported.integrations.ops).toMatchObject({ settings: { secret: reference("ops", "secret") } });
  expect(exported.maintenance_windows.night).toMatchObject({ monitors: ["shop"], status_pages: ["acme"] });
  expect(exported.status_pages.acme).toMatchObject({ logo_light: PIXEL });
  expect(await apply(exported)).toEqual([]);
});

test("creates an integration of every app, and refuses those of the dashboard before anything is written", async () => {
  const providers = await allProviders();
  const user = {
    organization_id: scene.organizationId,
    name: "Ada",
    email: `ada-${scene.projectId}@example.com`,
  };
  const { id } = await db()
    .insertInto("users")
    .values({ ...user, role: "owner" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db().insertInto("project_members").values({ project_id: scene.projectId, user_id: id }).execute();
  const settingsOf = (app: AppId) =>
    "members" in APPS[app].roles
      ? { members: [id] }
      : providers.find((each) => each.app === app)?.settings("https://hooks.example.com:8443");
  const integrations = Object.fromEntries(
    APP_IDS.map((app) => [
      `${APPS[app].setup}_${app}`,
      { app, name: APPS[app].title, settings: settingsOf(app) },
    ]),
  );
  const file = ConfigFile.parse({ version: 1, project: "app", monitors: { shop }, integrations });
  await expect(apply(file)).rejects.toThrow("in the dashboard");
  const { config: kept } = await exportedConfig(scene.caller());
  expect([kept.monitors, kept.integrations]).toEqual([{}, {}]);

  const person = scene.caller({ kind: "session", userId: id });
  await applyPlan(person, await planConfig(person, file, () => undefined), {
    prune: false,
    onStep: () => undefined,
  });
  const { config: exported } = await exportedConfig(scene.caller());
  expect(
    Object.values(exported.integrations)
      .map(({ app }) => app)
      .sort(),
  ).toEqual([...APP_IDS].sort());
  expect(await apply(exported)).toEqual([]);
});

test("never sends a stored secret to another address", async () => {
  await apply(fileOf(), SECRET);
  const moved = fileOf({
    integrations: { ops: { ...ops, settings: { ...ops.settings, url: "https://evil.example.com/" } } },
  });
  await expect(apply(moved)).rejects.toThrow("settings.secret must be sent again");
  const paused = fileOf({ integrations: { ops: { ...ops, paused: true } } });
  expect(await apply(paused)).toEqual(["update integrations paused"]);
  expect(await apply(moved, SECRET)).toEqual(["update integrations settings"]);
  const [row] = await selectProjectIntegrations(scene.projectId);
  expect(row && openSecrets(row)).toMatchObject({ secret: SECRET });
});

test("names invalid settings, images, and references before anything is written", async () => {
  const file = fileOf({
    integrations: { ops: { ...ops, settings: { url: "nowhere", secret: SECRET } } },
    status_pages: { acme: { ...pageOf("acme"), logo_light: "data:text/plain;base64,eA==" } },
    maintenance_windows: { night: { ...night, status_pages: ["shpo"] } },
  });
  expect((await planOf(file)).problems).toEqual([
    expect.stringMatching(/^integrations\.ops\.settings\.url: /),
    expect.stringMatching(/^status_pages\.acme\.logo_light: /),
    "maintenance_windows.night: Status page shpo is neither in the file nor in the project.",
    expect.stringMatching(/^alert_rules\.down\.integration: Integration/),
  ]);
});

test("keeps a recurring window by its key when its first window is over, and leaves out one that ended", async () => {
  const once = { title: "Move", starts_at: minute(5), ends_at: minute(15), monitors: ["shop"] };
  const file = fileOf({ maintenance_windows: { night, once } });
  await apply(file, SECRET);
  keepTimeBy(() => Date.now() + 2 * DAY_MS);
  await advanceWindows(now());
  expect(await apply(file)).toEqual([]);
  const renamed = fileOf({ maintenance_windows: { night: { ...night, title: "Restart" }, once } });
  expect(await apply(renamed)).toEqual(["update maintenance_windows title"]);
  const { items } = await listMaintenanceWindows(scene.caller(), COMING_WINDOWS, { limit: 10, offset: 0 });
  expect(items.map(({ title }) => title)).toEqual(["Restart"]);
});

test("removes an image with false, and deletes every kind with prune", async () => {
  await apply(fileOf(), SECRET);
  const bare = fileOf({
    status_pages: { acme: { ...pageOf(`acme-${scene.projectId}`), logo_light: false } },
  });
  expect(await apply(bare)).toEqual(["update status_pages logo_light"]);
  expect(await apply(bare)).toEqual([]);
  const empty = ConfigFile.parse({ version: 1, project: "app" });
  expect(await apply(empty, undefined, true)).toEqual([
    "left alert_rules",
    "left maintenance_windows",
    "left status_pages",
    "left monitors",
    "left integrations",
  ]);
});

test("writes groups after their members, exports them by key, and refuses members that don't exist", async () => {
  const group = (members: string[]) => ({ name: "Payments", protocol: "group", request: { members } });
  const file = (members: string[]) =>
    ConfigFile.parse({ version: 1, project: "app", monitors: { all: group(members), shop, blog } });
  const blog = { ...shop, name: "Blog" };
  expect((await planOf(file(["shop", "blgo"]))).problems).toEqual([
    "monitors.all: Monitor blgo is neither in the file nor in the project.",
  ]);
  expect((await planOf(file(["shop", "shop"]))).problems).toEqual([
    "monitors.all.request.members: request.members must not contain duplicates.",
  ]);
  expect(await apply(file(["shop", "blog"]))).toEqual([
    "create monitors name,protocol,request,regions",
    "create monitors name,protocol,request,regions",
    "create monitors name,protocol,request",
  ]);
  const { config: exported } = await exportedConfig(scene.caller());
  const key =
    Object.keys(exported.monitors).find((each) => exported.monitors[each]?.name === "Payments") ?? "";
  expect(exported.monitors[key]?.request).toMatchObject({ members: ["shop", "blog"], condition: "all" });
  expect(await apply(exported)).toEqual([]);
  expect(await apply(file(["blog"]))).toEqual(["update monitors request"]);
  expect(await apply(file(["blog"]))).toEqual([]);
});
