import type { Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

let server: RawServer | undefined;
afterEach(() => server?.stop());

/** A ServerHello of TLS 1.2 without the extension of RFC 5746: version, random, no session, ECDHE-RSA-AES128-GCM-SHA256. */
const HELLO_BODY = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32, 7), Buffer.from([0, 0xc0, 0x2f, 0])]);
const HELLO = Buffer.concat([
  Buffer.from([22, 3, 3, 0, HELLO_BODY.length + 4, 2, 0, 0, HELLO_BODY.length]),
  HELLO_BODY,
]);
const says = (socket: Socket) => void socket.once("data", () => socket.end(HELLO));

it.each([
  ["http", (port: number) => ({ url: `https://127.0.0.1:${port}/` })],
  ["tcp", (port: number) => ({ host: "127.0.0.1", port: String(port), connection: "tls" })],
] as const)(
  "says in words that a server lacks secure renegotiation (RFC 5746): %s",
  async (protocol, requestOf) => {
    server = await startRawServer(says);
    const request = requestOf(server.port);
    const { outcome, error } = await check(monitorConfig(request, { protocol }));
    expect(outcome).toBe("down");
    expect(error?.message).toMatch(
      /doesn't support secure renegotiation \(RFC 5746\); update its TLS library/,
    );
    expect(server.connections()).toBe(1);
    // Accepts it when the monitor skips verification. This server then closes instead of continuing the handshake.
    const lax = await check(monitorConfig({ ...request, tls_skip_verify: true }, { protocol }));
    expect(lax.error?.message).toMatch(/closed during the TLS handshake|ECONNRESET/);
    // One that ends a handshake without saying why may speak only HTTP/2.
    expect(server.connections()).toBe(protocol === "http" ? 5 : 3);
  },
);
