import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { networkInterfaces } from "node:os";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

const folder = new URL("../../testing/targets/certificates/", import.meta.url);
const [key, cert] = ["self-signed.key.pem", "self-signed.pem"].map((name) =>
  readFileSync(new URL(name, folder)),
);

let server: Server | undefined;
let proxy: RawServer | undefined;
afterEach(async () => {
  server?.close();
  await proxy?.stop();
  proxy = undefined;
});

async function listen(
  answer: (socket: TLSSocket) => void,
  maxVersion: "TLSv1.2" | "TLSv1.3" = "TLSv1.3",
  host = "127.0.0.1",
): Promise<number> {
  const started = createServer({ key, cert, maxVersion }, (socket) => {
    socket.on("error", () => undefined);
    answer(socket);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, host, resolve));
  return (started.address() as AddressInfo).port;
}

const ask = (port: number, value = "", host = "127.0.0.1") =>
  check(
    monitorConfig(
      { url: `https://${host}:${port}/`, tls_skip_verify: true },
      value ? { success_assertions: [{ type: "response_body", operator: "contains", value }] } : {},
    ),
  );

const LARGE = "0123456789abcdef".repeat(6000);

it.each(["TLSv1.2", "TLSv1.3"] as const)(
  "reads a response over %s that ends with the connection completely, across many records",
  async (version) => {
    const port = await listen(
      (socket) => void socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${LARGE}the end`)),
      version,
    );
    expect(await ask(port, "the end")).toMatchObject({ outcome: "up", error: null, status_code: 200 });
  },
);

it.each([
  ["http_truncated", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"],
  ["http_truncated", "HTTP/1.1 20"],
  ["http_empty", ""],
])("reports a response that breaks off over TLS as %s: %j", async (code, answer) => {
  const port = await listen((socket) => void socket.once("data", () => socket.end(answer)));
  expect((await ask(port)).error?.code).toBe(code);
});

it("reports a connection reset over TLS in the middle of a response", async () => {
  let reset = () => {};
  const backend = await listen(
    (socket) =>
      void socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345");
        reset();
      }),
  );
  proxy = await startRawServer((client) => {
    const upstream = connect(backend, "127.0.0.1");
    upstream.on("error", () => undefined);
    client.on("data", (bytes) => upstream.write(bytes));
    client.on("close", () => upstream.destroy());
    let isLast = false;
    reset = () => {
      isLast = true;
    };
    upstream.on("data", (bytes) =>
      client.write(bytes, () => {
        // The checker has read it once it sends its next data. It has none to send, so give it a turn.
        if (isLast) setTimeout(() => client.resetAndDestroy(), 50);
      }),
    );
  });
  expect((await ask(proxy.port)).error).toEqual({
    code: "http_reset",
    message: "the connection was reset in the middle of the response",
  });
});

it("reads what a server sends in the same moment as its handshake ends", async () => {
  const backend = await listen(
    (socket) => void socket.write("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n"),
    "TLSv1.2",
  );
  proxy = await startRawServer((client) => {
    const upstream = connect(backend, "127.0.0.1");
    upstream.on("error", () => undefined);
    client.on("data", (bytes) => upstream.write(bytes));
    client.on("close", () => upstream.destroy());
    const held: Buffer[] = [];
    // The server's last flight and its data arrive together.
    upstream.once("data", (first) => {
      client.write(first);
      upstream.on("data", (bytes) => {
        if (held.push(bytes) === 1) setTimeout(() => client.write(Buffer.concat(held)), 50);
      });
    });
  });
  expect((await ask(proxy.port)).status_code).toBe(408);
});

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

it.skipIf(!HAS_IPV6)("tries the next address after one refuses, over TLS too", async () => {
  const port = await listen(
    (socket) => void socket.once("data", () => socket.end("HTTP/1.1 204 OK\r\n\r\n")),
    "TLSv1.3",
    "::1",
  );
  const result = await ask(port, "", "target.localhost");
  expect(result).toMatchObject({
    outcome: "up",
    remote_address: "::1",
    certificate: { subject_common_name: "target.localhost" },
  });
});
