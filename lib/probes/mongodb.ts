import { createHash, createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { MongodbRequest } from "@/lib/contract/protocols/mongodb";
import { type BsonDocument, decodeBson, encodeBson } from "./bson";
import { type Conversation, talking } from "./conversation";
import { ProbeError } from "./net/probe-error";

const OP_MSG = 2013;
const HEAD_BYTES = 16;
const BODY_AT = 5;
const MESSAGE_BYTES_MAX = 131_072;
const ITERATIONS_MAX = 100_000;

/** Runs a command, and returns its reply. Throws ProbeError. */
async function command(talk: Conversation, document: BsonDocument): Promise<BsonDocument> {
  const body = Buffer.concat([Buffer.alloc(BODY_AT), encodeBson(document)]);
  const head = Buffer.alloc(HEAD_BYTES);
  for (const [at, value] of [HEAD_BYTES + body.length, 1, 0, OP_MSG].entries())
    head.writeInt32LE(value, at * 4);
  talk.write(Buffer.concat([head, body]));
  const replied = await talk.bytes(HEAD_BYTES);
  const length = replied.readInt32LE(0);
  if (replied.readInt32LE(12) !== OP_MSG || length < HEAD_BYTES + BODY_AT || length > MESSAGE_BYTES_MAX)
    throw talk.malformed(replied, "a MongoDB server");
  const bytes = (await talk.bytes(length - HEAD_BYTES)).subarray(BODY_AT);
  const reply = decoded(talk, bytes);
  if (reply.ok !== 1) throw talk.rejected(String(reply.errmsg ?? "no success"));
  return reply;
}

function decoded(talk: Conversation, bytes: Buffer): BsonDocument {
  try {
    return decodeBson(bytes);
  } catch {
    throw talk.malformed(bytes, "a MongoDB server");
  }
}

/** The two kinds of SCRAM. The older one hashes the password first. */
const KINDS = {
  "SCRAM-SHA-256": {
    hash: "sha256",
    bytes: 32,
    secret: (_: string, password: string) => password.normalize("NFKC"),
  },
  "SCRAM-SHA-1": {
    hash: "sha1",
    bytes: 20,
    secret: (user: string, password: string) =>
      createHash("md5").update(`${user}:mongo:${password}`).digest("hex"),
  },
};

/** Returns the client's last message (RFC 5802 §3), given its first one and the server's. */
export async function scramProof(
  mechanism: keyof typeof KINDS,
  { user, password, first, server }: { user: string; password: string; first: string; server: string },
): Promise<string | null> {
  const { hash, bytes, secret } = KINDS[mechanism];
  const [, nonce, salt, iterations] = /^r=([^,]+),s=([^,]+),i=(\d{1,6})$/.exec(server) ?? [];
  if (!nonce || !salt || Number(iterations) < 1 || Number(iterations) > ITERATIONS_MAX) return null;
  const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
  const salted = await promisify(pbkdf2)(
    secret(user, password),
    Buffer.from(salt, "base64"),
    Number(iterations),
    bytes,
    hash,
  );
  const key = hmac(salted, "Client Key");
  const last = `c=biws,r=${nonce}`;
  const signature = hmac(createHash(hash).update(key).digest(), `${first},${server},${last}`);
  return `${last},p=${Buffer.from(key.map((byte, at) => byte ^ (signature[at] ?? 0))).toString("base64")}`;
}

async function signIn(talk: Conversation, hello: BsonDocument, request: MongodbRequest): Promise<void> {
  const { username: user, password, auth_database: $db } = request;
  if (user === null) return;
  const offered = Object.values(Object(hello.saslSupportedMechs));
  const isOld = offered.includes("SCRAM-SHA-1") && !offered.includes("SCRAM-SHA-256");
  const mechanism = isOld ? "SCRAM-SHA-1" : "SCRAM-SHA-256";
  const name = user.replaceAll("=", "=3D").replaceAll(",", "=2C");
  const first = `n=${name},r=${randomBytes(24).toString("base64")}`;
  const started = await command(talk, { saslStart: 1, mechanism, payload: Buffer.from(`n,,${first}`), $db });
  const server = String(started.payload);
  const proof = await scramProof(mechanism, { user, password: password ?? "", first, server });
  if (proof === null) throw talk.malformed(server, "a MongoDB server");
  const conversationId = started.conversationId ?? 1;
  await command(talk, { saslContinue: 1, conversationId, payload: Buffer.from(proof), $db });
}

/** Says hello. Servers older than 4.4, and some relatives, know only its former name. */
async function greet(talk: Conversation, user: string | undefined): Promise<BsonDocument> {
  const about = { saslSupportedMechs: user, $db: "admin" };
  try {
    return await command(talk, { hello: 1, ...about });
  } catch (error) {
    if (!(error instanceof ProbeError && error.message.includes("no such command"))) throw error;
    return command(talk, { isMaster: 1, ...about });
  }
}

/** Checks that a MongoDB server says hello and, with a user, accepts the sign-in. */
export const probeMongodb = talking<MongodbRequest>("mongodb", async (talk, request) => {
  const { username, auth_database } = request;
  const user = username === null ? undefined : `${auth_database}.${username}`;
  await signIn(talk, await greet(talk, user), request);
});
