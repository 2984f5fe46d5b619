import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { expect, it } from "vitest";
import type { CertificateFacts } from "@/lib/contract/checks/check";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { certificateWarnings } from "../connection";

const certificate: CertificateFacts = {
  fingerprint_sha256: "AA",
  serial_number: "1",
  subject_common_name: "intranet.example",
  subject_alternative_names: [],
  issuer_common_name: "Own",
  issuer_organization: null,
  not_before: "2026-01-01T00:00:00.000Z",
  not_after: "2027-01-01T00:00:00.000Z",
};
const taken = { refusal: null, rsaBits: 2048, isNamed: false };

it("warns about a certificate without alternative names, which browsers reject", () => {
  expect(certificateWarnings({ ...taken, certificate }).join()).toMatch(/only in the common name/);
  const named = { ...certificate, subject_alternative_names: ["intranet.example"] };
  expect(certificateWarnings({ ...taken, certificate: named, isNamed: true })).toEqual([]);
  expect(certificateWarnings({ ...taken, certificate: null, rsaBits: null })).toEqual([]);
});

it("warns about a 1024-bit RSA key over HTTPS and TCP alike", async () => {
  const folder = new URL("../../testing/targets/certificates/", import.meta.url);
  const [key, cert] = ["short-key.key.pem", "short-key.pem"].map((name) =>
    readFileSync(new URL(name, folder)),
  );
  const server = createServer({ key, cert, ciphers: "DEFAULT:@SECLEVEL=0" }, (_, response) =>
    response.end("ok"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const https = monitorConfig({ url: `https://127.0.0.1:${port}/`, tls_skip_verify: true });
  const tcp = { host: "127.0.0.1", port: String(port), connection: "tls", tls_skip_verify: true };
  const results = [
    await check(https),
    await check(https),
    await check(monitorConfig(tcp, { protocol: "tcp" })),
  ];
  server.close();
  for (const result of results) {
    expect(result.outcome).toBe("up");
    // Node 24's library refuses such a key itself, before it checks the signer.
    expect(result.warnings.join(" ")).toMatch(
      /(self-signed|too weak).*RSA key must have at least 2048 bits; got 1024/,
    );
  }
});
