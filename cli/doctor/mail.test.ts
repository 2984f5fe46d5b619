import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { mailFinding } from "./mail";

let server: SMTPServer | undefined;
afterEach(async () => {
  setEnv({ SMTP_URL: "" });
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  server = undefined;
});

/** Starts a mail server that accepts one password and, unless it is plain, offers STARTTLS with an unknown authority. */
async function mailServer(user: string, options: { isPlain?: boolean } = {}): Promise<void> {
  server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: options.isPlain ? ["STARTTLS"] : [],
    onAuth: ({ password }, _, done) =>
      password === "right" ? done(null, { user: 1 }) : done(new Error("Invalid credentials")),
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  setEnv({ SMTP_URL: `smtp://${user}127.0.0.1:${port}` });
}

test("reports a certificate that sending would refuse", async () => {
  await mailServer("");
  const finding = await mailFinding();
  expect(finding).toMatchObject({ topic: "email", sign: "bad" });
  expect(finding.text).toMatch(/can't be used: certificate has expired$/);
});

test("reports credentials that the server refuses", async () => {
  await mailServer("ada:wrong@", { isPlain: true });
  expect((await mailFinding()).text).toMatch(/can't be used: .*Invalid credentials/i);
});

test("accepts a server that it can sign in to", async () => {
  await mailServer("ada:right@", { isPlain: true });
  expect((await mailFinding()).text).toMatch(/accepts connections and credentials$/);
});
