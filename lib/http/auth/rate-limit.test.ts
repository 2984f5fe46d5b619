import { expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";

const accounts = useAccounts();

function limit(calls: string): void {
  process.env.API_RATE_LIMIT = calls;
  forget("env");
  forget("http.rate");
}
const org = () => api(accounts.orgWrite);
const prj = () => api(accounts.prjWrite);

test("limits requests per organization, with headers, without affecting other organizations", async () => {
  limit("3");
  const first = await prj().get("/whoami");
  expect(first.headers["RateLimit-Policy"]).toBe('"default";q=3;w=60');
  expect(first.headers.RateLimit).toMatch(/^"default";r=2;t=\d+$/);
  await org().get("/projects");
  await api(accounts.adaToken).get("/whoami");
  const over = await prj().get("/whoami");
  expect([over.status, Object.keys(over.body)]).toEqual([429, ["message"]]);
  expect(Number(over.headers["Retry-After"])).toBeGreaterThanOrEqual(0);
  expect(Number(over.headers["Retry-After"])).toBeLessThanOrEqual(60);
  expect(over.headers.RateLimit).toMatch(/^"default";r=0;t=\d+$/);
  expect((await api(accounts.foreignWrite).get("/whoami")).status).toBe(200);
});

test("guessing tokens is limited by address", async () => {
  limit("3");
  const statuses = [];
  for (let index = 0; index < 4; index += 1)
    statuses.push((await api(`upt_org_${index}`).get("/whoami")).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
});

test.each([
  ["without a credential", "/whoami", 401],
  ["of a public endpoint", "/healthz", 200],
  ["of no endpoint", "/nope", 404],
])("a response %s says what its address has left", async (_, path, status) => {
  limit("3");
  const answer = await api(undefined).get(path);
  expect([answer.status, answer.headers["RateLimit-Policy"]]).toEqual([status, '"default";q=3;w=60']);
  expect(answer.headers.RateLimit).toMatch(/^"default";r=3;t=\d+$/);
});
