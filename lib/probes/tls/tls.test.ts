import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, it } from "vitest";
import { CheckResult } from "@/lib/contract/checks/check";
import { emptyFinding, warn } from "@/lib/probes/probe";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

// Generated once for these tests, valid for a hundred years, untrusted.
const folder = new URL("../../testing/targets/certificates/", import.meta.url);
const key = readFileSync(new URL("self-signed.key.pem", folder));
const cert = readFileSync(new URL("self-signed.pem", folder));

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Fatal: handshake failure. */
const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 40]);

let server: Server | undefined;
let raw: RawServer | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await raw?.stop();
});

async function startHttps(): Promise<number> {
  const started = createServer({ key, cert }, (_, response) => response.end("ok"));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function portOf(started: TlsServer | Server): Promise<number> {
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  return typeof address === "object" && address ? address.port : 0;
}

it("reports a self-signed certificate as down but keeps its facts", async () => {
  const result = await check(monitorConfig({ url: `https://127.0.0.1:${await startHttps()}/` }));
  expect(result).toMatchObject({
    outcome: "down",
    error: { code: "tls_certificate_self_signed" },
    status_code: null,
  });
  expect(result.certificate).toMatchObject({
    subject_common_name: "target.localhost",
    issuer_organization: "Vedette tests",
    subject_alternative_names: ["target.localhost", "127.0.0.1"],
  });
  expect(Date.parse(result.certificate?.not_after ?? "")).toBeGreaterThan(Date.parse("2100-01-01"));
  expect(result.timings.tls).toBeGreaterThan(0);
});

it("reports a monitor that skips verification as up and says what it accepted", async () => {
  const port = await startHttps();
  const result = await check(monitorConfig({ url: `https://127.0.0.1:${port}/`, tls_skip_verify: true }));
  expect(result).toMatchObject({ outcome: "up", status_code: 200 });
  expect(result.warnings.join()).toMatch(/self-signed/);
});

it("shortens the warning about an accepted chain to the server's limit", async () => {
  const chain = {
    key: readFileSync(new URL("chain.key.pem", folder)),
    cert: readFileSync(new URL("chain.pem", folder)),
  };
  server = createServer(chain, (_, response) => response.end("ok"));
  const port = await portOf(server);
  const https = await check(monitorConfig({ url: `https://127.0.0.1:${port}/`, tls_skip_verify: true }));
  expect(https.warnings.join()).toMatch(
    /Vedette test intermediate.*accepted because this monitor skips TLS verification$/,
  );
  expect(CheckResult.safeParse(https).error).toBeUndefined();
  const finding = emptyFinding();
  for (let n = 0; n < 12; n += 1) warn(finding, `${n} ${"😀".repeat(300)}`);
  expect(CheckResult.safeParse({ ...https, ...finding }).error).toBeUndefined();
  expect(finding.warnings).toHaveLength(10);
});

it("keeps every hop's certificate, even when the last hop uses plain HTTP", async () => {
  const renewed = {
    key: readFileSync(new URL("renewed.key.pem", folder)),
    cert: readFileSync(new URL("renewed.pem", folder)),
  };
  const last = createServer(renewed, (request, response) => {
    if (request.url === "/") response.end("ok");
    else response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
  });
  const lastPort = await portOf(last);
  const first = createServer({ key, cert }, (request, response) => {
    response.writeHead(302, { location: `https://127.0.0.1:${lastPort}${request.url}` }).end();
  });
  const port = await portOf(first);
  const see = (path: string) =>
    check(monitorConfig({ url: `https://127.0.0.1:${port}${path}`, tls_skip_verify: true }));
  const [secure, plain] = [await see("/"), await see("/plain")];
  first.close();
  last.close();
  const names = ({ hop_certificates = [], certificate }: typeof secure) =>
    [...hop_certificates, certificate].map((one) => one?.fingerprint_sha256);
  expect(secure.outcome).toBe("up");
  expect(new Set(names(secure)).size).toBe(2);
  expect(names(plain)).toEqual([...names(secure), undefined]);
});

it("validates the certificate of a TCP monitor with TLS", async () => {
  const port = String(await startHttps());
  const tcp = (tls_skip_verify: boolean) =>
    check(
      monitorConfig({ host: "127.0.0.1", port, connection: "tls", tls_skip_verify }, { protocol: "tcp" }),
    );
  expect((await tcp(false)).error?.code).toBe("tls_certificate_self_signed");
  expect((await tcp(true)).outcome).toBe("up");
});

it("reports a TLS server that requires another protocol as up, because a TCP monitor offers none", async () => {
  const minds = createTlsServer({ key, cert, ALPNProtocols: ["postgresql"] }, () => undefined);
  const port = await portOf(minds);
  const request = { host: "127.0.0.1", port: String(port), connection: "tls", tls_skip_verify: true };
  const result = await check(monitorConfig(request, { protocol: "tcp" }));
  minds.close();
  expect(result.error).toBeNull();
});

it.each([
  ["LocalHost", "localhost"],
  ["localhost.", "localhost"],
  ["münchen.localhost", "xn--mnchen-3ya.localhost"],
])("requests %s as %s from the server in every protocol (RFC 6066)", async (host, name) => {
  const seen: string[] = [];
  const asked = createTlsServer(
    {
      key,
      cert,
      SNICallback: (given, done) => {
        seen.push(given);
        done(null);
      },
    },
    (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
  );
  const port = await portOf(asked);
  const request = { host, port: String(port), connection: "tls", tls_skip_verify: true };
  const tcp = await check(monitorConfig(request, { protocol: "tcp" }));
  const https = await check(monitorConfig({ url: `https://${host}:${port}/`, tls_skip_verify: true }));
  asked.close();
  expect([tcp.outcome, https.outcome]).toEqual(["up", "up"]);
  expect(seen).toEqual([name, name]);
});

it("keeps nothing in memory of 2,000 failed handshakes", async () => {
  raw = await startRawServer((socket) => void socket.once("data", () => socket.end(ALERT)));
  const url = `https://127.0.0.1:${raw.port}/`;
  const usedBytesAfter = async (failures: number) => {
    for (let done = 0; done < failures; done += 50)
      await Promise.all(Array.from({ length: 50 }, () => check(monitorConfig({ url }))));
    collect();
    return process.memoryUsage().heapUsed;
  };
  const beforeBytes = await usedBytesAfter(500);
  // What is left of a closed connection takes 5 KiB: 10 MiB if it leaked.
  expect((await usedBytesAfter(2000)) - beforeBytes).toBeLessThan(2 * 2 ** 20);
});

it("fails in the handshake on a port that doesn't speak TLS", async () => {
  raw = await startRawServer(
    (socket) => void socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
  );
  const result = await check(monitorConfig({ url: `https://127.0.0.1:${raw.port}/` }));
  expect(result.error?.code).toBe("tls_handshake_failed");
});

it("ends a handshake that never ends at the timeout", async () => {
  raw = await startRawServer(() => undefined);
  const result = await check(monitorConfig({ url: `https://127.0.0.1:${raw.port}/` }));
  expect(result.error?.code).toBe("tls_timeout");
});

it("reports a TCP monitor as up when the port accepts, down when it refuses, and never reads its data", async () => {
  raw = await startRawServer((socket) => void socket.write("220 mail.example.com ESMTP\r\n"));
  const open = await check(
    monitorConfig({ host: "127.0.0.1", port: String(raw.port), connection: "plain" }, { protocol: "tcp" }),
  );
  expect(open.outcome).toBe("up");
  expect(JSON.stringify(open)).not.toContain("ESMTP");
  await raw.stop();
  const shut = await check(
    monitorConfig({ host: "127.0.0.1", port: String(raw.port), connection: "plain" }, { protocol: "tcp" }),
  );
  expect(shut.error?.code).toBe("connect_refused");
});

/** Returns a certificate with this text as its expiry date. Its signature is invalid, which doesn't matter here. */
function endingAt(text: string): string {
  const der = new X509Certificate(cert).raw;
  // A GeneralizedTime of 15 characters (X.690 §8.26), the format for years after 2049.
  der.write(text, der.indexOf("\x18\x0f", 0, "latin1") + 2, "latin1");
  return `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

it("treats a certificate with unreadable dates as an ordinary failure and keeps running", async () => {
  const server = createServer({ key, cert: endingAt("2xxx") }, (_, response) => response.end("ok"));
  const url = `https://127.0.0.1:${await portOf(server)}/`;
  const refused = await check(monitorConfig({ url }));
  const accepted = await check(monitorConfig({ url, tls_skip_verify: true }));
  server.close();
  expect(refused).toMatchObject({ outcome: "down", error: { code: "tls_certificate_untrusted" } });
  expect(accepted).toMatchObject({ outcome: "up", certificate: null });
});

it("reports a server that requires a client certificate, even in TLS 1.3, where it says so after the handshake", async () => {
  const demanding = { key, cert, requestCert: true, rejectUnauthorized: true };
  server = createServer(demanding, (_, response) => response.end("ok"));
  const url = `https://127.0.0.1:${await portOf(server)}/`;
  expect(await check(monitorConfig({ url, tls_skip_verify: true }))).toMatchObject({
    outcome: "down",
    error: { code: "tls_handshake_failed", message: expect.stringMatching(/certificate required/) },
    certificate: { subject_common_name: "target.localhost" },
  });
});
