import { beforeAll, expect, test } from "vitest";
import { api } from "@/lib/testing/api";
import { type Cast, makeCast } from "@/lib/testing/cast";
import { useDatabase } from "@/lib/testing/database";

useDatabase();
let cast: Cast;
beforeAll(async () => {
  process.env.API_RATE_LIMIT = "100000";
  cast = await makeCast();
});

test("an organization key creates a project with slug, defaults and Location", async () => {
  const { status, body, headers } = await api(cast.orgWrite).post("/projects", {
    name: "  Test Project ",
    members: [cast.users.ben, cast.users.ada],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "Test Project",
    slug: "test-project",
    members: [cast.users.ben, cast.users.ada],
    settings: { use_incident_ai: true, use_incident_merging: true, incident_merging_time_window: 60 },
  });
  expect(headers.Location).toBe(`http://localhost:3000/api/projects/${body.id}`);
});

test("a taken slug gets a number, and renaming keeps the slug", async () => {
  const client = api(cast.orgWrite);
  const members = [cast.users.ada];
  const first = await client.post("/projects", { name: "Shop", members });
  const second = await client.post("/projects", { name: "shop!", members });
  expect([first.body.slug, second.body.slug]).toEqual(["shop", "shop-2"]);
  const renamed = await client.post(`/projects/${first.body.id}`, { name: "Store" });
  expect(renamed.body).toMatchObject({ name: "Store", slug: "shop", members });
});

test("a partial settings object changes only the given settings, and null keeps the value", async () => {
  const client = api(cast.orgWrite);
  const made = await client.post("/projects", {
    name: "Settings",
    members: [cast.users.ada],
    settings: { use_incident_ai: false, incident_merging_time_window: null },
  });
  expect(made.body.settings).toEqual({
    use_incident_ai: false,
    use_incident_merging: true,
    incident_merging_time_window: 60,
  });
  const changed = await client.post(`/projects/${made.body.id}`, {
    settings: { incident_merging_time_window: 5 },
  });
  expect(changed.body.settings).toEqual({
    use_incident_ai: false,
    use_incident_merging: true,
    incident_merging_time_window: 5,
  });
});

test("names the invalid fields of a project", async () => {
  const { status, body } = await api(cast.orgWrite).post("/projects", {
    name: "a name that is longer than allowed",
    members: [cast.users.foreign],
    settings: { incident_merging_time_window: 7 },
  });
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    name: ["name must have 1 to 25 characters; got 34."],
    "settings.incident_merging_time_window": [
      "settings.incident_merging_time_window must be one of 5, 10, 30, 60, 120, 180; got 7.",
    ],
  });
  expect(body.message).toBe("name must have 1 to 25 characters; got 34. (and 1 more error)");
  const foreign = await api(cast.orgWrite).post("/projects", { name: "X", members: [cast.users.foreign] });
  const missing = await api(cast.orgWrite).post("/projects", { name: "X", members: [999_999] });
  expect(foreign.body.errors["members.0"][0].replace(/\d+/, "N")).toBe(
    missing.body.errors["members.0"][0].replace(/\d+/, "N"),
  );
});

test("a project key can neither create nor delete projects, and sees only its own", async () => {
  const client = api(cast.prjWrite);
  expect((await client.post("/projects", { name: "No", members: [cast.users.ada] })).status).toBe(403);
  expect((await client.delete(`/projects/${cast.projects.app}`)).status).toBe(403);
  expect((await client.get("/projects")).body.data.map((project: { id: number }) => project.id)).toEqual([
    cast.projects.app,
  ]);
  expect((await client.get(`/projects/${cast.projects.other}`)).body).toEqual({
    message: "Record not found.",
  });
});

test("deleting a project deletes everything in it, and repeating it is 404", async () => {
  const client = api(cast.orgWrite);
  const { body } = await client.post("/projects", { name: "Gone", members: [cast.users.ada] });
  const inside = api(cast.orgWrite, { project: body.id });
  const monitor = await inside.post("/uptime/monitors", {
    name: "Shop",
    protocol: "http",
    request: { method: "GET", url: "https://example.com/" },
    regions: ["eu-deu-fra"],
  });
  expect(monitor.status).toBe(201);
  expect(await client.delete(`/projects/${body.id}`)).toMatchObject({ status: 204, text: "" });
  expect((await client.delete(`/projects/${body.id}`)).status).toBe(404);
});
