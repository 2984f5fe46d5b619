import type { Socket } from "node:net";
import { Client } from "pg";
import type { SqlRequest } from "@/lib/contract/protocols/sql";
import { type Conversation, plainFirst, talking } from "./conversation";
import { requireValue } from "./sql-value";
import { securePostgres } from "./starttls";

/** Version 3.0, and a user that needn't exist. */
const STARTUP = Buffer.from("\0\x03\0\0user\0vedette\0\0", "latin1");
/** The states in which a server accepts no one: starting, stopping, or full. Any other error is the answer of a working one. */
const NOT_SERVING = ["57P03", "57P01", "57P02", "53300"];
/** Sizes of an error that libpq accepts. */
const ERROR_BYTES = { min: 4, max: 29_996 };
const READ_ONLY = "start transaction read only";

/** Asks as `pg_isready` does. Only a server that accepts no connections counts as down. */
async function greet(talk: Conversation): Promise<void> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(STARTUP.length + 4);
  talk.write(Buffer.concat([length, STARTUP]));
  const head = await talk.bytes(5);
  const kind = head.toString("latin1", 0, 1);
  if (kind === "R" || kind === "v") return;
  if (kind !== "E") throw talk.malformed(head, "a PostgreSQL server");
  const size = head.readUInt32BE(1) - 4;
  if (size < ERROR_BYTES.min || size > ERROR_BYTES.max) throw talk.malformed(head, "a PostgreSQL server");
  const fields = (await talk.bytes(size)).toString("utf8").split("\0");
  const [code, message] = ["C", "M"].map((name) => fields.find((field) => field.startsWith(name))?.slice(1));
  if (NOT_SERVING.includes(code ?? "")) throw talk.rejected(message ?? code ?? "");
}

/** Returns a socket that is already connected, for a client that wants to connect itself. */
function connected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect: () => {
      process.nextTick(() => socket.emit("connect"));
      return socket;
    },
  });
}

/** Signs in, and runs the query. Throws what the server or the driver says. */
async function query(client: Client, { query: text }: SqlRequest): Promise<unknown> {
  await client.connect();
  if (text === null) return undefined;
  await client.query(READ_ONLY);
  // The extended protocol takes a single statement, so that none can end the transaction first.
  const asked = { text, rowMode: "array", queryMode: "extended", types: { getTypeParser: () => String } };
  const { rows } = await client.query(asked);
  return (rows as unknown[][])[0]?.[0];
}

/** Checks that a PostgreSQL server accepts connections or, with a user, the sign-in and a query. */
export const probePostgres = talking<SqlRequest>(
  "postgres",
  async (talk, request) => {
    if (request.connection === "tls") await securePostgres(talk);
    if (request.username === null) return greet(talk);
    const { host, username: user, password, database } = request;
    const stream = connected(talk.release());
    // A function, because the driver would replace an empty password with one of this machine.
    const own = { host, user, password: () => password ?? "", database: database ?? user, ssl: false };
    const client = new Client({ ...own, stream: () => stream, application_name: "vedette" });
    client.on("error", () => {});
    try {
      requireValue(request, await talk.outside(query(client, request)));
    } finally {
      client.end().catch(() => {});
    }
  },
  { serverOf: plainFirst },
);
