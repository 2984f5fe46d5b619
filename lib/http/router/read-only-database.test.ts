import { expect, test } from "vitest";
import { closePool, pool } from "@/lib/store/core/pool";
import { api } from "@/lib/testing/api";
import { makeCast } from "@/lib/testing/cast";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR } from "@/lib/testing/scene";

useDatabase();

test("a database that became a replica is a 503 to come back from, not a defect of ours", async () => {
  const client = api((await makeCast()).prjWrite);
  await pool().query(
    "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$",
  );
  // New connections refuse writes, as a replica does.
  await closePool();
  const refused = await client.post("/uptime/monitors", MONITOR);
  expect([refused.status, refused.headers["Retry-After"]]).toEqual([503, "5"]);
});
