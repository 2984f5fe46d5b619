import { beforeEach, expect, test, vi } from "vitest";
import { sha256 } from "@/lib/shared/secret";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api, from } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";
import { flushTraces, forgetTraces } from "./traces";

const accounts = useAccounts();
beforeEach(async () => {
  forgetTraces();
  await run`delete from audit_log where organization_id = ${accounts.organizationId}`;
});

async function entries(): Promise<unknown[]> {
  await flushTraces();
  const rows = await run`select action, actor_label, detail from audit_log
    where organization_id = ${accounts.organizationId} order by id`;
  return rows.map(({ action, actor_label, detail }) => [
    action,
    actor_label,
    detail.attempts,
    detail.address,
  ]);
}

test("records the first and tenth wrong password, and attempts refused by the limit", async () => {
  const email = `ada-${accounts.organizationId}@example.com`;
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 22; attempt += 1)
    statuses.push(
      (await api(undefined, { send: from("192.0.2.7") }).post("/session", { email, password: "wrong" }))
        .status,
    );
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(await entries()).toEqual([
    ["user.sign_in_failed", "Sign-in page", 1, "192.0.2.7"],
    ["user.sign_in_failed", "Sign-in page", 10, "192.0.2.7"],
    ["user.sign_in_limited", "Sign-in page", 1, "192.0.2.7"],
  ]);
});

test("refused access is recorded once per power of ten, whatever the path", async () => {
  for (let attempt = 1; attempt <= 12; attempt += 1)
    await api(accounts.prjRead).post(`/uptime/monitors/${attempt}`, {});
  expect((await entries()).map((entry) => (entry as unknown[])[0])).toEqual([
    "access.refused",
    "access.refused",
  ]);
});

test("the use of a key from a new address is recorded, once", async () => {
  for (const address of ["203.0.113.1", "203.0.113.1", "198.51.100.2", "198.51.100.2"]) {
    await api(accounts.prjWrite, { send: from(address) }).get("/uptime/monitors");
    await vi.waitFor(async () => {
      const [key] = await run`select count(*) from api_keys where addresses @> array[${address}]`;
      expect(key?.count).toBe(1);
    });
  }
  expect(await entries()).toEqual([["key.new_address", expect.any(String), 1, "198.51.100.2"]]);
});

test("revoked tokens are recorded with their key, expired ones too, and unknown ones with the address", async () => {
  const send = { send: from("192.0.2.9") };
  const hash = sha256(accounts.prjRead);
  await run`update api_keys set revoked_at = now() where token_hash = ${hash}`;
  expect((await api(accounts.prjRead, send).get("/uptime/monitors")).status).toBe(401);
  await vi.waitFor(async () =>
    expect(await entries()).toEqual([["key.refused", "project read read", 1, "192.0.2.9"]]),
  );
  await run`update api_keys set revoked_at = null, expires_at = now() where token_hash = ${hash}`;
  for (let attempt = 2; attempt <= 10; attempt += 1)
    await api(accounts.prjRead, send).get("/uptime/monitors");
  await vi.waitFor(async () => expect(await entries()).toHaveLength(2));
  const [{ detail }] =
    await run`select detail from audit_log where organization_id = ${accounts.organizationId}
    order by id desc limit 1`;
  expect(detail).toMatchObject({ why: "expired", attempts: 10 });
  await run`update api_keys set expires_at = null where token_hash = ${hash}`;
  // Without others, it's clear whom an unknown token concerns.
  await run`delete from organizations where id <> ${accounts.organizationId}`;
  await api(`${accounts.prjRead.slice(0, -4)}0000`, send).get("/uptime/monitors");
  await vi.waitFor(async () =>
    expect((await entries()).at(-1)).toEqual(["access.unauthenticated", "API", 1, "192.0.2.9"]),
  );
});
