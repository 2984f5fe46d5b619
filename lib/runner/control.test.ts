import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { monotonicMs } from "@/lib/shared/clock";
import { Control } from "./control";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it("an answer that drips without end holds no results up: it is given up after its time", async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200);
    const drip = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const control = new Control(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "token");
  const startMs = monotonicMs();
  await expect(control.post("/runner/results", {}, 300)).rejects.toThrow("did not end within 300 ms");
  expect(monotonicMs() - startMs).toBeLessThan(2000);
  control.close();
}, 5000);
