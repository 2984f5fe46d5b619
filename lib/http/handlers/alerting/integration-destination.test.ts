import { beforeAll, describe, expect, test } from "vitest";
import { destinationsOf, secretsOf } from "@/lib/contract/apps/app";
import { APP_IDS, APPS, type AppId } from "@/lib/contract/apps/registry";
import { hashPassword } from "@/lib/services/accounts/password";
import { pool } from "@/lib/store/core/pool";
import { api } from "@/lib/testing/api";
import { CAST_PASSWORD, type Cast, makeCast } from "@/lib/testing/cast";
import { useDatabase } from "@/lib/testing/database";
import { signedIn } from "@/lib/testing/person";

useDatabase();

type Settings = Record<string, unknown>;
let cast: Cast;
let ada: Awaited<ReturnType<typeof signedIn>>;
const write = () => api(cast.prjWrite);

beforeAll(async () => {
  process.env.API_RATE_LIMIT = "100000";
  cast = await makeCast();
  await pool().query("update users set password_hash = $1", [await hashPassword(CAST_PASSWORD)]);
  ada = await signedIn(`ada-${cast.organizationId}@example.com`);
  await ada.post("/session/project", { project_id: cast.projects.app });
});

/** Two complete settings per app that differ in every setting. */
const TWO: Record<AppId, () => readonly [Settings, Settings]> = {
  email: () => [{ members: [cast.users.ada] }, { members: [cast.users.ben] }],
  sms: () => [{ members: [cast.users.ada] }, { members: [cast.users.ben] }],
  ilert: () => [{ integration_key: "a".repeat(40) }, { integration_key: "b".repeat(40) }],
  ntfy: () => [
    { hostname: "ntfy.sh", topic: "alerts", access_token: "a".repeat(32) },
    { hostname: "ntfy.attacker.example", topic: "others", access_token: "b".repeat(32) },
  ],
  outgoing_webhook: () => [
    { url: "https://example.com/hook", secret: "a".repeat(20) },
    { url: "https://attacker.example/hook", secret: "b".repeat(20) },
  ],
  pushover: () => [
    { user_key: "a".repeat(30), api_key: "a".repeat(30) },
    { user_key: "b".repeat(30), api_key: "b".repeat(30) },
  ],
  slack: () => [
    { webhook_url: "https://hooks.slack.com/a", bot_token: "xoxb-aaaaaaaa", channel: "C1" },
    { webhook_url: "https://attacker.example/b", bot_token: "xoxb-bbbbbbbb", channel: "C2" },
  ],
  discord: () => [
    { webhook_url: "https://discord.com/api/webhooks/a" },
    { webhook_url: "https://discord.com/api/webhooks/b" },
  ],
  telegram: () => [
    { bot_token: "aaaaaaaaaa:a", chat_id: "-1001" },
    { bot_token: "bbbbbbbbbb:b", chat_id: "-1002" },
  ],
};

async function make(app: AppId, settings: Settings): Promise<string> {
  const made = await ada.post(`/apps/${app}/integrations`, { name: "Hook", settings });
  expect(made.status, made.text).toBe(201);
  return `/apps/${app}/integrations/${made.body.id}`;
}

async function stored(path: string): Promise<unknown> {
  const id = Number(path.split("/").at(-1));
  return (await pool().query("select settings, secrets from integrations where id = $1", [id])).rows[0];
}

const cases = APP_IDS.flatMap((app) => destinationsOf(APPS[app]).map((key) => [app, key] as const));

describe.each(cases)("%s: a new %s", (app, key) => {
  const others = secretsOf(APPS[app]).filter((secret) => secret !== key);

  test("is rejected for each stored secret that is not sent again, and stores nothing", async () => {
    const [first, second] = TWO[app]();
    const path = await make(app, first);
    const before = await stored(path);
    const answer = await write().post(path, { settings: { [key]: second[key] } });
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
    const [first, second] = TWO[app]();
    const path = await make(app, first);
    const secrets = Object.fromEntries(others.map((secret) => [secret, second[secret]]));
    const answer = await write().post(path, { settings: { [key]: second[key], ...secrets } });
    expect(answer.status, answer.text).toBe(200);
  });
});

describe.each(APP_IDS.map((app) => [app] as const))("%s", (app) => {
  test("accepts the same destination, another name and new secrets without the stored ones", async () => {
    const [first, second] = TWO[app]();
    const path = await make(app, first);
    const places = Object.fromEntries(destinationsOf(APPS[app]).map((key) => [key, first[key]]));
    expect((await write().post(path, { name: "Renamed", settings: places })).status).toBe(200);
    for (const secret of secretsOf(APPS[app]).filter((key) => !destinationsOf(APPS[app]).includes(key)))
      expect((await write().post(path, { settings: { [secret]: second[secret] } })).status).toBe(200);
  });
});

test("an optional secret can be removed with the change", async () => {
  const path = await make("ntfy", TWO.ntfy()[0]);
  const settings = { hostname: "ntfy.attacker.example", access_token: null };
  expect((await write().post(path, { settings })).status).toBe(200);
  expect(await stored(path)).toMatchObject({ secrets: null });
});

test("an open ntfy topic can change freely, because it has no secret", async () => {
  const path = await make("ntfy", { hostname: "ntfy.sh", topic: "alerts", access_token: null });
  expect((await write().post(path, { settings: { hostname: "ntfy.example.com" } })).status).toBe(200);
});
