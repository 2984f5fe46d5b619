import { afterEach, beforeEach, expect, test } from "vitest";
import { diskState } from "@/lib/shared/disk";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { createTestAccounts, type TestAccounts } from "@/lib/testing/test-accounts";
import { errorReply } from "./respond";

useDatabase();
let accounts: TestAccounts;
beforeEach(async () => {
  accounts = await createTestAccounts();
});
afterEach(() => {
  diskState().level = "calm";
});

const request = { method: "GET", url: "https://example.com/" };
const monitor = { name: "Shop", protocol: "http", request, regions: ["eu-deu-fra"] };

test("on a full disk, writes are 503 with the reason, reads and deletes continue, and the state ends by itself", async () => {
  const write = api(accounts.prjWrite);
  const made = await write.post("/uptime/monitors", monitor);
  diskState().level = "full";
  const refused = await write.post("/uptime/monitors", monitor);
  expect([refused.status, refused.headers["Retry-After"]]).toEqual([503, "60"]);
  expect(refused.body.message).toContain("The server's disk is full");
  expect((await write.get("/uptime/monitors")).status).toBe(200);
  expect((await api().get("/readyz")).body).toMatchObject({
    status: expect.any(String),
    checks: { disk: { ok: false } },
  });
  expect((await write.delete(`/uptime/monitors/${made.body.id}`)).status).toBe(204);
  diskState().level = "calm";
  expect((await write.post("/uptime/monitors", monitor)).status).toBe(201);
});

test("PostgreSQL's disk_full is 503, not 500", () => {
  const error = Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" });
  const request = { method: "POST", path: "/api/x", headers: () => undefined };
  expect(errorReply(error, request, "req-1").status).toBe(503);
});
