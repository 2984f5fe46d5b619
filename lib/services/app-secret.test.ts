import { afterEach, beforeEach, expect, test } from "vitest";
import { encryptSecrets } from "@/lib/alerting/integration-secrets";
import { pushKey } from "@/lib/alerting/push-secrets";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { appSecretDigest, derivedKey, encrypt } from "@/lib/shared/secret";
import { storedDigest } from "@/lib/store/core/app-secret";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { secretContext } from "./accounts/second-factor";
import { requireAppSecret } from "./app-secret";
import { createMonitor } from "./monitors/writes";
import { rotateSecret } from "./rotate-secret";

useDatabase();
const RIGHT = "the secret of this installation, 32 characters";
const WRONG = "the secret of another installation, 32 characters";

function useSecret(secret: string, previous?: string): void {
  setEnv({ APP_SECRET: secret, APP_SECRET_PREVIOUS: previous ?? "" });
  forget("secret.key");
  forget("secret.signing");
}

/** Simulates a database from a version that did not store the digest of its APP_SECRET. */
async function forgetDigest(): Promise<void> {
  await run`delete from app_secret`;
}

beforeEach(() => useSecret(RIGHT));
afterEach(() => run`truncate organizations, integrations, push_keys, app_secret cascade`);

const kinds: [string, () => Promise<unknown>][] = [
  [
    "an integration",
    async () => {
      const { projectId } = await makeScene();
      const rows = await run`insert into integrations (project_id, name, app)
        values (${projectId}, 'On call', 'webhook') returning id`;
      const { id } = rows[0];
      const secrets = encryptSecrets(id, { secret: "whsec_1" });
      await run`update integrations set secrets = ${secrets} where id = ${id}`;
    },
  ],
  [
    "a second factor",
    async () => {
      const { organizationId } = await makeScene();
      const rows = await run`insert into users (organization_id, name, email, role)
        values (${organizationId}, 'Ada', 'ada@example.com', 'owner') returning id`;
      const { id } = rows[0];
      await run`update users set totp_secret = ${encrypt("x", secretContext(id))} where id = ${id}`;
    },
  ],
  [
    "a monitor's headers",
    async () => {
      const scene = await makeScene();
      const request = { ...MONITOR.request, headers: [{ name: "Authorization", value: "Bearer 1" }] };
      await createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, request }));
    },
  ],
  ["a key for browser notifications", pushKey],
];

test.each(kinds)("accepts only the original secret once %s is encrypted", async (_, encrypt) => {
  await requireAppSecret();
  await encrypt();
  useSecret(WRONG);
  await expect(requireAppSecret()).rejects.toThrow("APP_SECRET does not match");
  useSecret(RIGHT);
  await requireAppSecret();
});

test.each(kinds)("checks a database from an earlier version against %s", async (_, encrypt) => {
  await encrypt();
  await forgetDigest();
  useSecret(WRONG);
  await expect(requireAppSecret()).rejects.toThrow("APP_SECRET does not match");
  expect(await storedDigest()).toBeNull();
  useSecret(RIGHT);
  await requireAppSecret();
  expect(await storedDigest()).toBe(appSecretDigest());
});

test("accepts a new secret while nothing is encrypted", async () => {
  await requireAppSecret();
  useSecret(WRONG);
  await requireAppSecret();
  expect(await storedDigest()).toBe(appSecretDigest());
});

test("reveals neither secret in the error", async () => {
  await requireAppSecret();
  await pushKey();
  useSecret(WRONG);
  const error: Error = await requireAppSecret().then(
    () => new Error("not refused"),
    (thrown: Error) => thrown,
  );
  expect(error.message).not.toMatch(/of this installation|of another installation/);
});

test("samples every encrypted column; all other bytea columns are hashes, marks, or files", async () => {
  const rows = await run`select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea'
       and column_name !~ '_hash$|_mark$' and table_name !~ '^status_page|^page_snapshots$|^heartbeat_signals$' order by name`;
  // Add new columns to encryptedSample() and to rotateSecret(). Otherwise a wrong secret goes unnoticed where that column holds the only encrypted data.
  expect(rows.map(({ name }) => name)).toEqual([
    "app_secret.signing_secret",
    "integrations.secrets",
    "monitors.request_secrets",
    "ping_keys.key",
    "push_keys.private_key",
    "push_subscriptions.secrets",
    "users.totp_pending",
    "users.totp_secret",
  ]);
});

test("the command line never replaces the secret that a server stored, even while nothing is encrypted", async () => {
  await requireAppSecret();
  const stored = await pool().query("select * from app_secret");
  useSecret(WRONG);
  await expect(requireAppSecret(false)).rejects.toThrow(/^APP_SECRET does not match /);
  expect(await run`select * from app_secret`).toEqual(stored.rows);
  useSecret(RIGHT);
  await requireAppSecret(false);
});

test("a rotation reads both secrets, then only the new one, and keeps links valid", async () => {
  await requireAppSecret();
  for (const [, encryptOne] of kinds) await encryptOne();
  const link = derivedKey("page subscriber");
  useSecret(WRONG, RIGHT);
  await requireAppSecret();
  expect(derivedKey("page subscriber")).toEqual(link);
  expect(await rotateSecret(false)).toEqual({ rotated: kinds.length, unreadable: 0 });
  expect(await rotateSecret(false)).toEqual({ rotated: 0, unreadable: 0 });
  useSecret(WRONG);
  await requireAppSecret();
  expect(derivedKey("page subscriber")).toEqual(link);
  useSecret(RIGHT);
  await expect(requireAppSecret()).rejects.toThrow("APP_SECRET does not match");
});

test("a rotation after a leak also invalidates links", async () => {
  await requireAppSecret();
  const link = derivedKey("page subscriber");
  useSecret(WRONG, RIGHT);
  await requireAppSecret();
  await rotateSecret(true);
  useSecret(WRONG);
  await requireAppSecret();
  expect(derivedKey("page subscriber")).not.toEqual(link);
});
