import { expect, test } from "vitest";
import type { ApiError } from "@/lib/contract/core/errors";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { getIncident, recoverIncident } from "./incidents";
import { getIncidentTimeline } from "./timeline";
import { createIncident, updateIncident } from "./writes";

useDatabase();

async function incident() {
  const scene = await makeScene();
  const caller = scene.caller();
  const input = CreateIncident.parse({ title: "Checkout is slow", impact: "partial_outage" });
  const { id } = await createIncident(caller, input);
  return { caller, id };
}

test("publishes a post-mortem once the incident has recovered, and keeps when that was", async () => {
  const { caller, id } = await incident();
  const early = await updateIncident(caller, id, { post_mortem: "A full disk." }).catch((error) => error);
  expect((early as ApiError).errors).toEqual({
    post_mortem: ["The incident must have recovered before its post-mortem is published."],
  });
  expect(await getIncident(caller, id)).toMatchObject({ post_mortem: null, post_mortem_published_at: null });
  await recoverIncident(caller, id);
  const first = await updateIncident(caller, id, { post_mortem: "A full disk." });
  expect(first).toMatchObject({ post_mortem: "A full disk.", post_mortem_published_at: expect.any(String) });
  const edited = await updateIncident(caller, id, { post_mortem: "A **full** disk." });
  expect(edited.post_mortem_published_at).toBe(first.post_mortem_published_at);
  const gone = await updateIncident(caller, id, { post_mortem: null });
  expect(gone).toMatchObject({ post_mortem: null, post_mortem_published_at: null });
  const { entries } = await getIncidentTimeline(caller, id);
  expect(entries.filter(({ kind }) => kind === "edited").map(({ text }) => text)).toEqual([
    "Test key removed the post-mortem.",
    "Test key changed the post-mortem.",
    "Test key published the post-mortem.",
  ]);
});

test("publishes a post-mortem with the recovery in one call", async () => {
  const { caller, id } = await incident();
  const done = await updateIncident(caller, id, {
    recovery_at: new Date(Date.now() + 1000),
    post_mortem: "x",
  });
  expect(done).toMatchObject({ status: "recovered", post_mortem: "x" });
});
