import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createSecureContext, createServer, type Server } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { forget, once } from "@/lib/shared/once";
import { check, monitorConfig } from "@/lib/testing/targets/check";

const file = (name: string) =>
  readFileSync(new URL(`../../testing/targets/certificates/${name}.pem`, import.meta.url), "utf8");
const parts = (name: string) => file(name).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? [];
const ROOT = parts("ip-only")[1] ?? "";

const servers: Server[] = [];
afterEach(() => {
  for (const name of ["context", "roots"]) forget(`probes.tls.${name}`);
  forget("probes.certificate.chains");
  for (const server of servers.splice(0)) server.close();
});

/** Checks a server that sends these certificates, and trusts only these roots. */
async function seen(name: string, sent: readonly string[], ca: readonly string[], host: string) {
  forget("probes.tls.context");
  once("probes.tls.context", () => createSecureContext({ ca: [...ca] }));
  const server = createServer({ key: file(`${name}.key`), cert: sent.join("") }, (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return check(monitorConfig({ host, port: String(port), connection: "tls" }, { protocol: "tcp" }));
}

it("knows the intermediate certificate that expires before the server's own", async () => {
  const { error, certificate } = await seen(
    "chain-soon",
    parts("chain-soon").slice(0, 2),
    [ROOT],
    "soon.localhost",
  );
  expect(error).toBeNull();
  expect(certificate?.not_after).toMatch(/^2126/);
  expect(certificate?.expires_first).toMatchObject({
    subject_common_name: "Vedette test intermediate until 2099",
    not_after: "2099-01-01T00:00:00.000Z",
  });
});

it("ignores a certificate that a server sends although it issued none of the others", async () => {
  const [leaf = "", intermediate = ""] = parts("chain-soon");
  const unrelated = parts("chain-expired")[1] ?? "";
  const sent = [leaf, unrelated, intermediate];
  const { outcome, certificate } = await seen("chain-soon", sent, [ROOT], "soon.localhost");
  expect(outcome).toBe("up");
  expect(certificate?.chain).toHaveLength(2);
  expect(certificate?.expires_first?.not_after).toMatch(/^2099/);
});

it("ignores what a server sends beyond a trusted root, such as an old cross-signed one", async () => {
  const [, intermediate = ""] = parts("chain-soon");
  once("probes.tls.roots", () => new Map([["CN=Vedette test intermediate until 2099", [intermediate]]]));
  const { certificate } = await seen("chain-soon", parts("chain-soon"), [ROOT], "soon.localhost");
  expect(certificate?.chain).toHaveLength(2);
  expect(certificate?.expires_first).toBeUndefined();
});

it("names a violated name constraint as the reason", async () => {
  const { error } = await seen("constrained", parts("constrained"), [ROOT], "constrained.localhost");
  expect(error).toEqual({
    code: "tls_certificate_untrusted",
    message:
      "the certificate isn't trusted because it breaks a name constraint of its issuer (permitted subtree violation)",
  });
});

it("warns about a certificate that names its host only in the common name beside an IP address (RFC 9525 §6.3)", async () => {
  const byName = await seen("ip-only", parts("ip-only"), [ROOT], "ip-only.localhost");
  expect(byName).toMatchObject({ outcome: "up", error: null });
  expect(byName.warnings.join()).toMatch(/only in the common name, which no browser accepts/);
  const byAddress = await seen("ip-only", parts("ip-only"), [ROOT], "127.0.0.1");
  expect(byAddress).toMatchObject({ outcome: "up", warnings: [] });
});
