import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { type AppContract, secretsOf } from "@/lib/contract/apps/app";
import { APP_IDS } from "@/lib/contract/apps/app-id";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { endpoints } from "@/lib/contract/endpoints";
import { setEnv } from "@/lib/shared/env";
import { pool } from "@/lib/store/core/pool";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { allProviders } from "@/lib/testing/providers/all";
import { MONITOR, STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();

const NOBODY = "http://127.0.0.1:9";
const PROVIDERS = await allProviders();
/** Settings of every app, which reach no one. */
const settingsWhere = (setup: AppContract["setup"]) =>
  PROVIDERS.filter(({ app }) => APPS[app].setup === setup).map(
    ({ app, settings }): [AppId, Record<string, unknown>] => [app, settings(NOBODY)],
  );
const INTEGRATIONS = settingsWhere("api").filter(([app]) => app !== "sms");
/** Set up as a signed-in user, because these work in the dashboard only. */
const OF_PERSON = settingsWhere("dashboard");

/** Returns the part of a setting that no one else has: of a URL, the last part of its path. */
const tracer = (value: unknown) => String(value).split("/").at(-1) ?? "";
/** One unique text per secret, so that a leak can be traced. */
const SECRETS: Record<string, string> = {
  ...Object.fromEntries(
    [...INTEGRATIONS, ...OF_PERSON].flatMap(([app, settings]) =>
      secretsOf(APPS[app]).flatMap((name) =>
        settings[name] ? [[`${app}.${name}`, tracer(settings[name])]] : [],
      ),
    ),
  ),
  pageToken: "LEAKpagetokenLEAK",
  pagePassword: "LEAKpagepasswordLEAK",
  wrongPassword: "LEAKwrongpasswordLEAK",
  newPassword: "LEAKnewpasswordLEAK",
};
const PAGE = {
  ...STATUS_PAGE,
  subdomain: "secret-acme",
  access_token: SECRETS.pageToken,
  access_password: SECRETS.pagePassword,
};

/** All output: responses with their headers, and the log. */
const left: string[] = [];
const tokens: string[] = [];

beforeAll(async () => {
  setEnv({
    API_RATE_LIMIT: "1000000",
    LOG_LEVEL: "debug",
    ALLOW_PRIVATE_TARGETS: "127.0.0.0/8",
    ...Object.assign({}, ...PROVIDERS.map(({ env }) => env(NOBODY))),
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    left.push(String(text));
    return true;
  });
  await setPasswords();
});

function keep<T extends { text: string; headers: Record<string, string> }>(answer: T): T {
  left.push(answer.text, JSON.stringify(answer.headers));
  return answer;
}

async function integrations(client: ReturnType<typeof api>, all: typeof INTEGRATIONS): Promise<void> {
  for (const [app, settings] of all) {
    const made = keep(await client.post(`/apps/${app}/integrations`, { name: app, settings }));
    expect([app, made.status, made.body.errors]).toEqual([app, 201, undefined]);
    // Errors about a field next to a secret, and about the secret itself, contain neither.
    for (const wrong of [
      (value: unknown) => `${value}${"x".repeat(300)}`,
      (value: unknown) => `ftp:${tracer(value)}`,
    ])
      keep(
        await client.post(`/apps/${app}/integrations`, {
          name: "x",
          settings: Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, wrong(value)])),
        }),
      );
    keep(await client.post(`/apps/${app}/integrations/${made.body.id}`, { settings }));
  }
}

/** Sends a notification to every integration through an unreachable provider. The delivery log stores the failure. */
async function notifyEveryone(person: ReturnType<typeof api>): Promise<void> {
  const rows = await run<{ id: number; app: string }>`select id, app from integrations`;
  expect(rows).toHaveLength(INTEGRATIONS.length + OF_PERSON.length);
  for (const { id, app } of rows) keep(await person.post(`/apps/${app}/integrations/${id}/test`));
  await drain();
  const attempts = await run`select distinct integration_id from deliveries where attempts > 0`;
  expect(attempts).toHaveLength(rows.length);
}

async function fill(): Promise<void> {
  const client = api(accounts.prjWrite);
  await integrations(client, INTEGRATIONS);
  const page = keep(await client.post("/uptime/status-pages", PAGE));
  expect([page.status, page.body.errors]).toEqual([201, undefined]);
  keep(
    await client.post(`/uptime/status-pages/${page.body.id}`, {
      access_token: SECRETS.pageToken,
      timeframe: 7,
    }),
  );
  keep(await client.post("/uptime/monitors", MONITOR));
}

