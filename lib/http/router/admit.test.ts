import { afterEach, expect, test } from "vitest";
import { unauthenticated } from "@/lib/contract/core/errors";
import { diskState } from "@/lib/shared/disk";
import { setEnv } from "@/lib/shared/env";
import { setAwayNodes } from "@/lib/store/core/sharding/nodes";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { spreadProjects } from "@/lib/testing/databases/away-node";
import type { ApiRequest } from "../request";
import { dispatch } from "./dispatch";
import { errorReply } from "./respond";

const accounts = useAccounts("test");
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
  // The reserve for them can be used up, so the response can't promise that they continue.
  expect(refused.body.message).toContain("notifications also stop");
  expect((await write.get("/uptime/monitors")).status).toBe(200);
  expect((await api().get("/readyz")).body).toMatchObject({
    status: expect.any(String),
    checks: { disk: { ok: false } },
  });
  expect((await write.delete(`/uptime/monitors/${made.body.id}`)).status).toBe(204);
  diskState().level = "calm";
  expect((await write.post("/uptime/monitors", monitor)).status).toBe(201);
});

test("a project whose node of the cluster doesn't answer is 503 without being asked", async () => {
  await spreadProjects();
  setAwayNodes(new Map([[accounts.projects.app, "10.0.0.9:5432"]]));
  const { status, headers } = await api(accounts.prjWrite).get("/uptime/monitors");
  expect([status, headers["Retry-After"]]).toEqual([503, "5"]);
  setAwayNodes(new Map());
  expect((await api(accounts.prjWrite).get("/uptime/monitors")).status).toBe(200);
});

test("reads of dashboard pages whose session has ended stay 401, which leads to the sign-in page", async () => {
  const page: ApiRequest = {
    method: "GET",
    path: "/api/uptime/monitors",
    search: "",
    headers: (name) => (name === "cookie" ? "vedette_session=ended" : undefined),
    body: async () => Buffer.alloc(0),
    remoteAddress: "",
    caller: () => Promise.reject(unauthenticated()),
    signal: new AbortController().signal,
  };
  setEnv({ API_RATE_LIMIT: "3" });
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await dispatch(page)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
});

test.each([
  ["53100", "could not extend file: No space left on device"],
  ["53200", "out of memory"],
  ["58030", "could not read block 7"],
])("PostgreSQL's error %s is 503, not 500", (code, message) => {
  const request = { method: "POST", path: "/api/x", headers: () => undefined };
  expect(errorReply(Object.assign(new Error(message), { code }), request, "req-1").status).toBe(503);
});
