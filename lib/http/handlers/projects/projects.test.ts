import { expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";

const accounts = useAccounts();

test("an organization key creates a project with slug, defaults, and Location", async () => {
  const { status, body, headers } = await api(accounts.orgWrite).post("/projects", {
    name: "  Test Project ",
    members: [accounts.users.ben, accounts.users.ada],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "Test Project",
    slug: "test-project",
    members: [accounts.users.ben, accounts.users.ada],
    settings: { use_incident_ai: true, use_incident_merging: true, incident_merging_time_window: 60 },
  });
  expect(headers.Location).toBe(`http://localhost:3000/api/projects/${body.id}`);
});

test("a taken slug gets a number, and renaming keeps the slug", async () => {
  const client = api(accounts.orgWrite);
  const members = [accounts.users.ada];
  const first = await client.post("/projects", { name: "Shop", members });
  const second = await client.post("/projects", { name: "shop!", members });
  expect([first.body.slug, second.body.slug]).toEqual(["shop", "shop-2"]);
  const renamed = await client.post(`/projects/${first.body.id}`, { name: "Store" });
  expect(renamed.body).toMatchObject({ name: "Store", slug: "shop", members });
});

test("a partial settings object changes only the given settings, and null keeps the value", async () => {
  const client = api(accounts.orgWrite);
  const made = await client.post("/projects", {
    name: "Settings",
    members: [accounts.users.ada],
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
  const { status, body } = await api(accounts.orgWrite).post("/projects", {
    name: "a name that is longer than allowed",
    members: [accounts.users.foreign],
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
  const foreign = await api(accounts.orgWrite).post("/projects", {
    name: "X",
    members: [accounts.users.foreign],
  });
  const missing = await api(accounts.orgWrite).post("/projects", { name: "X", members: [999_999] });
  expect(foreign.body.errors["members.0"][0].replace(/\d+/, "N")).toBe(
    missing.body.errors["members.0"][0].replace(/\d+/, "N"),
  );
});

test("a project key can neither create nor delete projects, and sees only its own", async () => {
  const client = api(accounts.prjWrite);
  for (const body of [{ name: "No", members: [accounts.users.ada] }, { name: "No" }, {}])
    expect((await client.post("/projects", body)).status).toBe(403);
  expect((await client.delete(`/projects/${accounts.projects.app}`)).status).toBe(403);
  expect((await client.get("/projects")).body.data.map((project: { id: number }) => project.id)).toEqual([
    accounts.projects.app,
  ]);
  expect((await client.get(`/projects/${accounts.projects.other}`)).body).toEqual({
    message: "Record not found.",
  });
});

test("a user token can create but not delete a project, whatever its user's role", async () => {
  for (const token of [accounts.adaToken, accounts.benToken]) {
    const { status, body } = await api(token).post("/projects", {
      name: "Mine",
      members: [accounts.users.ada],
    });
    expect(status).toBe(201);
    expect(await api(token).delete(`/projects/${body.id}`)).toMatchObject({
      status: 403,
      body: {
        message: "Deleting a project needs an organization key, or an owner or admin in the dashboard.",
      },
    });
    expect((await api(accounts.orgWrite).delete(`/projects/${body.id}`)).status).toBe(204);
  }
});

test("deleting a project deletes everything in it, and repeating it is 404", async () => {
  const client = api(accounts.orgWrite);
  const { body } = await client.post("/projects", { name: "Gone", members: [accounts.users.ada] });
  const inside = api(accounts.orgWrite, { project: body.id });
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
