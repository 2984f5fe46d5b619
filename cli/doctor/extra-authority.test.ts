import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "../../lib/testing/targets/certificates");
const authority = path.join(folder, "self-signed.pem");
const tls = { cert: readFileSync(authority), key: readFileSync(path.join(folder, "self-signed.key.pem")) };
const web = https.createServer(tls, (_, response) => response.end("ok"));
const mail = new SMTPServer({ ...tls, authOptional: true });
mail.on("error", () => undefined);
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => mail.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
  await new Promise<void>((resolve) => mail.close(resolve));
});

/** Tries a check, a webhook, and a mail server in a new process, because Node.js reads the authorities when it starts. */
async function tried(extra: Record<string, string>): Promise<unknown> {
  const script = path.join(folder, "../extra-authority.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script], {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      SMTP_URL: `smtp://127.0.0.1:${portOf(mail.server)}`,
      TARGET: `https://127.0.0.1:${portOf(web)}/`,
      ...extra,
    },
  });
  return JSON.parse(stdout);
}

test("NODE_EXTRA_CA_CERTS makes a private authority known to checks, webhooks, and mail alike", async () => {
  const [without, known] = await Promise.all([tried({}), tried({ NODE_EXTRA_CA_CERTS: authority })]);
  expect(without).toEqual({ check: "down", webhook: expect.stringMatching(/^TLS/), mail: "bad" });
  expect(known).toEqual({ check: "up", webhook: 200, mail: "good" });
});
