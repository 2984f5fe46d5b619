import type { MailRequest } from "@/lib/contract/protocols/mail";
import { type Conversation, talking } from "./conversation";

async function reply(talk: Conversation): Promise<void> {
  const line = await talk.line();
  if (/^-ERR\b/i.test(line)) throw talk.rejected(line);
  if (!/^\+OK\b/i.test(line)) throw talk.malformed(line, "a POP3 server");
}

/** Reads the greeting. */
export async function greetPop3(talk: Conversation): Promise<void> {
  talk.farewell = "QUIT\r\n";
  await reply(talk);
}

/** Turns to TLS (RFC 2595 §4). */
export async function securePop3(talk: Conversation): Promise<void> {
  talk.write("STLS\r\n");
  await reply(talk);
  await talk.startTls();
}

/** Checks that a POP3 server greets, turns to TLS if the monitor says so, and accepts a sign-in. */
export const probePop3 = talking<MailRequest>("pop3", async (talk, request) => {
  await greetPop3(talk);
  if (request.connection === "starttls") await securePop3(talk);
  if (request.username === null) return;
  talk.write(`USER ${request.username}\r\n`);
  await reply(talk);
  talk.write(`PASS ${request.password ?? ""}\r\n`);
  await reply(talk);
});
