import { expect, test } from "vitest";
import { type Caller, permissionsOfRole } from "@/lib/services/core/caller";
import { ensureFirstOrganization } from "@/lib/store/accounts/first-start";
import { tx } from "@/lib/store/core/tx";
import { useDatabase } from "@/lib/testing/database";
import { createDemo } from "./create";

useDatabase();

test("says how to create the owner account when the command line asks for the demo before setup", async () => {
  const caller: Caller = {
    kind: "system",
    id: 0,
    label: "Command line",
    organizationId: await tx(ensureFirstOrganization),
    projectId: null,
    isProjectKey: false,
    userId: null,
    role: null,
    permissions: permissionsOfRole("owner"),
  };
  await expect(createDemo(caller)).rejects.toThrow(
    "The demo project needs an owner account, and none exists yet. Open the one-time link that the server printed when it started, or run `users create --role owner`.",
  );
});
