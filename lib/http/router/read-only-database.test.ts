import { expect, test } from "vitest";
import { closePool } from "@/lib/store/core/pool";
import { createTestAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

useDatabase();

test("a database that became a replica is a retryable 503, not a 500", async () => {
  const client = api((await createTestAccounts()).prjWrite);
  await run`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`;
  // New connections reject writes, as on a replica.
  await closePool();
  const refused = await client.post("/uptime/monitors", MONITOR);
  expect([refused.status, refused.headers["Retry-After"]]).toEqual([503, "5"]);
});
