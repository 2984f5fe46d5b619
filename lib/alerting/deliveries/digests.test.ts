import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/store/core/pool";
import {
  deliveriesOf,
  drain,
  makeIntegration,
  makeRule,
  makeUser,
  openIncident,
  pass,
} from "@/lib/testing/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notification-stage";
import type { Scene } from "@/lib/testing/scene";

const stage = useNotificationStage({ mail: true });

let mail: number;
beforeEach(async () => {
  mail = await makeIntegration(stage.scene, "email", { members: [await makeUser(stage.scene, "Ben")] });
});

/** Sends to the email integration with these limits. */
async function rules(change: Record<string, unknown> = {}): Promise<void> {
  for (const event of [CREATED, RECOVERED] as const)
    await makeRule(stage.scene, mail, event, { plain: true, ...change });
}

/** Opens incidents one after the other in each scene. Returns their IDs. */
async function open(count: number, ...scenes: Scene[]): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 1; n <= count; n += 1)
    for (const scene of scenes) ids.push((await openIncident(scene, { title: `Shop ${n} is down` })).id);
  return ids;
}

async function makeSecondProject(): Promise<Scene> {
  const { organizationId } = stage.scene;
  const { id } = await db()
    .insertInto("projects")
    .values({ organization_id: organizationId, name: "Blog", slug: "blog", incident_prefix: "BLOG" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    organizationId,
    projectId: id,
    caller: (change) => stage.scene.caller({ projectId: id, ...change }),
  };
}

const subjects = () => stage.mailServer.mails.map((sent) => sent.headers.subject ?? "");
const digests = () => subjects().filter((subject) => subject.includes("incidents opened"));

test("an organization-wide rule sends a storm in two projects as one digest per project", async () => {
  await rules({ scope: "organization" });
  const blog = await makeSecondProject();
  await open(15, stage.scene, blog);
  await drain();
  await pass(61);
  await drain();
  expect(digests()).toHaveLength(2);
  const made = [stage.scene, blog].map(({ projectId }) => deliveriesOf(projectId));
  expect((await Promise.all(made)).flat().map(({ status }) => status)).toEqual(
    Array.from({ length: 30 }, () => "delivered"),
  );
});
