import { expect, test } from "vitest";
import { deleteDeployment, getDeployment, listDeployments } from "@/lib/services/checks/deployments";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { makeScene } from "@/lib/testing/scene";

const accounts = useAccounts();

const PATH = "/uptime/deployments";
const app = () => api(accounts.prjWrite);

test("a deployment is recorded, listed by time, read, and deleted", async () => {
  const before = Math.floor(Date.now() / 1000) * 1000;
  const made = await app().post(PATH, { name: " Checkout " });
  expect(made.status).toBe(201);
  expect(made.headers.Location).toMatch(new RegExp(`/api${PATH}/${made.body.id}$`));
  expect(made.body).toMatchObject({ name: "Checkout", version: null, url: null });
  expect(Date.parse(made.body.deployed_at)).toBeGreaterThanOrEqual(before);
  expect(made.body.updated_at).toBe(made.body.created_at);
  const whole = {
    name: "Search",
    version: "v2.14.0",
    url: "https://ci.example.com/runs/7",
    deployed_at: "2026-01-31T13:00:00+01:00",
  };
  const past = await app().post(PATH, whole);
  expect(past.body).toMatchObject({ ...whole, deployed_at: "2026-01-31T12:00:00Z" });
  expect((await app().get(`${PATH}/${past.body.id}`)).body).toEqual(past.body);
  expect((await app().get(PATH)).body.data).toEqual([past.body, made.body]);
  const window = "from=2026-01-31T12:00:00Z&to=2026-01-31T12:00:01Z";
  expect((await app().get(`${PATH}?${window}`)).body.data).toEqual([past.body]);
  expect((await app().get(`${PATH}?to=2026-01-31T12:00:00Z`)).body.data).toEqual([]);
  expect((await app().delete(`${PATH}/${past.body.id}`)).status).toBe(204);
  expect((await app().delete(`${PATH}/${past.body.id}`)).status).toBe(404);
});

test.each([
  ["name", {}],
  ["name", { name: " " }],
  ["name", { name: "x".repeat(101) }],
  ["version", { name: "x", version: "" }],
  ["url", { name: "x", url: "javascript:alert(1)" }],
  ["url", { name: "x", url: "https://ada:secret@example.com" }],
  ["deployed_at", { name: "x", deployed_at: "yesterday" }],
])("an invalid %s is rejected with its name", async (field, body) => {
  const { status, body: answer } = await app().post(PATH, body);
  expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
  expect(JSON.stringify(answer)).not.toContain("secret");
});

test("a range that ends before it starts is rejected", async () => {
  const { status, body } = await app().get(`${PATH}?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`);
  expect([status, Object.keys(body.errors)]).toEqual([422, ["from"]]);
});

test("creating a deployment needs write permission, and other projects can't see it", async () => {
  expect((await api(accounts.prjRead).post(PATH, { name: "x" })).status).toBe(403);
  const { body } = await app().post(PATH, { name: "x" });
  const foreign = (await makeScene()).caller();
  expect((await listDeployments(foreign, {}, { limit: 20, offset: 0 })).items).toEqual([]);
  await expect(getDeployment(foreign, body.id)).rejects.toMatchObject({ status: 404 });
  await expect(deleteDeployment(foreign, body.id)).rejects.toMatchObject({ status: 404 });
  const none = (await makeScene()).caller({ permissions: new Set() });
  await expect(deleteDeployment(none, body.id)).rejects.toMatchObject({ status: 403 });
});
