import { expect, test } from "vitest";
import type { Caller } from "@/lib/services/core/caller";
import { recentTroubleSources } from "./troubles";

const caller = (part: Partial<Caller>): Caller => ({
  kind: "session",
  id: 1,
  label: "Zoe",
  organizationId: 1,
  projectId: 1,
  userId: 1,
  role: "member",
  permissions: new Set(["platform:read"]),
  ...part,
});

test("names no runner to those who may not list them", async () => {
  const withoutPermission = caller({ permissions: new Set(["uptime:read"]) });
  await expect(recentTroubleSources(withoutPermission)).rejects.toMatchObject({ status: 403 });
  await expect(recentTroubleSources(caller({ isProjectKey: true }))).rejects.toMatchObject({ status: 403 });
});
