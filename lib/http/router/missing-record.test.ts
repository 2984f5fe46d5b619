import { expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";

const accounts = useAccounts();

const isRead = (path: string) => endpoints.some((each) => each.method === "GET" && each.path === path);
/** Endpoints that write to a record that can be read at the same path, or to a list below it. */
const writes = endpoints.filter(
  ({ method, scope, path, body }) =>
    method === "POST" &&
    (scope === "project" || scope === "organization") &&
    body &&
    path.includes("Id}") &&
    isRead(path),
);

/** Returns a body whose fields all have a wrong type. */
function wrongBody({ body }: Endpoint): object {
  const names = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  return Object.fromEntries(names.map((name) => [name, { wrong: [] }]));
}

test.each(writes.map((each) => [each.path, each] as const))(
  "POST %s is 404 for a missing record, whatever the body contains",
  async (path, endpoint) => {
    const missing = path.replace("{app}", "email").replace(/\{\w+\}/g, "999999");
    const { status, body } = await api(accounts.orgWrite, { project: accounts.projects.app }).post(
      missing,
      wrongBody(endpoint),
    );
    expect([status, body]).toEqual([404, { message: "Record not found." }]);
  },
);

test("a record of another project is as missing, and one's own gets the errors of the body", async () => {
  const { body } = await api(accounts.prjWrite).post("/uptime/monitors", MONITOR);
  const path = `/uptime/monitors/${body.id}`;
  expect((await api(accounts.otherWrite).post(path, { name: "x" })).body).toEqual({
    message: "Record not found.",
  });
  expect((await api(accounts.prjWrite).post(path, { name: "x" })).status).toBe(422);
  expect((await api(accounts.prjRead).post(path, { name: "x" })).status).toBe(403);
  expect((await api(accounts.otherWrite).post(path, "{")).status).toBe(400);
});
