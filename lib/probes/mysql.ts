import { createHash } from "node:crypto";
import type { SqlRequest } from "@/lib/contract/protocols/sql";
import { type Conversation, plainFirst, talking } from "./conversation";
import { signEd25519 } from "./ed25519";
import { ProbeError } from "./net/probe-error";
import { requireValue } from "./sql-value";

/** The capabilities of the client/server protocol that matter here. */
const CAN = {
  longPassword: 0x1,
  withDatabase: 0x8,
  protocol41: 0x200,
  tls: 0x800,
  transactions: 0x2000,
  secure: 0x8000,
  plugins: 0x80000,
};
const KIND = { ok: 0, more: 1, eof: 0xfe, error: 0xff };
const MORE = { fastDone: 3, full: 4 };
const PROTOCOL = 10;
const UTF8MB4 = 45;
const PACKET_BYTES_MAX = 65_536;
const NONCE_BYTES = 20;
/** MariaDB's plugin, and the length of its nonce. */
const ED25519 = "client_ed25519";
const ED25519_NONCE_BYTES = 32;
const SHORT_BYTES = 9;
/** Access denied: the answer of a working server to a user that it doesn't know, or to a connection without TLS. */
const DENIED = [1044, 1045, 1049, 1251, 1698, 3118, 3159, 4151];
const NOBODY = "vedette";
/** A transaction that is read-only would end at a statement that commits, such as `CREATE DATABASE`. */
const READ_ONLY = "set session transaction read only";
const QUIT = Buffer.from([1, 0, 0, 0, 1]);

/** Sends and receives packets with a length and a sequence number. */
class Packets {
  private next = 0;

  constructor(readonly talk: Conversation) {}

  async read(): Promise<Buffer> {
    const head = await this.talk.bytes(4);
    const length = head.readUIntLE(0, 3);
    if (length === 0 || length > PACKET_BYTES_MAX) throw this.talk.malformed(head, "a MySQL server");
    this.next = (head[3] ?? 0) + 1;
    return this.talk.bytes(length);
  }

  write(payload: Buffer): void {
    const head = Buffer.alloc(4);
    head.writeUIntLE(payload.length, 0, 3);
    head[3] = this.next & 0xff;
    this.next += 1;
    this.talk.write(Buffer.concat([head, payload]));
  }

  command(text: string): void {
    this.next = 0;
    this.write(Buffer.from(`\x03${text}`));
  }
}

interface Greeting {
  readonly capabilities: number;
  readonly plugin: string;
  readonly nonce: Buffer;
}

function textAt(bytes: Buffer, at: number): string {
  const end = bytes.indexOf(0, at);
  return bytes.toString("utf8", at, end < 0 ? bytes.length : end);
}

async function readGreeting(packets: Packets): Promise<Greeting> {
  const bytes = await packets.read();
  if (bytes[0] === KIND.error) throw refusal(packets, bytes);
  const at = bytes.indexOf(0, 1) + 5;
  if (bytes[0] !== PROTOCOL || bytes.length < at + 31) throw packets.talk.malformed(bytes, "a MySQL server");
  const capabilities = bytes.readUInt16LE(at + 9) + bytes.readUInt16LE(at + 14) * 0x10000;
  const rest = Math.max(13, (bytes[at + 17] ?? 0) - 8);
  const nonce = Buffer.concat([bytes.subarray(at, at + 8), bytes.subarray(at + 27, at + 39)]);
  return { capabilities, nonce, plugin: textAt(bytes, at + 27 + rest) || "mysql_native_password" };
}

/** Returns the error of an ERR packet: its number, and its text after the SQL state. */
function refusal({ talk }: Packets, bytes: Buffer): ProbeError {
  const text = bytes.toString("utf8", 3).replace(/^#.{5}/s, "");
  return talk.rejected(`${text} (${bytes.length < 3 ? "?" : bytes.readUInt16LE(1)})`);
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));
}

/** Returns the proof of the password for an authentication plugin. */
function proofOf(plugin: string, password: string, nonce: Buffer, isTls: boolean): Buffer {
  if (password === "") return Buffer.alloc(0);
  const hashed = (kind: string, ...parts: (Buffer | string)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash(kind)).digest();
  if (plugin === "mysql_native_password") {
    const once = hashed("sha1", password);
    return xor(once, hashed("sha1", nonce, hashed("sha1", once)));
  }
  if (plugin === "caching_sha2_password") {
    const once = hashed("sha256", password);
    return xor(once, hashed("sha256", hashed("sha256", once), nonce));
  }
  if (plugin === ED25519) return signEd25519(Buffer.from(password), nonce).signature;
  if (plugin === "mysql_clear_password" && isTls) return Buffer.from(`${password}\0`);
  throw new ProbeError(
    "unsupported",
    `checks ${isTls ? "" : "without TLS "}don't support how the server authenticates (${plugin.slice(0, 50)})`,
  );
}

