import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createSecureContext, createServer, type Server } from "node:tls";
import { afterEach, expect, it, vi } from "vitest";
import { forget, once } from "@/lib/shared/once";
import { check, monitorConfig } from "@/lib/testing/targets/check";

const TEN_MINUTES_MS = 600_000;
const file = (name: string) =>
  readFileSync(new URL(`../../testing/targets/certificates/${name}.pem`, import.meta.url), "utf8");
const parts = (name: string) => file(name).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? [];
/** Both were issued to its name by the same intermediate, whose root is untrusted. */
const [LEAF = "", INTERMEDIATE = ""] = parts("chain");
const [, , ROOT = ""] = parts("chain-expired");

const servers: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  forget("probes.tls.context");
  // The next test's server may get the port of one of this test's.
  forget("probes.certificate.chains");
  for (const server of servers.splice(0)) server.close();
});

/** Makes the context of all checks trust only these certificates. */
function trust(...ca: string[]): void {
  forget("probes.tls.context");
  once("probes.tls.context", () => createSecureContext({ ca }));
}

async function serve(cert: string, port = 0): Promise<Server> {
  const server = createServer({ key: file("chain.key"), cert }, (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const ask = (server: Server, host = "chain.localhost") =>
  check(monitorConfig({ host, port: String(portOf(server)), connection: "tls" }, { protocol: "tcp" }));

it("judges a cached certificate again at every check, by hostname and by trusted roots", async () => {
  const server = await serve(LEAF + INTERMEDIATE);
  trust(ROOT);
  const codes: (string | undefined)[] = [];
  for (const host of ["chain.localhost", "other.localhost", "chain.localhost"])
    codes.push((await ask(server, host)).error?.code);
  trust();
  codes.push((await ask(server)).error?.code);
  trust(ROOT);
  codes.push((await ask(server)).error?.code);
  expect(codes).toEqual([
    undefined,
    "tls_certificate_host_mismatch",
    undefined,
    "tls_certificate_untrusted",
    undefined,
  ]);
});

it("reports a renewed certificate immediately, and the previous one when it returns", async () => {
  const renewed = createServer(
    { key: file("renewed.key"), cert: file("renewed") },
    (socket) => void socket.end(),
  );
  servers.push(renewed);
  await new Promise<void>((resolve) => renewed.listen(0, "127.0.0.1", resolve));
  const first = await serve(LEAF + INTERMEDIATE);
  const seen = [await ask(first), await ask(renewed), await ask(first)].map(({ certificate }) => certificate);
  expect(seen[0]?.fingerprint_sha256).not.toBe(seen[1]?.fingerprint_sha256);
  expect(seen[2]).toEqual(seen[0]);
});

it("does not attribute one server's chain to another with the same certificate", async () => {
  trust(INTERMEDIATE, ROOT);
  const [whole, bare] = [await serve(LEAF + INTERMEDIATE), await serve(LEAF)];
  const seen = [await ask(whole), await ask(bare), await ask(whole)];
  expect(seen.map(({ error }) => error)).toEqual([null, null, null]);
  expect(seen.map(({ certificate }) => certificate?.chain?.length)).toEqual([1, 0, 1]);
});

it("notices within ten minutes a changed chain that leaves the result unchanged", async () => {
  trust(INTERMEDIATE, ROOT);
  const before = await serve(LEAF + INTERMEDIATE);
  const port = portOf(before);
  expect((await ask(before)).certificate?.chain).toHaveLength(1);
  await new Promise((resolve) => before.close(resolve));
  const after = await serve(LEAF, port);
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => clock() + TEN_MINUTES_MS);
  expect(await ask(after)).toMatchObject({ error: null, certificate: { chain: [] } });
});
