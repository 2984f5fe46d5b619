import { expect, test } from "vitest";
import { createTestAccounts } from "@/lib/testing/accounts/test-accounts";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { forgetExpired } from "./expired-rows";

useDatabase();

test("deletes only expired rows", async () => {
  const { users, organizationId } = await createTestAccounts();
  for (const [name, expires, seen] of [
    ["live", "1 day", "0 days"],
    ["over", "-1 day", "0 days"],
    ["idle", "1 day", "-15 days"],
  ]) {
    await run`insert into sessions (token_hash, user_id, expires_at, last_seen_at)
       values (${Buffer.from(name ?? "")}, ${users.ada}, now() + ${expires}::interval, now() + ${seen}::interval)`;
  }
  for (const age of ["1 hour", "25 hours"]) {
    await run`insert into idempotency_keys (organization_id, key, request_hash, created_at)
      values (${organizationId}, ${age}::text, 'x', now() - ${age}::text::interval)`;
  }
  await run`insert into attempt_buckets values ('a', 1, now() - interval '1 s'), ('b', 1, now() + interval '1 h')`;
  expect(await forgetExpired()).toBe(4);
  expect(await forgetExpired()).toBe(0);
  expect(await run`select convert_from(token_hash, 'UTF8') as name from sessions`).toEqual([
    { name: "live" },
  ]);
});
