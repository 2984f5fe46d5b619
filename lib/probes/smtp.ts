import { isIPv6 } from "node:net";
import type { MailRequest } from "@/lib/contract/protocols/mail";
import { type Conversation, talking } from "./conversation";
import { ProbeError } from "./net/probe-error";

/** Reads a reply of one or more lines (RFC 5321 §4.2.1). Throws ProbeError unless its code starts with `wanted`. */
async function reply(talk: Conversation, wanted: string): Promise<string[]> {
  const lines: string[] = [];
  for (let isLast = false; !isLast; ) {
    const line = await talk.lineLike(/^\d{3}(?:[ -]|$)/, "an SMTP server");
    isLast = line[3] !== "-";
    lines.push(line);
  }
  if (!lines.at(-1)?.startsWith(wanted)) throw talk.rejected(lines.join(" "));
  return lines;
}

async function ask(talk: Conversation, command: string, wanted: string): Promise<string[]> {
  talk.write(`${command}\r\n`);
  return reply(talk, wanted);
}

/** Returns the server's extensions in upper case. The runner's name is its address (RFC 5321 §4.1.3). */
async function hello(talk: Conversation): Promise<string[]> {
  const { localAddress: address } = talk;
  const lines = await ask(talk, `EHLO [${isIPv6(address) ? "IPv6:" : ""}${address}]`, "2");
  return lines.map((line) => line.slice(4).toUpperCase());
}

/** Reads the greeting. */
export async function greetSmtp(talk: Conversation): Promise<void> {
  talk.farewell = "QUIT\r\n";
  await reply(talk, "2");
}

/** Turns to TLS (RFC 3207). */
export async function secureSmtp(talk: Conversation): Promise<void> {
  await hello(talk);
  await ask(talk, "STARTTLS", "2");
  await talk.startTls();
}

async function signIn(talk: Conversation, username: string, password: string): Promise<void> {
  const offer = (await hello(talk)).find((line) => /^AUTH[ =]/.test(line));
  const ways = offer?.split(/[ =]/) ?? [];
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  if (offer === undefined)
    throw talk.error("rejected", "the server doesn't offer to sign in over this connection");
  if (ways.includes("PLAIN")) {
    talk.writeSecret(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}\r\n`);
  } else if (ways.includes("LOGIN")) {
    await ask(talk, "AUTH LOGIN", "334");
    await ask(talk, base64(username), "334");
    talk.writeSecret(`${base64(password)}\r\n`);
  } else
    throw new ProbeError(
      "unsupported",
      `the server offers only ${offer}; checks sign in with PLAIN or LOGIN`,
    );
  await reply(talk, "235");
}

/** Checks that an SMTP server greets, turns to TLS if the monitor says so, and accepts a sign-in. */
export const probeSmtp = talking<MailRequest>("smtp", async (talk, request) => {
  await greetSmtp(talk);
  if (request.connection === "starttls") await secureSmtp(talk);
  if (request.username !== null) await signIn(talk, request.username, request.password ?? "");
});
