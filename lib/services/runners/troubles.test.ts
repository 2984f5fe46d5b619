import { expect, test } from "vitest";
import type { Caller } from "@/lib/services/core/caller";
import { forget } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";
import { member } from "@/lib/testing/accounts/callers";
import { useDatabase } from "@/lib/testing/database";
import { recentTroubleSources } from "./troubles";

useDatabase();

const caller = (change: Partial<Caller> = {}) =>
  member({ permissions: new Set(["platform:read"]), ...change });

test("names no runner to those who may not list them", async () => {
  const withoutPermission = caller({ permissions: new Set(["uptime:read"]) });
  await expect(recentTroubleSources(withoutPermission)).rejects.toMatchObject({ status: 403 });
  await expect(recentTroubleSources(caller({ isProjectKey: true }))).rejects.toMatchObject({ status: 403 });
});

test("lets no page wait for a list of runners that can't be read", async () => {
  const client = await pool().connect();
  try {
    await client.query("begin; lock table runners in access exclusive mode");
    const late = { message: "The list of runners took longer than 1000 ms" };
    await expect(recentTroubleSources(caller({}))).rejects.toMatchObject(late);
  } finally {
    await client.query("rollback");
    client.release();
  }
  forget("runners.trouble-sources");
  expect(await recentTroubleSources(caller({}))).toMatchObject({ runners: [] });
});
