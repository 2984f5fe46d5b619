import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { beforeAll, expect, test, vi } from "vitest";
import { log } from "@/lib/shared/log";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { until } from "@/lib/testing/pages/acme-page";
import { useFrontDoor } from "@/lib/testing/pages/front-door";

const accounts = useAccounts();
const frontDoor = useFrontDoor();

beforeAll(async () => {
  await setPasswords();
});

function openStream(cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Host: "localhost", Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
    const path = `/api/live?project_id=${accounts.projects.app}`;
    get({ host: "127.0.0.1", port: frontDoor.port, path, headers, agent: false }, resolve).once(
      "error",
      reject,
    );
  });
}

test("handles many event streams without warnings or leaks and ends them when the server drains", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const { cookie } = await signedIn(`ada-${accounts.organizationId}@example.com`);
  for (let count = 0; count < 12; count += 1) {
    const stream = await openStream(cookie);
    expect(stream.statusCode).toBe(200);
    stream.destroy();
    await until(async () => frontDoor.connections.size === 0);
  }
  const last = await openStream(cookie);
  last.resume();
  frontDoor.draining.abort();
  await new Promise((resolve) => last.once("end", resolve));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", warned);
  expect(warned).not.toHaveBeenCalled();
});

test("does not treat an aborted anonymous body as a database problem", async () => {
  const [warned, failed] = [vi.spyOn(log, "warn"), vi.spyOn(log, "error")];
  for (const target of ["/api/session", "/api/runner/results", "/status/none/sign-in"]) {
    const socket = connect(frontDoor.port, "127.0.0.1");
    socket.on("error", () => undefined);
    const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000`;
    const begun = once(frontDoor.connections.server, "request");
    socket.write(`${head}\r\n\r\n{"email":`);
    await begun;
    socket.resetAndDestroy();
    await until(async () => frontDoor.connections.size === 0);
  }
  await frontDoor.ask("/api/healthz");
  expect([warned.mock.calls, failed.mock.calls]).toEqual([[], []]);
});

test("reads a runner's results only after verifying its token", async () => {
  const socket = connect(frontDoor.port, "127.0.0.1");
  const head = "POST /api/runner/results HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
  socket.write(`${head}\r\nAuthorization: Bearer wrong\r\nContent-Length: 1000000\r\n\r\n{`);
  const answer = await new Promise<string>((resolve) =>
    socket.once("data", (data) => resolve(data.toString())),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

test("limits anonymous bodies to 16 KB and rejects longer ones while they arrive", async () => {
  const socket = connect(frontDoor.port, "127.0.0.1");
  socket.on("error", () => undefined);
  const head = "POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
  socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  socket.write(`4001\r\n${"x".repeat(0x4001)}\r\n`);
  const answer = await new Promise<string>((resolve) =>
    socket.once("data", (data) => resolve(data.toString())),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*Connection: close/i);
  socket.destroy();
});

test("compresses large responses as the client accepts, and sends small ones as they are", async () => {
  const ask = (path: string, accept: string) =>
    frontDoor.ask(path, {
      headers: { "Accept-Encoding": accept, Authorization: `Bearer ${accounts.prjWrite}` },
    });
  // The second is written while it's sent.
  for (const path of ["/api/openapi.json", "/api/uptime/configuration"]) {
    const [plain, gzip, brotli, only] = [
      await ask(path, "identity"),
      await ask(path, "gzip;q=0.5"),
      await ask(path, "gzip, br"),
      await ask(path, "br"),
    ];
    expect([plain, gzip, brotli, only].map(({ headers }) => headers["content-encoding"])).toEqual([
      undefined,
      "gzip",
      "br",
      "br",
    ]);
    for (const answer of [plain, gzip, brotli]) expect(answer.headers.vary).toBe("Accept-Encoding");
    expect([gzip.text, brotli.text, only.text]).toEqual([plain.text, plain.text, plain.text]);
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / (path.includes("openapi") ? 5 : 1));
  }
  const small = await ask("/api/healthz", "gzip, br");
  expect([small.headers["content-encoding"], small.headers.vary]).toEqual([undefined, undefined]);
});
