import { afterEach, expect, test } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import type { RawServer } from "@/lib/testing/targets/raw-server";
import { type Script, startScriptedServer } from "@/lib/testing/targets/scripted-server";

let server: RawServer | undefined;
afterEach(() => server?.stop());

const thenTls = (text: string) => () => ({ thenTls: Buffer.from(text, "latin1") });
/** An LDAP response with a result code, with short lengths as OpenLDAP sends it, and with long ones as Active Directory does. */
const ldap = (code: string) => `\x30\x0c\x02\x01\x01\x78\x07\x0a\x01${code}\x04\0\x04\0`;
const LDAP_LONG =
  "\x30\x84\0\0\0\x28\x02\x01\x01\x78\x84\0\0\0\x1f\x0a\x01\0\x04\0\x04\0\x8a\x161.3.6.1.4.1.1466.20037";

async function checked(script: Script, request: object) {
  server = await startScriptedServer(script);
  const place = { host: "127.0.0.1", port: String(server.port), connection: "tls", server_name: null };
  const { outcome, error, certificate } = await check(
    monitorConfig({ ...place, tls_skip_verify: true, ...request }, { protocol: "tls" }),
  );
  return { outcome, code: error?.code, name: certificate?.subject_common_name };
}

const UP = { outcome: "up", code: undefined, name: "target.localhost" };

test("a TLS monitor reports the certificate, even of a name that isn't the host", async () => {
  expect(await checked({ isTls: true }, {})).toEqual(UP);
  const strict = { tls_skip_verify: false, server_name: "target.localhost" };
  expect(await checked({ isTls: true }, strict)).toMatchObject({ code: "tls_certificate_self_signed" });
});

test.each<[string, Script]>([
  ["ldap", { on: thenTls(ldap("\0")) }],
  ["ldap", { on: thenTls(LDAP_LONG) }],
  [
    "ldap",
    {
      on: () => ({
        thenTls: [LDAP_LONG.slice(0, 20), LDAP_LONG.slice(20)].map((part) => Buffer.from(part, "latin1")),
      }),
    },
  ],
  ["postgres", { on: thenTls("S") }],
  [
    "smtp",
    {
      greeting: "220 x\r\n",
      on: (text) => (text.startsWith("EHLO") ? "250 x\r\n" : { thenTls: "220 go\r\n" }),
    },
  ],
  ["imap", { greeting: "* OK x\r\n", on: thenTls("a OK go\r\n") }],
  ["pop3", { greeting: "+OK x\r\n", on: thenTls("+OK go\r\n") }],
])("a TLS monitor asks for TLS: %s", async (connection, script) => {
  expect(await checked(script, { connection })).toEqual(UP);
});

test.each<[string, string, Script]>([
  ["ldap", "tls_rejected", { on: () => ldap("\x02") }],
  ["ldap", "tls_malformed", { on: () => "HTTP/1.1 400 Bad Request\r\n" }],
  ["postgres", "tls_rejected", { on: () => "N" }],
  ["postgres", "tls_malformed", { on: () => "E" }],
  ["postgres", "tls_closed", { on: () => null }],
  ["postgres", "tls_timeout", {}],
  ["postgres", "tls_handshake_failed", { on: () => "SHTTP/1.1 400 Bad Request\r\n\r\n" }],
])("a TLS monitor is down when TLS isn't offered: %s %s", async (connection, code, script) => {
  expect(await checked(script, { connection })).toMatchObject({ outcome: "down", code });
});