async function signInAndOut(): Promise<string> {
  const email = `ada-${accounts.organizationId}@example.com`;
  keep(await api().post("/session", { email, password: SECRETS.wrongPassword }));
  keep(await api().post("/session", `{"email": "${email}", "password": "${SECRETS.wrongPassword}"`));
  const signedIn = await api().post("/session", { email, password: TEST_PASSWORD });
  return signedIn.headers["Set-Cookie"]?.split(";")[0] ?? "";
}

test("no secret appears in a response, header, error, log line, or table", async () => {
  await fill();
  const cookie = await signInAndOut();
  const person = api(undefined, { headers: { cookie, origin: "http://localhost:3000" } });
  const key = await person.post("/keys", { kind: "project", name: "Key", uptime: "write" });
  await person.post("/session/project", { project_id: accounts.projects.app });
  await integrations(person, OF_PERSON);
  await notifyEveryone(person);
  tokens.push(
    key.body.token,
    cookie.split("=")[1] ?? "",
    accounts.orgWrite,
    accounts.prjWrite,
    accounts.adaToken,
  );
  await peopleSecrets(person);
  keep(
    await person.post("/account/password", {
      current_password: SECRETS.wrongPassword,
      new_password: SECRETS.newPassword,
    }),
  );
  keep(await person.post("/account/password", { current_password: TEST_PASSWORD, new_password: "short" }));
  // Every read endpoint with every kind of credential.
  for (const client of [
    api(accounts.prjWrite),
    api(accounts.orgWrite, { project: accounts.projects.app }),
    person,
  ]) {
    for (const endpoint of endpoints.filter(
      (one) => one.method === "GET" && !["streamLive"].includes(one.id),
    )) {
      if (endpoint.scope === "runner") continue;
      for (const app of APP_IDS) {
        const path = endpoint.path
          .replace("{app}", app)
          .replace("{token}", "none")
          .replace(/\{\w+\}/g, "1");
        keep(await client.get(path));
        if (!endpoint.path.includes("{app}")) break;
      }
    }
  }
  const everything = left.join("\n");
  for (const [name, secret] of Object.entries(SECRETS))
    expect(everything.includes(secret), `${name} leaked`).toBe(false);
  for (const token of tokens) expect(everything.includes(token), "a token leaked").toBe(false);
  expect(everything).not.toMatch(/\$argon2/);
  await searchTables();
  await searchFiles();
});

/** Creates one-time links and a second factor. Each is shown in one response, which is not recorded here, and nowhere else. */
async function peopleSecrets(person: ReturnType<typeof api>): Promise<void> {
  const tokenOf = (link: string) => new URL(link).pathname.replace("/setup/", "");
  const invited = await person.post("/invitations", { email: "new@example.com" });
  const reset = await person.post(`/members/${accounts.users.ben}/password-reset`);
  const begun = await person.post("/account/two-factor", { current_password: TEST_PASSWORD });
  expect([invited.status, reset.status, begun.status]).toEqual([201, 201, 200]);
  tokens.push(tokenOf(invited.body.link), tokenOf(reset.body.link), begun.body.secret);
  keep(await person.post("/account/two-factor/confirm", { code: "no code" }));
}

async function searchTables(): Promise<void> {
  const tables = await run`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`;
  for (const { name } of tables) {
    const { rows } = await pool().query<{ row: string }>(`select t::text as row from ${name} t`);
    const text = rows.map((row) => row.row).join("\n");
    // bytea is shown as hex, so a secret stored as unencrypted bytes would appear there.
    const bytes = text.replace(/\\\\?x((?:[0-9a-f]{2})+)/g, (_, hex: string) =>
      Buffer.from(hex, "hex").toString("latin1"),
    );
    for (const secret of [...Object.values(SECRETS), ...tokens]) {
      expect(text.includes(secret) || bytes.includes(secret), `${secret.slice(0, 12)}… is in ${name}`).toBe(
        false,
      );
    }
  }
}

/** Searches the database server's files: the tables including dead rows, and the write-ahead log. */
async function searchFiles(): Promise<void> {
  await run`checkpoint`;
  const rows =
    await run`select current_setting('data_directory') as folder, oid::text as base from pg_database
    where datname = current_database()`;
  const { folder = "", base = "" } = rows[0] ?? {};
  let control = false;
  for (const inside of [`base/${base}`, "pg_wal"]) {
    for (const entry of readdirSync(path.join(folder, inside), { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(folder, inside, entry.name);
      // PostgreSQL removes segments of its log that it no longer needs.
      const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
      control ||= bytes.includes(PAGE.subdomain);
      for (const secret of [...Object.values(SECRETS), ...tokens]) {
        const found = bytes.includes(secret) || bytes.includes(Buffer.from(secret).toString("base64"));
        expect(found, `${secret.slice(0, 12)}… is in ${inside}/${entry.name}`).toBe(false);
      }
    }
  }
  // Finds a non-secret value, which proves that the search reads the right files.
  expect(control).toBe(true);
}
