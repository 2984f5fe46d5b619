import type { TlsRequest } from "@/lib/contract/protocols/tls";
import type { Conversation } from "./conversation";
import { greetImap, secureImap } from "./imap";
import { greetPop3, securePop3 } from "./pop3";
import { greetSmtp, secureSmtp } from "./smtp";

/** An extended request (RFC 4511 §4.12) with the name of StartTLS. */
const LDAP_REQUEST = Buffer.from("\x30\x1d\x02\x01\x01\x77\x18\x80\x161.3.6.1.4.1.1466.20037", "latin1");
const LDAP = {
  message: 0x30,
  messageIdBytes: 3,
  extendedResponse: 0x78,
  replyBytesMin: 14,
  lengthBytesMax: 4,
};
/** `SSLRequest` of PostgreSQL's protocol. */
const POSTGRES_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Turns to TLS. `N` means that the server has no TLS. */
export async function securePostgres(talk: Conversation): Promise<void> {
  talk.write(POSTGRES_REQUEST);
  const answer = (await talk.bytes(1)).toString("latin1");
  if (answer === "N") throw talk.error("rejected", "the server doesn't offer TLS");
  if (answer !== "S") throw talk.malformed(answer, "a PostgreSQL server");
  await talk.startTls();
}

/** Returns where the content of a BER element begins (X.690 §8.1). */
function contentOf(bytes: Buffer, at: number): number {
  const length = bytes[at + 1] ?? 0;
  return at + 2 + (length < 0x80 ? 0 : length - 0x80);
}

/** Returns the size of the message that a reply begins with; all of it if it isn't one. */
function sizeOf(bytes: Buffer): number {
  const from = contentOf(bytes, 0);
  const lengthBytes = from - 2;
  if (bytes[0] !== LDAP.message || lengthBytes > LDAP.lengthBytesMax) return bytes.length;
  return from + (lengthBytes === 0 ? (bytes[1] ?? 0) & 0x7f : bytes.readUIntBE(2, lengthBytes));
}

/** An extended response begins with its result code (RFC 4511 §4.12). */
async function secureLdap(talk: Conversation): Promise<void> {
  talk.write(LDAP_REQUEST);
  // A part of the reply that arrives later must not count as the beginning of TLS.
  const reply = await talk.take((bytes) => (bytes.length < LDAP.replyBytesMin ? null : sizeOf(bytes)));
  const at = contentOf(reply, 0) + LDAP.messageIdBytes;
  if (reply[0] !== LDAP.message || reply[at] !== LDAP.extendedResponse)
    throw talk.malformed(reply, "an LDAP server");
  const code = reply[contentOf(reply, at) + 2];
  if (code !== 0) throw talk.error("rejected", `the server refused StartTLS with the result code ${code}`);
  await talk.startTls();
}

/** How to ask for TLS on a plain connection, by protocol. */
export const STARTTLS: Readonly<
  Record<Exclude<TlsRequest["connection"], "tls">, readonly ((talk: Conversation) => Promise<void>)[]>
> = {
  smtp: [greetSmtp, secureSmtp],
  imap: [greetImap, secureImap],
  pop3: [greetPop3, securePop3],
  ldap: [secureLdap],
  postgres: [securePostgres],
};
