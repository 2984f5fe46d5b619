import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { withClient } from "./client";

useDatabase();

test("finds a server that vanished while a statement without a time limit waits for it", async () => {
  const keptAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
  await withClient((client) => client.query("select 1"));
  expect(keptAlive).toHaveBeenCalledWith(true, 10_000);
  keptAlive.mockRestore();
});
