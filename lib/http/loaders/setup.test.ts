import { beforeEach, expect, test, vi } from "vitest";
import { forget } from "@/lib/shared/once";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { loadSetup } from "./setup";

const visitor = vi.hoisted(() => ({ address: "203.0.113.1" }));
vi.mock("next/headers", () => ({
  cookies: async () => ({ toString: () => "" }),
  headers: async () => new Headers({ host: "localhost", "x-forwarded-for": visitor.address }),
}));

useDatabase();
const TOKEN = "w".repeat(43);
beforeEach(() => forget("http.rate"));

test("says that a link doesn't work only if there is none", async () => {
  expect(await loadSetup(TOKEN)).toBeNull();
  await run`alter table access_links rename to elsewhere`;
  await expect(loadSetup(TOKEN)).rejects.toThrow("Something went wrong");
  await run`alter table elsewhere rename to access_links`;
});

test("counts wrong links by the visitor's address", async () => {
  for (let count = 0; count < 100; count += 1) await loadSetup(TOKEN).catch(() => null);
  await expect(loadSetup(TOKEN)).rejects.toThrow("Too many attempts");
  visitor.address = "203.0.113.2";
  expect(await loadSetup(TOKEN)).toBeNull();
});
