import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen, requireFreePort } from "./listen";

test("names a taken port with the remedy, and leaves a free one free", async () => {
  const server = createServer();
  const port = await listen(server, 0, "127.0.0.1");
  await expect(requireFreePort(port, "127.0.0.1")).rejects.toThrow(
    `Port ${port} is in use by another program. Set PORT to a free port, for example PORT=3001.`,
  );
  await new Promise((resolve) => server.close(resolve));
  await requireFreePort(port, "127.0.0.1");
  await requireFreePort(port, "127.0.0.1");
});
