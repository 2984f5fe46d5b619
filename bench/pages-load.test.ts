import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { requestRate } from "./pages-load";

test("fails when the server closes a connection after an error, instead of waiting for more", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    if (requests < 20) response.end("a usual response");
    else response.writeHead(503, { Connection: "close" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await expect(requestRate({ port, path: "/" }, async () => 0, 100, [])).rejects.toThrow("HTTP/1.1 503");
  } finally {
    server.close();
  }
});
