import { beforeEach, expect, test } from "vitest";
import { sha256 } from "@/lib/shared/secret";
import { ensureBuiltInRunner } from "@/lib/store/runners/tokens";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";

const TOKEN = sha256("the-built-in-runners-token");
const accounts = useAccounts("test");
let id: number;

beforeEach(async () => {
  await run`delete from runners`;
  await run`delete from organizations where id <> ${accounts.organizationId}`;
  await ensureBuiltInRunner(TOKEN);
  id = (await owner().get("/runners")).body.data[0].id;
});

const owner = () => api(accounts.orgWrite);
const setLocation = (location: unknown) => owner().post(`/runners/${id}`, { location });

test("sets the location of the built-in runner, returns the canonical code, and clears it", async () => {
  const set = await setLocation("ng-nld-ams");
  expect(set.status).toBe(200);
  expect(set.body).toMatchObject({ id, location: "eu-nld-ams", location_source: "settings" });
  expect((await owner().get("/runners")).body.data[0].location).toBe("eu-nld-ams");
  expect((await owner().post(`/runners/${id}`, {})).body.location).toBe("eu-nld-ams");
  expect((await setLocation(null)).body).toMatchObject({ location: null, location_source: null });
});

test("keeps the location of RUNNER_REGION, says so, and returns to the setting without the variable", async () => {
  await setLocation("eu-deu-fra");
  await ensureBuiltInRunner(TOKEN, "na-usa-iad");
  const refused = await setLocation("as-sgp-sin");
  expect(refused.status).toBe(422);
  expect(refused.body.errors.location[0]).toMatch(/^location is set by RUNNER_REGION=na-usa-iad\. /);
  expect((await owner().get("/runners")).body.data[0]).toMatchObject({
    location: "na-usa-iad",
    location_source: "variable",
  });
  await ensureBuiltInRunner(TOKEN);
  expect((await owner().get("/runners")).body.data[0]).toMatchObject({
    location: "eu-deu-fra",
    location_source: "settings",
  });
});

test("accepts only known regions, and only for the built-in runner", async () => {
  expect((await setLocation("mars")).body.errors.location[0]).toMatch(
    /^location must be one of as-jpn-hnd, /,
  );
  const remote = (await owner().post("/runners", { name: "fra", region: "eu-deu-fra" })).body;
  const refused = await owner().post(`/runners/${remote.id}`, { location: "eu-deu-fra" });
  expect(refused.body.errors.location[0]).toMatch(/^location applies to the built-in runner only\./);
  expect((await owner().post("/runners/999999", { location: null })).status).toBe(404);
});

test("requires write access to the whole organization", async () => {
  expect((await api(accounts.prjWrite).post(`/runners/${id}`, { location: null })).status).toBe(403);
  expect((await api(accounts.cleoToken).post(`/runners/${id}`, { location: null })).status).toBe(403);
  expect((await api(undefined).post(`/runners/${id}`, { location: null })).status).toBe(401);
});
