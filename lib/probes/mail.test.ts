import { expect, test } from "vitest";
import { answers, down, type ProtocolCase, runCase } from "@/lib/testing/targets/protocol-cases";
import type { Script } from "@/lib/testing/targets/scripted-server";

const signIn = { username: "ada", password: 'pass"word' };
const plain = (text: string) => Buffer.from(text).toString("base64");

const SMTP: Script = {
  greeting: "220-mail.example.com\r\n220 ESMTP\r\n",
  on: answers({
    "EHLO [127.0.0.1]\r\n": "250-mail\r\n250-STARTTLS\r\n250 AUTH LOGIN PLAIN\r\n",
    "STARTTLS\r\n": { thenTls: "220 go\r\n" },
    [`AUTH PLAIN ${plain('\0ada\0pass"word')}\r\n`]: "235 2.7.0 ok\r\n",
    AUTH: "535 5.7.8 no\r\n",
  }),
};
const IMAP: Script = {
  greeting: "* OK ready\r\n",
  on: answers({
    "a STARTTLS\r\n": { thenTls: "a OK go\r\n" },
    'a LOGIN "ada" "pass\\"word"\r\n': "* CAPABILITY IMAP4rev1\r\na OK in\r\n",
    "a LOGIN": "a NO [AUTHENTICATIONFAILED] no\r\n",
    "a AUTHENTICATE PLAIN\r\n": "+ \r\n",
    [plain("\0ädа\0x")]: "a OK in\r\n",
  }),
};
const POP3: Script = {
  greeting: "+OK ready\r\n",
  on: answers({
    "STLS\r\n": { thenTls: "+OK go\r\n" },
    "USER ada\r\n": "+OK\r\n",
    'PASS pass"word\r\n': "+OK in\r\n",
    PASS: "-ERR no, not PASS wrongpass\r\n",
  }),
};

const starttls = { connection: "starttls", tls_skip_verify: true };
const LOGIN_ONLY: Script = {
  greeting: "220 x\r\n",
  on: answers({
    EHLO: "250 AUTH LOGIN\r\n",
    "AUTH LOGIN": "334 VXNlcm5hbWU6\r\n",
    [`${plain("ada")}\r\n`]: "334 UGFzc3dvcmQ6\r\n",
    [`${plain(signIn.password)}\r\n`]: "235 ok\r\n",
  }),
};
const CASES: ProtocolCase[] = [
  ...(["smtp", "imap", "pop3"] as const).flatMap((protocol): ProtocolCase[] => {
    const script = { smtp: SMTP, imap: IMAP, pop3: POP3 }[protocol];
    const wrong = { ...signIn, password: "wrongpass" };
    return [
      { protocol, what: "a greeting", script },
      {
        protocol,
        what: "TLS from the start",
        script: { ...script, isTls: true },
        request: { connection: "tls", tls_skip_verify: true },
      },
      { protocol, what: "STARTTLS and a sign-in", script, request: { ...starttls, ...signIn } },
      {
        protocol,
        what: "an invalid certificate",
        script,
        request: { connection: "starttls" },
        ...down("tls_certificate_self_signed", /self-signed/),
      },
      { protocol, what: "a wrong password", script, request: wrong, ...down(`${protocol}_rejected`, /no/) },
      { protocol, what: "silence", script: {}, ...down(`${protocol}_timeout`, /didn't reply in time/) },
      {
        protocol,
        what: "another protocol",
        script: { greeting: "HTTP/1.1 400 Bad Request\r\n\r\n" },
        ...down(`${protocol}_malformed`, /HTTP\/1.1 400/),
      },
      {
        protocol,
        what: "an end without a line",
        script: { greeting: Buffer.alloc(300_000, "x") },
        ...down(`${protocol}_malformed`, /too much/),
      },
    ];
  }),
  { protocol: "smtp", what: "a server that only knows LOGIN", script: LOGIN_ONLY, request: signIn },
  {
    protocol: "smtp",
    what: "a server that only knows OAuth",
    script: { greeting: "220 x\r\n", on: answers({ EHLO: "250 AUTH XOAUTH2\r\n" }) },
    request: signIn,
    outcome: "inconclusive",
    error: "unsupported",
  },
  {
    protocol: "smtp",
    what: "a busy server",
    script: { greeting: "421 4.3.2 busy\r\n" },
    ...down("smtp_rejected", /421 4.3.2 busy/),
  },
  {
    protocol: "smtp",
    what: "a server without STARTTLS",
    script: { greeting: "220 x\r\n", on: answers({ EHLO: "250 x\r\n", STARTTLS: "502 no\r\n" }) },
    request: starttls,
    ...down("smtp_rejected", /502 no/),
  },
  {
    protocol: "smtp",
    what: "a server that hangs up",
    script: { greeting: "220 x\r\n", on: () => null },
    request: signIn,
    ...down("smtp_closed", /closed/),
  },
  {
    protocol: "smtp",
    what: "a reply that was injected before TLS",
    script: {
      greeting: "220 x\r\n",
      on: answers({
        EHLO: "250-x\r\n250 AUTH PLAIN\r\n",
        STARTTLS: { thenTls: "220 go\r\n250 AUTH PLAIN\r\n235 in\r\n" },
        AUTH: "535 no\r\n",
      }),
    },
    request: { ...starttls, ...signIn },
    ...down("smtp_rejected", /535/),
  },
  ...["\r\n220 x\r\n", "hello\r\n220 x\r\n", "220-x\r\n and more\r\n220 y\r\n"].map(
    (greeting): ProtocolCase => ({
      protocol: "smtp",
      what: `lines that curl skips: ${JSON.stringify(greeting)}`,
      script: { greeting },
    }),
  ),
  { protocol: "imap", what: "an empty line before the greeting", script: { greeting: "\r\n* OK hi\r\n" } },
  { protocol: "imap", what: "a signed-in connection", script: { greeting: "* PREAUTH hi\r\n" } },
  {
    protocol: "imap",
    what: "a name that can't be quoted",
    script: IMAP,
    request: { username: "ädа", password: "x" },
  },
  {
    protocol: "imap",
    what: "a goodbye",
    script: { greeting: "* BYE busy\r\n" },
    ...down("imap_rejected", /BYE busy/),
  },
];

test.each(CASES)("$protocol: $what is $outcome $error", async (given) => {
  const { certificate } = await runCase(given);
  const isUpgraded = [SMTP, IMAP, POP3].includes(given.script) || given.what.includes("before TLS");
  const isSecured = isUpgraded && JSON.stringify(given.request)?.includes("tls");
  expect(certificate?.subject_common_name).toBe(
    isSecured || given.script.isTls ? "target.localhost" : undefined,
  );
});
