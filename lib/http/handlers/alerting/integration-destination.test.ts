import { beforeAll, describe, expect, test } from "vitest";
import { destinationsOf, secretsOf } from "@/lib/contract/apps/app";
import { APP_IDS } from "@/lib/contract/apps/app-id";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { allProviders } from "@/lib/testing/providers/all";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();

type Settings = Record<string, unknown>;
let ada: Awaited<ReturnType<typeof signedIn>>;
const write = () => api(accounts.prjWrite);

beforeAll(async () => {
  await setPasswords();
  ada = await signedIn(`ada-${accounts.organizationId}@example.com`);
  await ada.post("/session/project", { project_id: accounts.projects.app });
});

const PROVIDERS = await allProviders();

/** Returns complete settings of an app: those of its simulated vendors together. */
function settingsOf(app: AppId): Settings {
  const own = PROVIDERS.filter((provider) => provider.app === app);
  if (own.length === 0) return { members: [accounts.users.ada] };
  const basicAuth = secretsOf(APPS[app]).includes("basic_auth") ? { basic_auth: "ada:secret7" } : {};
  return Object.assign(basicAuth, ...own.map((provider) => provider.settings("https://example.com:8443")));
}

/** Returns another valid value of a setting. */
function changed(value: unknown): unknown {
  if (Array.isArray(value)) return [accounts.users.ben];
  return String(value).replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (last) => (last === "7" ? "8" : "7"));
}

async function make(app: AppId, settings: Settings): Promise<string> {
  const made = await ada.post(`/apps/${app}/integrations`, { name: "Hook", settings });
  expect(made.status, made.text).toBe(201);
  return `/apps/${app}/integrations/${made.body.id}`;
}

async function stored(path: string): Promise<unknown> {
  const id = Number(path.split("/").at(-1));
  return (await run`select settings, secrets from integrations where id = ${id}`)[0];
}

const cases = APP_IDS.flatMap((app) => destinationsOf(APPS[app]).map((key) => [app, key] as const));

describe.each(cases)("%s: a new %s", (app, key) => {
  const others = secretsOf(APPS[app]).filter((secret) => secret !== key);

  test("is rejected for each stored secret that is not sent again, and stores nothing", async () => {
    const first = settingsOf(app);
    const path = await make(app, first);
    const before = await stored(path);
    const answer = await write().post(path, { settings: { [key]: changed(first[key]) } });
    if (others.length === 0) return expect(answer.status).toBe(200);
    expect([answer.status, Object.keys(answer.body.errors ?? {}).sort()]).toEqual([
      422,
      others.map((secret) => `settings.${secret}`).sort(),
    ]);
    for (const secret of others) {
      expect(answer.body.errors[`settings.${secret}`]).toEqual([
        `settings.${secret} must be sent again because settings.${key} changes where notifications go.`,
      ]);
      expect(answer.text).not.toContain(String(first[secret]));
    }
    expect(await stored(path)).toEqual(before);
  });

  test("is accepted with the secrets", async () => {
    const first = settingsOf(app);
    const path = await make(app, first);
    const secrets = Object.fromEntries(others.map((secret) => [secret, changed(first[secret])]));
    const answer = await write().post(path, { settings: { [key]: changed(first[key]), ...secrets } });
    expect(answer.status, answer.text).toBe(200);
  });
});

describe.each(APP_IDS.map((app) => [app] as const))("%s", (app) => {
  test("accepts the same destination, another name and new secrets without the stored ones", async () => {
    const first = settingsOf(app);
    const path = await make(app, first);
    const places = Object.fromEntries(destinationsOf(APPS[app]).map((key) => [key, first[key]]));
    expect((await write().post(path, { name: "Renamed", settings: places })).status).toBe(200);
    for (const secret of secretsOf(APPS[app]).filter((key) => !destinationsOf(APPS[app]).includes(key)))
      expect((await write().post(path, { settings: { [secret]: changed(first[secret]) } })).status).toBe(200);
  });
});

test("an optional secret can be removed with the change", async () => {
  const path = await make("ntfy", settingsOf("ntfy"));
  const settings = { hostname: "ntfy.attacker.example", access_token: null, basic_auth: null };
  expect((await write().post(path, { settings })).status).toBe(200);
  expect(await stored(path)).toMatchObject({ secrets: null });
});

test("an open ntfy topic can change freely, because it has no secret", async () => {
  const path = await make("ntfy", { hostname: "ntfy.sh", topic: "alerts", access_token: null });
  expect((await write().post(path, { settings: { hostname: "ntfy.example.com" } })).status).toBe(200);
});
