import { afterAll, expect, test } from "vitest";
import { signalIntake } from "@/lib/engine/heartbeats/intake";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useFrontDoor } from "@/lib/testing/pages/front-door";

const accounts = useAccounts();
const door = useFrontDoor();

afterAll(() => signalIntake().stop());

async function ask(method: string, path: string, body?: object, key = accounts.prjWrite) {
  const headers: Record<string, string> = key ? { "X-Api-Key": key } : {};
  const { status, text } = await door.ask(`/api/v3${path}`, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status, text, body: text.startsWith("{") ? JSON.parse(text) : null };
}

const uuidOf = (check: { ping_url: string }) => check.ping_url.split("/").at(-1) ?? "";

test("a check is created, found, changed, paused, resumed, and deleted", async () => {
  const made = await ask("POST", "/checks/", {
    ...{ name: "Backups", slug: "backups", tags: "prod www", timeout: 3600, grace: 60, desc: null },
    ...{ channels: "*", unknown: true },
  });
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      name: "Backups",
      slug: "backups",
      tags: "prod www",
      timeout: 3600,
      grace: 60,
      n_pings: 0,
      status: "new",
    },
  ]);
  expect(made.body).toMatchObject({ last_ping: null, next_ping: null, started: false });
  const path = `/checks/${uuidOf(made.body)}`;
  expect((await ask("GET", path)).body).toEqual(made.body);
  const cron = await ask("POST", path, { schedule: "0 3 * * *", tz: "Europe/Berlin", tags: "" });
  expect(cron.body).toMatchObject({ schedule: "0 3 * * *", tz: "Europe/Berlin", tags: "", name: "Backups" });
  expect(cron.body.timeout).toBeUndefined();
  expect((await ask("POST", `${path}/resume`, {})).status).toBe(409);
  expect((await ask("POST", `${path}/pause`, {})).body.status).toBe("paused");
  expect((await ask("POST", `${path}/resume`, {})).body.status).toBe("new");
  expect((await ask("DELETE", path)).body.name).toBe("Backups");
  expect((await ask("GET", path)).status).toBe(404);
});

test("unique fields find an existing check, and lists filter by all tags and by slug", async () => {
  const given = { name: "Nightly", slug: "nightly", tags: "a b", timeout: 600, unique: ["name"] };
  const first = await ask("POST", "/checks/", given);
  const again = await ask("POST", "/checks/", { ...given, timeout: 1200 });
  expect([first.status, again.status, again.body.timeout]).toEqual([201, 200, 1200]);
  expect(again.body.ping_url).toBe(first.body.ping_url);
  await ask("POST", "/checks/", { name: "Hourly", slug: "hourly", tags: "a" });
  const namesOf = async (query: string) =>
    (await ask("GET", `/checks/${query}`)).body.checks.map(({ name }: { name: string }) => name);
  expect(await namesOf("?tag=a")).toEqual(["Nightly", "Hourly"]);
  expect(await namesOf("?tag=a&tag=b")).toEqual(["Nightly"]);
  expect(await namesOf("?slug=hourly")).toEqual(["Hourly"]);
});

test("names, tags, and slugs that Vedette stores in another way are found again", async () => {
  const name = "Nightly backup of the production database cluster";
  const unique = ["name", "tags"];
  const made = [];
  for (const each of [`${name} A`, `${name} B`, "X", " Spaced  name "]) {
    const given = { name: each, tags: "Prod  DB/1", unique };
    const [first, again] = [await ask("POST", "/checks/", given), await ask("POST", "/checks/", given)];
    expect([first.status, again.status, again.body.ping_url]).toEqual([201, 200, first.body.ping_url]);
    made.push(first.body.ping_url);
  }
  expect(new Set(made).size).toBe(4);
  expect((await ask("GET", "/checks/?tag=Prod&tag=DB/1")).body.checks).toHaveLength(4);
  const { text } = await door.ask("/api/v1/checks/", {
    ...{ method: "POST", headers: { "X-Api-Key": accounts.prjWrite } },
    body: JSON.stringify({ name: "DB – Sicherung (täglich)" }),
  });
  expect(JSON.parse(text).slug).toBe("db-sicherung-taglich");
});

test("pings, their bodies, and flips are those of the monitor", async () => {
  const made = await ask("POST", "/checks/", { name: "Job", timeout: 600 });
  const path = `/checks/${uuidOf(made.body)}`;
  const ping = new URL(made.body.ping_url).pathname;
  await door.ask(`${ping}/start`);
  await door.ask(ping, { method: "POST", body: "done" });
  await door.ask(`${ping}/fail`);
  await expect.poll(async () => (await ask("GET", path)).body.status).toBe("down");
  const { pings } = (await ask("GET", `${path}/pings/`)).body;
  expect(pings).toMatchObject([
    { type: "fail", n: 3 },
    { type: "success", n: 2 },
    { type: "start", n: 1 },
  ]);
  expect(pings[1].duration).toBeGreaterThanOrEqual(0);
  expect((await ask("GET", `${path}/pings/2/body`)).text).toBe("done");
  expect((await ask("GET", `${path}/pings/3/body`)).status).toBe(404);
  await door.ask(ping);
  const flips = async () =>
    (await ask("GET", `${path}/flips/`)).body.flips.map(({ up }: { up: number }) => up);
  await expect.poll(flips).toEqual([1, 0]);
  expect((await ask("GET", `${path}/flips/?start=4000000000`)).body.flips).toEqual([]);
  expect((await ask("GET", path)).body).toMatchObject({ status: "up", n_pings: 4 });
});

test("keys, projects, and permissions are those of the API", async () => {
  const made = await ask("POST", "/checks/", { name: "Private" });
  const path = `/checks/${uuidOf(made.body)}`;
  for (const key of ["", "wrong"])
    expect((await ask("GET", path, undefined, key)).text).toContain("wrong api key");
  expect((await ask("GET", path, undefined, accounts.otherWrite)).status).toBe(404);
  expect((await ask("DELETE", path, undefined, accounts.foreignWrite)).status).toBe(404);
  expect((await ask("POST", path, { name: "Changed" }, accounts.prjRead)).status).toBe(403);
  expect((await ask("POST", "/checks/", { api_key: accounts.prjWrite, name: "Old client" }, "")).status).toBe(
    201,
  );
  const external = await api(accounts.prjWrite).post("/uptime/monitors", {
    ...{ name: "Alerts", protocol: "external", request: {} },
  });
  expect((await ask("GET", `/checks/${external.body.request.token}`)).status).toBe(404);
  const wrong = await ask("POST", "/checks/", { name: "Job", timeout: 1 });
  expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining("request.period")]);
  expect((await ask("POST", "/checks/", { name: 7 })).status).toBe(400);
  expect((await ask("GET", "/channels/")).body).toEqual({ channels: [] });
  expect((await ask("GET", "/badges/")).body).toEqual({ badges: {} });
});
