import { beforeEach, expect, test } from "vitest";
import type { ConfigFile } from "@/lib/contract/config-file/config-file";
import { commandLine } from "@/lib/testing/accounts/callers";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { exportedConfig } from "@/lib/testing/exported-config";
import { STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import type { Caller } from "../core/caller";
import { applyPlan } from "./apply";
import { planConfig } from "./plan";
import { reference } from "./references";
import type { Step } from "./steps";

const accounts = useAccounts("test");
let caller: Caller;
beforeEach(async () => {
  page.subdomain = `acme-${accounts.projects.app}`;
  caller = commandLine(accounts.organizationId, accounts.projects.app);
});

const write = () => api(accounts.prjWrite);
const SECRETS = { SHOP_AUTHORIZATION: "Bearer s3cret", ACME_ACCESS_PASSWORD: "a long password" };
const variables = (set: Record<string, string>) => (name: string) => set[name];
const none = variables({});

const shop = {
  name: "Shop",
  protocol: "http",
  request: {
    method: "GET",
    url: "https://shop.example.com/",
    headers: [{ name: "Authorization", value: reference("shop", "Authorization") }],
  },
  regions: ["eu-deu-fra"],
};
const page = {
  ...STATUS_PAGE,
  components: [{ group: "Europe", components: [{ monitor: "shop", name: "Checkout" }] }],
  access_password: reference("acme", "access_password"),
};
const rule = {
  event: "uptime.incident.created",
  integration: "ops",
  monitors: ["shop"],
  integration_settings: { schema: '{"event":"{{ event.key }}"}' },
};
const file = (more: Partial<ConfigFile> = {}): ConfigFile => ({
  version: 1,
  project: "app",
  integrations: {},
  maintenance_windows: {},
  monitors: { shop },
  status_pages: { acme: page },
  alert_rules: { down: rule },
  ...more,
});

async function apply(config: ConfigFile, set: Record<string, string> = {}, prune = false): Promise<string[]> {
  const applied: string[] = [];
  const onStep = ({ action, kind, key }: Step) => applied.push(`${action} ${kind}.${key}`);
  await applyPlan(caller, await planConfig(caller, config, variables(set)), { prune, onStep });
  return applied;
}
const problemsOf = async (config: ConfigFile, set = SECRETS as Record<string, string>) =>
  (await planConfig(caller, config, variables(set))).problems;

async function withOps(): Promise<void> {
  const settings = { url: "https://hooks.example.com/x", secret: "a secret of sixteen" };
  const made = await write().post("/apps/outgoing_webhook/integrations", { name: "Ops", settings });
  expect(made.status, made.text).toBe(201);
}

test("creates monitors, pages, and rules; applied again, the file changes nothing, with or without the secrets", async () => {
  await withOps();
  expect(await apply(file(), SECRETS)).toEqual([
    "create monitors.shop",
    "create status_pages.acme",
    "create alert_rules.down",
  ]);
  const { data } = (await write().get("/uptime/monitors")).body;
  expect(data[0].request.headers).toEqual([{ name: "Authorization", value: "Bearer s3cret" }]);
  const same = ["unchanged monitors.shop", "unchanged status_pages.acme", "unchanged alert_rules.down"];
  expect(await apply(file(), SECRETS)).toEqual(same);
  expect(await apply(file())).toEqual(same);
});

test("exports no secrets, and applying the export changes nothing", async () => {
  await withOps();
  await apply(file(), SECRETS);
  const { config: exported } = await exportedConfig(caller);
  const text = JSON.stringify(exported);
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
  expect(text).toContain(reference("shop", "Authorization"));
  expect(Object.keys(exported.alert_rules)).toEqual(["down"]);
  const plan = await planConfig(caller, exported, none);
  expect([plan.problems, plan.steps.map(({ action }) => action)]).toEqual([
    [],
    ["unchanged", "unchanged", "unchanged", "unchanged"],
  ]);
});

test("exports references for secrets under any header name, in URLs and in bodies", async () => {
  const headers = [
    { name: "Accept", value: "text/html" },
    { name: "X-Session", value: "leak-session" },
    { name: "X-Auth", value: "leak-auth" },
  ];
  const body = JSON.stringify({ user: "ada", password: "leak-in-body" });
  const request = { method: "POST", url: "https://shop.example.com/?token=leak-in-url", headers, body };
  await apply(file({ monitors: { shop: { ...shop, request } }, status_pages: {}, alert_rules: {} }));
  const { config: exported } = await exportedConfig(caller);
  expect(JSON.stringify(exported)).not.toContain("leak-");
  expect(JSON.stringify(exported)).toContain("text/html");
  expect((await planConfig(caller, exported, none)).steps.map(({ action }) => action)).toEqual(["unchanged"]);
});

test("refuses to export a monitor whose secrets can't be decrypted, instead of leaving them out", async () => {
  await withOps();
  await apply(file(), SECRETS);
  await run`update monitors set request_secrets = '\\x0100' where request_secrets is not null`;
  await expect(exportedConfig(caller)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^The secrets of Shop can't be decrypted/),
  });
});

