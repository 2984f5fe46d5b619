import { describe, expect, test } from "vitest";
import type { Permission } from "@/lib/contract/core/endpoint";
import {
  CreateIncidentTemplate,
  IncidentTemplate,
  UpdateIncidentTemplate,
} from "@/lib/contract/incidents/templates";
import { db } from "@/lib/store/core/pool";
import { makeScene, useScene } from "@/lib/testing/scene";
import {
  createIncidentTemplate,
  deleteIncidentTemplate,
  getIncidentTemplate,
  listIncidentTemplates,
  updateIncidentTemplate,
} from "./templates";

const scene = useScene();

const WHOLE = {
  name: "Payment provider down",
  title: "Payments fail in {what}",
  description: "Call +49 30 555 first.",
  impact: "major_outage",
  tags: ["team:pay", "provider"],
  update_state: "investigating",
  update_content: "Our **provider** has an outage.\n\n{other} stays as it is. ",
};
const create = (change: object = {}, of = scene) =>
  createIncidentTemplate(of.caller(), CreateIncidentTemplate.parse({ ...WHOLE, ...change }));
const change = (id: number, input: object, of = scene) =>
  updateIncidentTemplate(of.caller(), id, UpdateIncidentTemplate.parse(input));
const names = async (of = scene) =>
  (await listIncidentTemplates(of.caller(), { limit: 100, offset: 0 })).items.map(({ name }) => name);

describe("a template", () => {
  test("is returned as written and listed by name", async () => {
    const made = await create();
    expect(IncidentTemplate.parse(made)).toEqual(made);
    expect(made).toMatchObject({ ...WHOLE, project_id: scene.projectId });
    expect(await getIncidentTemplate(scene.caller(), made.id)).toEqual(made);
    await create({ name: "certificate expired" });
    await create({ name: "Zone 10 moved" });
    await create({ name: "Zone 9 moved" });
    const sorted = ["certificate expired", "Payment provider down", "Zone 9 moved", "Zone 10 moved"];
    expect(await names()).toEqual(sorted);
    const page = await listIncidentTemplates(scene.caller(), { limit: 1, offset: 1 });
    expect(page).toMatchObject({ total: 4, items: [{ name: "Payment provider down" }] });
  });

  test("may have a public update only or an incident only", async () => {
    const update = await create({ title: null, description: null, impact: null, tags: null });
    expect(update).toMatchObject({ title: null, impact: null, update_state: "investigating" });
    const incident = await create({ name: "Title only", update_state: null, update_content: null });
    expect(incident).toMatchObject({ title: WHOLE.title, update_state: null, update_content: null });
  });

  test("changes field by field and can be deleted", async () => {
    const made = await create();
    const after = await change(made.id, { impact: null, name: "PAYMENT provider down" });
    expect(after).toEqual({
      ...made,
      impact: null,
      name: "PAYMENT provider down",
      updated_at: after.updated_at,
    });
    await deleteIncidentTemplate(scene.caller(), made.id);
    await expect(getIncidentTemplate(scene.caller(), made.id)).rejects.toMatchObject({ status: 404 });
    await expect(deleteIncidentTemplate(scene.caller(), made.id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("refused", () => {
  test.each([
    ["title", { title: null, update_state: null, update_content: null }],
    ["update_state", { update_state: null }],
    ["update_content", { update_content: null }],
  ])("%s, when the parts don't fit together", async (field, parts) => {
    await expect(create(parts)).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    });
    const made = await create();
    await expect(change(made.id, parts)).rejects.toMatchObject({ status: 422 });
    expect(await getIncidentTemplate(scene.caller(), made.id)).toEqual(made);
  });

  test.each([
    ["name", "x".repeat(101)],
    ["name", "  "],
    ["title", "x".repeat(251)],
    ["description", "x".repeat(2001)],
    ["update_content", "x".repeat(10_001)],
    ["update_content", ""],
    ["impact", "huge"],
    ["update_state", "done"],
    ["tags", Array.from({ length: 21 }, (_, index) => `t${index}`)],
  ])("%s outside its limits", (field, value) => {
    const read = CreateIncidentTemplate.safeParse({ ...WHOLE, [field]: value });
    expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field]);
    expect(UpdateIncidentTemplate.safeParse({ [field]: value }).success).toBe(false);
  });

  test("a name that the project already has in any case, while another project may use it", async () => {
    const first = await create();
    await create({ name: "Other" });
    await expect(create({ name: "PAYMENT PROVIDER DOWN" })).rejects.toMatchObject({
      errors: { name: ["Another template in this project is already named “PAYMENT PROVIDER DOWN”."] },
    });
    await expect(change(first.id, { name: "other" })).rejects.toMatchObject({
      errors: { name: expect.anything() },
    });
    expect((await create({}, await makeScene())).name).toBe(WHOLE.name);
  });

  test("the 101st template, even when ten arrive together", async () => {
    const rows = Array.from({ length: 95 }, (_, index) => ({
      project_id: scene.projectId,
      name: `Template ${index}`,
      title: "Down",
    }));
    await db().insertInto("incident_templates").values(rows).execute();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => create({ name: `New ${index}` })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await expect(create({ name: "One more" })).rejects.toMatchObject({
      errors: { name: ["A project can have at most 100 incident templates."] },
    });
    expect((await names()).length).toBe(100);
  });
});

test("does not exist for another project", async () => {
  const made = await create();
  const foreign = await makeScene();
  expect(await names(foreign)).toEqual([]);
  await expect(getIncidentTemplate(foreign.caller(), made.id)).rejects.toMatchObject({ status: 404 });
  await expect(change(made.id, { name: "Mine" }, foreign)).rejects.toMatchObject({ status: 404 });
  await expect(deleteIncidentTemplate(foreign.caller(), made.id)).rejects.toMatchObject({ status: 404 });
  expect(await getIncidentTemplate(scene.caller(), made.id)).toEqual(made);
});

test("checks read or write permission before anything else", async () => {
  const caller = (...permissions: Permission[]) => scene.caller({ permissions: new Set(permissions) });
  const refusal = { status: 403 };
  const page = { limit: 20, offset: 0 };
  const input = CreateIncidentTemplate.parse(WHOLE);
  await expect(listIncidentTemplates(caller("platform:write"), page)).rejects.toMatchObject(refusal);
  await expect(getIncidentTemplate(caller(), 1)).rejects.toMatchObject(refusal);
  await expect(createIncidentTemplate(caller("uptime:read"), input)).rejects.toMatchObject(refusal);
  await expect(updateIncidentTemplate(caller("uptime:read"), 1, {})).rejects.toMatchObject(refusal);
  await expect(deleteIncidentTemplate(caller("uptime:read"), 1)).rejects.toMatchObject(refusal);
});