interface SignIn {
  readonly user: string;
  readonly password: string;
  readonly database: string | null;
  readonly isTls: boolean;
}

function header(capabilities: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.writeUInt32LE(capabilities, 0);
  bytes.writeUInt32LE(PACKET_BYTES_MAX, 4);
  bytes[8] = UTF8MB4;
  return bytes;
}

/** Turns to TLS if asked to, signs in, and returns the last packet of it. */
async function signIn(packets: Packets, { user, password, database, isTls }: SignIn): Promise<Buffer> {
  const greeting = await readGreeting(packets);
  const plugin = greeting.plugin === "mysql_native_password" ? greeting.plugin : "caching_sha2_password";
  const capabilities =
    CAN.longPassword |
    CAN.protocol41 |
    CAN.transactions |
    CAN.secure |
    CAN.plugins |
    (database === null ? 0 : CAN.withDatabase) |
    (isTls ? CAN.tls : 0);
  if (isTls) {
    if ((greeting.capabilities & CAN.tls) === 0)
      throw packets.talk.error("rejected", "the server doesn't offer TLS");
    packets.write(header(capabilities));
    await packets.talk.startTls();
  }
  const proof = proofOf(plugin, password, greeting.nonce, isTls);
  const texts = [Buffer.from([proof.length]), proof, Buffer.from(database === null ? "" : `${database}\0`)];
  packets.write(
    Buffer.concat([header(capabilities), Buffer.from(`${user}\0`), ...texts, Buffer.from(`${plugin}\0`)]),
  );
  return concluded(packets, { password, isTls });
}

/** Answers until the server accepts or refuses. */
async function concluded(
  packets: Packets,
  { password, isTls }: Pick<SignIn, "password" | "isTls">,
): Promise<Buffer> {
  for (;;) {
    const bytes = await packets.read();
    if (bytes[0] === KIND.ok || bytes[0] === KIND.error) return bytes;
    if (bytes[0] === KIND.eof) {
      const plugin = textAt(bytes, 1);
      const from = 2 + plugin.length;
      const length = plugin === ED25519 ? ED25519_NONCE_BYTES : NONCE_BYTES;
      packets.write(proofOf(plugin, password, bytes.subarray(from, from + length), isTls));
    } else if (bytes[0] !== KIND.more) throw packets.talk.malformed(bytes, "a MySQL server");
    else if (bytes[1] === MORE.full) {
      if (!isTls)
        throw new ProbeError("unsupported", "the server wants the password itself; use TLS for this monitor");
      packets.write(Buffer.from(`${password}\0`));
    } else if (bytes[1] !== MORE.fastDone) throw packets.talk.malformed(bytes, "a MySQL server");
  }
}

/** Returns the length of a value, and where it begins; null for NULL. */
function lengthAt(bytes: Buffer, at: number): { length: number; from: number } | null {
  const first = bytes[at] ?? 0;
  if (first === 0xfb) return null;
  const size = { 252: 2, 253: 3 }[first] ?? 0;
  return { length: size === 0 ? first : bytes.readUIntLE(at + 1, size), from: at + 1 + size };
}

/** Runs a statement, and returns its first value. Throws ProbeError. */
async function query(packets: Packets, text: string): Promise<string | null | undefined> {
  packets.command(text);
  const result = await packets.read();
  if (result[0] === KIND.error) throw refusal(packets, result);
  if (result[0] === KIND.ok) return undefined;
  const isEnd = (bytes: Buffer) => bytes[0] === KIND.eof && bytes.length < SHORT_BYTES;
  while (!isEnd(await packets.read()));
  const row = await packets.read();
  if (row[0] === KIND.error) throw refusal(packets, row);
  if (isEnd(row)) return undefined;
  const value = lengthAt(row, 0);
  return value && row.toString("utf8", value.from, value.from + value.length);
}

/** Checks that a MySQL or MariaDB server accepts connections or, with a user, the sign-in and a query. */
export const probeMysql = talking<SqlRequest>(
  "mysql",
  async (talk, request) => {
    const packets = new Packets(talk);
    const { username, password, database, query: text, connection } = request;
    const isTls = connection === "tls";
    // The server counts a connection without a sign-in as an error, and blocks the host after a hundred.
    const user = { user: username ?? NOBODY, password: password ?? "", database, isTls };
    const last = await signIn(packets, username === null ? { ...user, password: "", database: null } : user);
    const isDenied = last[0] === KIND.error && DENIED.includes(last.readUInt16LE(1));
    if (username === null && isDenied) return;
    if (last[0] === KIND.error) throw refusal(packets, last);
    if (text !== null) {
      await query(packets, READ_ONLY);
      requireValue(request, await query(packets, text));
    }
    talk.farewell = QUIT;
  },
  { serverOf: plainFirst },
);
