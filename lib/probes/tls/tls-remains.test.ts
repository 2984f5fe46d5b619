import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { createServer } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

// What a server sends right after its handshake is read together with its last bytes, before anything listens to the
// connection.

const folder = new URL("../../testing/targets/certificates/", import.meta.url);
const key = readFileSync(new URL("self-signed.key.pem", folder));
const cert = readFileSync(new URL("self-signed.pem", folder));

let proxy: RawServer | undefined;
afterEach(() => proxy?.stop());

/** Starts a TLS server that sends `remains` in the same segment as the last flight of its handshake. */
async function startWithRemains(maxVersion: "TLSv1.2" | "TLSv1.3", remains: Buffer) {
  const backend = createServer(
    { key, cert, maxVersion },
    (socket) => void socket.on("error", () => undefined),
  );
  backend.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
  const address = backend.address();
  const port = typeof address === "object" && address ? address.port : 0;
  // In TLS 1.2 the server's last flight answers the client's second one.
  const lastFlight = maxVersion === "TLSv1.2" ? 2 : 1;
  proxy = await startRawServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    upstream.on("error", () => undefined);
    let flights = 0;
    client.on("data", (bytes) => {
      flights += 1;
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) =>
      client.write(flights >= lastFlight ? Buffer.concat([bytes, remains]) : bytes),
    );
    client.on("close", () => upstream.destroy());
  });
  return { port: proxy.port, stop: () => backend.close() };
}

const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 40]);
const RECORD = Buffer.from([23, 3, 3, 0, 40, ...new Array<number>(40).fill(7)]);
const PLAIN = Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n");

it.each([
  ["TLSv1.2", "an unencrypted alert", ALERT],
  ["TLSv1.3", "an unencrypted alert", ALERT],
  ["TLSv1.2", "an unencrypted record", RECORD],
  ["TLSv1.3", "an unencrypted record", RECORD],
  ["TLSv1.2", "plain text", PLAIN],
  ["TLSv1.3", "plain text", PLAIN],
] as const)("survives, in %s, %s after the handshake", async (version, _, remains) => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", note);
  const server = await startWithRemains(version, remains);
  const tcp = { host: "127.0.0.1", port: String(server.port), connection: "tls" };
  const https = { url: `https://127.0.0.1:${server.port}/` };
  try {
    for (const tls_skip_verify of [false, true]) {
      const dialed = await check(monitorConfig({ ...tcp, tls_skip_verify }, { protocol: "tcp" }));
      const asked = await check(monitorConfig({ ...https, tls_skip_verify }));
      expect(dialed).toMatchObject({ outcome: tls_skip_verify ? "up" : "down" });
      const code = tls_skip_verify ? "tls_handshake_failed" : "tls_certificate_self_signed";
      expect(asked).toMatchObject({ outcome: "down", error: { code } });
    }
    // An unhandled error surfaces at the end of its turn.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.removeListener("uncaughtException", note);
    server.stop();
  }
  expect(uncaught).toEqual([]);
});