test("gives every exported secret a variable of its own", async () => {
  const headers = [
    { name: "X-Key", value: "first" },
    { name: "X-Key", value: "second" },
    { name: "Secret", value: "third" },
  ];
  const settings = { url: "https://hooks.example.com/x", secret: "a secret of sixteen" };
  const hook = await write().post("/apps/outgoing_webhook/integrations", { name: "Shop", settings });
  expect(hook.status, hook.text).toBe(201);
  const made = await write().post("/uptime/monitors", { ...shop, request: { ...shop.request, headers } });
  expect(made.status, made.text).toBe(201);
  const { text: exported } = await exportedConfig(caller);
  expect(exported.match(/(?<=\$\{)\w+/g)).toEqual([
    "SHOP_SECRET",
    "SHOP_X_KEY",
    "SHOP_X_KEY_2",
    "SHOP_SECRET_2",
  ]);
});

test("keeps an item by its key when it is renamed in the file or the dashboard", async () => {
  await apply(file({ status_pages: {}, alert_rules: {} }), SECRETS);
  const before = (await write().get("/uptime/monitors")).body.data[0];
  await write().post(`/uptime/monitors/${before.id}`, { name: "By hand", interval: 300 });
  const applied = await apply(
    file({ monitors: { shop: { ...shop, name: "Store" } }, status_pages: {}, alert_rules: {} }),
  );
  expect(applied).toEqual(["update monitors.shop"]);
  const after = (await write().get("/uptime/monitors")).body.data;
  // The file has no interval, so the value set by hand stays.
  expect(after).toMatchObject([{ id: before.id, name: "Store", interval: 300 }]);
});

test("deletes only with prune, and only what a file contained before", async () => {
  await write().post("/uptime/monitors", {
    ...shop,
    name: "By hand",
    request: { method: "GET", url: "https://x.example" },
  });
  await apply(file({ status_pages: {}, alert_rules: {} }), SECRETS);
  const empty = file({ monitors: {}, status_pages: {}, alert_rules: {} });
  expect(await apply(empty)).toEqual([]);
  expect((await write().get("/uptime/monitors")).body.data).toHaveLength(2);
  expect(await apply(empty, {}, true)).toEqual(["left monitors.shop"]);
  expect((await write().get("/uptime/monitors")).body.data).toMatchObject([{ name: "By hand" }]);
});

test("leaves a page's access token alone when it is given again, and replaces it when another is given", async () => {
  const withToken = { ...page, access_token: reference("acme", "access_token") };
  const config = file({ status_pages: { acme: withToken }, alert_rules: {} });
  const set = { ...SECRETS, ACME_ACCESS_TOKEN: "a long access token" };
  await apply(config, set);
  expect(await apply(config, set)).toContain("unchanged status_pages.acme");
  const other = { ...set, ACME_ACCESS_TOKEN: "another access token" };
  expect(await apply(config, other)).toContain("update status_pages.acme");
});

test("keeps a page's password when it is left out and replaces it when another is given", async () => {
  await apply(file({ alert_rules: {} }), SECRETS);
  const { access_password: _, ...open } = page;
  expect(await apply(file({ alert_rules: {}, status_pages: { acme: open } }))).toContain(
    "unchanged status_pages.acme",
  );
  const isPrivate = async () => (await write().get("/uptime/status-pages")).body.data[0].is_private;
  expect(await isPrivate()).toBe(true);
  const other = { ...SECRETS, ACME_ACCESS_PASSWORD: "another long password" };
  expect(await apply(file({ alert_rules: {} }), other)).toContain("update status_pages.acme");
  await apply(file({ alert_rules: {}, status_pages: { acme: { ...open, access_password: null } } }));
  expect(await isPrivate()).toBe(false);
});

test("reports every problem at once with its place and writes nothing", async () => {
  const broken = file({
    monitors: { shop: { ...shop, interval: 31, intervall: 30 }, api: { ...shop, intervall: 30 } },
    status_pages: { acme: { ...page, components: [{ monitor: "shpo" }] } },
    alert_rules: { down: { ...rule, integration: "opps" } },
  });
  const problems = await problemsOf(broken);
  expect(problems).toEqual([
    expect.stringMatching(/^monitors\.shop\.interval: /),
    "monitors.api.intervall: Unknown field.",
    "status_pages.acme: Monitor shpo is neither in the file nor in the project.",
    "alert_rules.down.integration: Integration opps is neither in the file nor in the project.",
  ]);
  await expect(apply(broken, SECRETS)).rejects.toThrow("intervall");
  expect((await write().get("/uptime/monitors")).body.data).toEqual([]);
});

test("finds invalid settings of a rule before anything is written", async () => {
  await withOps();
  const { integration_settings: _, ...bare } = rule;
  expect(await problemsOf(file({ alert_rules: { down: bare } }))).toEqual([
    "alert_rules.down.integration_settings.schema: integration_settings.schema is required.",
  ]);
});

test("names a secret that is neither set nor stored", async () => {
  expect(await problemsOf(file({ status_pages: {}, alert_rules: {} }), {})).toEqual([
    "monitors.shop: The variable SHOP_AUTHORIZATION is not set, and no value is stored for it.",
  ]);
});
