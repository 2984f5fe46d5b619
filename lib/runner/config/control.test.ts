import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { monotonicMs } from "@/lib/shared/clock";
import { Control, Refused } from "./control";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function startServer(answer: RequestListener): Promise<Control> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return new Control(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "token");
}

it("an answer that drips without end holds no results up: it is given up after its time", async () => {
  const control = await startServer((request, response) => {
    request.resume();
    response.writeHead(200);
    const drip = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(drip));
  });
  const startMs = monotonicMs();
  await expect(control.post("/runner/results", {}, 300)).rejects.toThrow("did not end within 300 ms");
  await expect(control.get("/runner/config", 300)).rejects.toThrow("did not end within 300 ms");
  expect(monotonicMs() - startMs).toBeLessThan(2000);
  control.close();
}, 5000);

it("a large answer over a slow line is read to its end", async () => {
  const part = Buffer.alloc(50_000, "x");
  const control = await startServer((_, response) => {
    let left = 12;
    response.writeHead(200);
    const slow = setInterval(() => {
      response.write(part);
      left -= 1;
      if (left > 0) return;
      clearInterval(slow);
      response.end();
    }, 100);
  });
  const { body } = await control.get("/runner/config", 500);
  expect(body.length).toBe(12 * part.length);
  control.close();
}, 5000);

it("a server that leads elsewhere, and one that is none, are told with what to set", async () => {
  const control = await startServer((request, response) => {
    request.resume();
    const isMoved = request.url === "/api/moved";
    response.writeHead(isMoved ? 308 : 404, isMoved ? { location: "https://vedette.example/api/moved" } : {});
    response.end(isMoved ? "" : "<h1>Not Found</h1>");
  });
  const said = async (path: string) => new Refused(await control.get(path, 1000)).message;
  expect(await said("/moved")).toBe(
    "the server answered 308 and leads to https://vedette.example/api/moved: CONTROL_URL must be the address behind that",
  );
  expect(await said("/none")).toBe(
    "the server answered 404: <h1>Not Found</h1> (is CONTROL_URL the address of the dashboard, without a path?)",
  );
  control.close();
});
