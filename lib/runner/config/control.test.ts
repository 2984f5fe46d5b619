import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
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

it("gives up a response that drips without end, so that it can't delay results", async () => {
  const control = await startServer((request, response) => {
    request.resume();
    response.writeHead(200);
    const drip = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(drip));
  });
  await expect(control.post("/runner/results", {}, 300)).rejects.toThrow("wasn't complete within 300 ms");
  await expect(control.get("/runner/config", 300)).rejects.toThrow("wasn't complete within 300 ms");
  control.close();
});

it("reads a large response over a slow connection to its end", async () => {
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
});

it("says what to set when the server redirects or isn't Vedette", async () => {
  const control = await startServer((request, response) => {
    request.resume();
    const isMoved = request.url === "/api/moved";
    response.writeHead(isMoved ? 308 : 404, isMoved ? { location: "https://vedette.example/api/moved" } : {});
    response.end(isMoved ? "" : "<h1>Not Found</h1>");
  });
  const said = async (path: string) => new Refused(await control.get(path, 1000)).message;
  expect(await said("/moved")).toBe(
    "the server responded with 308 and redirects to https://vedette.example/api/moved; set CONTROL_URL to the final address",
  );
  expect(await said("/none")).toBe(
    "the server responded with 404: <h1>Not Found</h1> (CONTROL_URL must be the dashboard's address without a path)",
  );
  control.close();
});
