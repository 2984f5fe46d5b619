import { expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { faultsOf } from "@/lib/testing/statements/shard-rule";
import { statements } from "@/lib/testing/statements/statements";
import {
  createIncidentComment,
  deleteIncidentComment,
  editIncidentComment,
  getIncidentComment,
  listIncidentComments,
} from "./comments";
import { createIncident } from "./writes";

useDatabase();

const PAGE = { limit: 20, offset: 0 };
const open = (scene: Scene) =>
  createIncident(scene.caller(), CreateIncident.parse({ title: "Slow", impact: "unknown" }));

test("creates, announces once with its author, edits, and deletes a comment", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  const made = await createIncidentComment(scene.caller(), id, { content: "Look at the deploy." });
  expect(await getIncidentComment(scene.caller(), id, made.id)).toEqual(made);
  const edited = await editIncidentComment(scene.caller(), id, made.id, { content: "Not the deploy." });
  expect(edited).toMatchObject({ id: made.id, content: "Not the deploy.", creator: { type: "api_key" } });
  expect((await editIncidentComment(scene.caller(), id, made.id, {})).content).toBe("Not the deploy.");
  const events = await run`select entities from events where project_id = ${scene.projectId}
    and key = 'uptime.incident_comment.created'`;
  expect(events.map((event) => event.entities)).toEqual([
    {
      comment: { id: made.id, content: "Look at the deploy." },
      creator: { type: "api_key", label: "Test key" },
    },
  ]);
  const sent = await statements(() => deleteIncidentComment(scene.caller(), id, made.id));
  expect(await faultsOf(sent)).toEqual([]);
  expect((await listIncidentComments(scene.caller(), id, PAGE)).total).toBe(0);
});

test("lets only the author or a moderator change it", async () => {
  const scene = await makeScene();
  const { id } = await open(scene);
  const made = await createIncidentComment(scene.caller(), id, { content: "Mine." });
  const stranger = scene.caller({ id: 9, permissions: new Set(["uptime:write", "uptime:read"]) });
  await expect(editIncidentComment(stranger, id, made.id, { content: "x" })).rejects.toMatchObject({
    status: 403,
  });
  await expect(deleteIncidentComment(stranger, id, made.id)).rejects.toMatchObject({ status: 403 });
  await deleteIncidentComment(scene.caller({ id: 9 }), id, made.id);
});

test("finds it only under its own incident and project", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const [one, two] = [await open(scene), await open(scene)];
  const made = await createIncidentComment(scene.caller(), one.id, { content: "x" });
  for (const attempt of [
    () => getIncidentComment(scene.caller(), two.id, made.id),
    () => getIncidentComment(foreign.caller(), one.id, made.id),
    () => deleteIncidentComment(foreign.caller(), one.id, made.id),
    () => listIncidentComments(foreign.caller(), one.id, PAGE),
    () => createIncidentComment(foreign.caller(), one.id, { content: "x" }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ status: 404 });
  }
});
