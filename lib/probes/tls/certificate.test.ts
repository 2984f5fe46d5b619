import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";

// An untrusted root, with an intermediate valid until 2126 and one that expired in 2021.
const file = (name: string) =>
  readFileSync(new URL(`../../testing/targets/certificates/${name}.pem`, import.meta.url), "utf8");
const parts = (name: string) => file(name).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? [];

let server: Server | undefined;
afterEach(() => void server?.close());

async function seen(name: string, certificates: readonly string[]) {
  server = createServer({ key: file(`${name}.key`), cert: certificates.join("") }, (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  return check(
    monitorConfig({ host: "127.0.0.1", port: String(port), connection: "tls" }, { protocol: "tcp" }),
  );
}

it("knows the certificates that a server sends along, nearest first, even on failures", async () => {
  const { outcome, certificate } = await seen("chain", parts("chain"));
  expect(outcome).toBe("down");
  expect(certificate?.subject_common_name).toBe("chain.localhost");
  expect(certificate?.chain?.map((link) => [link.subject_common_name, link.not_after.slice(0, 4)])).toEqual([
    ["Vedette test intermediate", "2126"],
  ]);
});

it("names a missing issuer by the certificate it issued, and notices when one goes missing later", async () => {
  const whole = await seen("chain", parts("chain"));
  expect(whole.error).toMatchObject({
    code: "tls_certificate_untrusted",
    message: expect.stringContaining(
      'the issuer of "Vedette test intermediate" is neither sent by the server',
    ),
  });
  server?.close();
  const bare = await seen("chain", parts("chain").slice(0, 1));
  expect(bare.certificate?.chain).toEqual([]);
  expect(bare.error).toMatchObject({
    code: "tls_certificate_untrusted",
    message: expect.stringContaining('its issuer "Vedette test intermediate" is neither sent by the server'),
  });
});

it("names an expired issuer instead of the server's own certificate", async () => {
  const { error, certificate } = await seen("chain-expired", parts("chain-expired"));
  expect(error).toEqual({
    code: "tls_certificate_expired",
    message:
      'the intermediate certificate "Vedette test intermediate of 2020" expired on 2021-01-01; the server\'s own certificate is valid',
  });
  // A root ends the chain, although it names itself as its issuer.
  expect(certificate?.chain?.map((link) => link.subject_common_name)).toEqual([
    "Vedette test intermediate of 2020",
    "Vedette test root",
  ]);
});
