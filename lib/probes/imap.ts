import type { MailRequest } from "@/lib/contract/protocols/mail";
import { type Conversation, talking } from "./conversation";

/** RFC 3501 §9: what a quoted string may have. Others need a literal. */
const QUOTABLE = /^[\x20-\x7e]*$/;

/** Reads until the reply to the tagged command, `OK`. Throws ProbeError for any other. */
async function reply(talk: Conversation): Promise<void> {
  for (;;) {
    const line = await talk.lineLike(/^(?:a |[*+])/i, "an IMAP server");
    if (/^a OK\b/i.test(line)) return;
    if (/^(?:a (?:NO|BAD)|\* BYE)\b/i.test(line)) throw talk.rejected(line);
  }
}

/** Reads the greeting. */
export async function greetImap(talk: Conversation): Promise<void> {
  talk.farewell = "z LOGOUT\r\n";
  const line = await talk.lineLike(/^\*/, "an IMAP server");
  if (/^\* BYE\b/i.test(line)) throw talk.rejected(line);
  if (!/^\* (?:OK|PREAUTH)\b/i.test(line)) throw talk.malformed(line, "an IMAP server");
}

/** Turns to TLS (RFC 3501 §6.2.1). */
export async function secureImap(talk: Conversation): Promise<void> {
  talk.write("a STARTTLS\r\n");
  await reply(talk);
  await talk.startTls();
}

async function signIn(talk: Conversation, username: string, password: string): Promise<void> {
  if (QUOTABLE.test(username + password)) {
    const [user, secret] = [username, password].map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`);
    talk.write(`a LOGIN ${user} ${secret}\r\n`);
  } else {
    talk.write("a AUTHENTICATE PLAIN\r\n");
    const line = await talk.line();
    if (!line.startsWith("+")) throw talk.rejected(line);
    talk.writeSecret(`${Buffer.from(`\0${username}\0${password}`).toString("base64")}\r\n`);
  }
  await reply(talk);
}

/** Checks that an IMAP server greets, turns to TLS if the monitor says so, and accepts a sign-in. */
export const probeImap = talking<MailRequest>("imap", async (talk, request) => {
  await greetImap(talk);
  if (request.connection === "starttls") await secureImap(talk);
  if (request.username !== null) await signIn(talk, request.username, request.password ?? "");
});
