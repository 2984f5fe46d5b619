import { expect, test } from "vitest";
import { ensureFirstOrganization } from "@/lib/store/accounts/first-start";
import { tx } from "@/lib/store/core/tx";
import { commandLine } from "@/lib/testing/accounts/callers";
import { useDatabase } from "@/lib/testing/database";
import { createDemo } from "./create";

useDatabase();

test("says how to create the owner account when the command line asks for the demo before setup", async () => {
  const caller = commandLine(await tx(ensureFirstOrganization));
  await expect(createDemo(caller)).rejects.toThrow(
    "The demo project needs an owner account, and none exists yet. Open the one-time link that the server printed when it started, or run `users create --role owner`.",
  );
});
