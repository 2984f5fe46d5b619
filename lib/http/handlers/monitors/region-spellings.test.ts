import { beforeAll, describe, expect, test } from "vitest";
import { cityOf } from "@/lib/contract/core/regions";
import { makeKey, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { check } from "@/lib/testing/checks";
import { batchOf } from "@/lib/testing/runners/reports";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();

let original: number;
let other: number;
const client = () => api(accounts.prjWrite);

async function make(regions: string[]): Promise<number> {
  const body = { name: "Router", protocol: "icmp", request: { host: "router.example.com" }, regions };
  const made = await client().post("/uptime/monitors", body);
  expect([made.status, made.body.regions], made.text).toEqual([201, regions]);
  return made.body.id;
}

beforeAll(async () => {
  original = await make(["na-usa-iad", "ng-nld-ams"]);
  other = await make(["eu-nld-ams"]);
});

const regionsOf = async (id: number) => (await client().get(`/uptime/monitors/${id}`)).body.regions;

describe("both spellings of Amsterdam", () => {
  test("are returned as sent, including in the observed regions", async () => {
    const { body } = await client().get(`/uptime/monitors/${original}`);
    expect(body.regions).toEqual(["na-usa-iad", "ng-nld-ams"]);
    expect(body.observed_regions.map(({ region }: { region: string }) => region)).toEqual(body.regions);
    const { data } = (await client().get("/uptime/monitors")).body;
    expect(data.map(({ regions }: { regions: string[] }) => regions)).toEqual([
      ["eu-nld-ams"],
      ["na-usa-iad", "ng-nld-ams"],
    ]);
  });

  test("count as duplicates in one monitor", async () => {
    const regions = ["eu-nld-ams", "ng-nld-ams"];
    const answer = await client().post(`/uptime/monitors/${other}`, { regions });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["regions"]]);
  });

  test("keep the region state when only the spelling changes", async () => {
    const id = await make(["eu-nld-ams"]);
    await run`update region_states set health = 'failing' where monitor_id = ${id}`;
    const changed = await client().post(`/uptime/monitors/${id}`, { regions: ["ng-nld-ams"] });
    expect(changed.body.regions).toEqual(["ng-nld-ams"]);
    expect(changed.body.observed_regions).toMatchObject([{ region: "ng-nld-ams", status: "offline" }]);
    expect((await client().post(`/uptime/monitors/${id}`, { name: "Renamed" })).body.regions).toEqual([
      "ng-nld-ams",
    ]);
    await client().delete(`/uptime/monitors/${id}`);
  });

  test.each(["ng-nld-ams", "eu-nld-ams"])("the filter %s finds monitors of both", async (region) => {
    const { data } = (await client().get(`/uptime/monitors?region=${region}`)).body;
    expect(data.map(({ id }: { id: number }) => id)).toEqual([other, original]);
  });

  test.each(["ng-nld-ams", "eu-nld-ams"])("a runner in %s serves monitors of both", async (region) => {
    await run`delete from runners`;
    const admin = await makeKey(
      "organization",
      { organizationId: accounts.organizationId },
      "write",
      "write",
    );
    await run`delete from organizations where id <> ${accounts.organizationId}`;
    const made = await api(admin).post("/runners", { name: "Amsterdam", region });
    expect([made.status, made.body.region], made.text).toEqual([201, "eu-nld-ams"]);
    const config = await api(made.body.token).get("/runner/config");
    expect(config.body.monitors.map(({ id }: { id: number }) => id).sort()).toEqual([original, other].sort());
    const result = check(original, Date.now() - 5000, "up", { region: "eu-nld-ams" });
    const taken = await api(made.body.token).post("/runner/results", batchOf([result]));
    expect([taken.status, taken.body.accepted], taken.text).toEqual([200, 1]);
  });

  test.each(["ng-nld-ams", "eu-nld-ams"])("the filter %s finds the results", async (region) => {
    const { data } = (await client().get(`/uptime/monitors/${original}/results?region=${region}`)).body;
    expect(data.length).toBeGreaterThan(0);
  });

  test("name one city", () => {
    expect([cityOf("ng-nld-ams"), cityOf("eu-nld-ams")]).toEqual(["Amsterdam", "Amsterdam"]);
  });

  test("are sent to webhooks as they were entered", async () => {
    const rows = await run`select entities -> 'monitor' -> 'regions' as regions from events
      where monitor_id = ${original}`;
    expect(rows).toEqual([{ regions: ["na-usa-iad", "ng-nld-ams"] }]);
    expect(await regionsOf(original)).toEqual(["na-usa-iad", "ng-nld-ams"]);
  });
});
