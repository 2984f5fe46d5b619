import type { RedisRequest } from "@/lib/contract/protocols/redis";
import { type Conversation, talking } from "./conversation";

async function ask(talk: Conversation, ...words: string[]): Promise<string> {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  talk.write(`*${words.length}\r\n${parts.join("")}`);
  const line = await talk.line();
  if (line.startsWith("-")) throw talk.rejected(line.slice(1));
  // Some relatives answer with a bulk string, as Redis does with a message.
  return /^\$\d/.test(line) ? `+${await talk.line()}` : line;
}

/** Checks that a Redis server, or one of its relatives, accepts the sign-in and answers PING. */
export const probeRedis = talking<RedisRequest>("redis", async (talk, { username, password }) => {
  if (password !== null) await ask(talk, "AUTH", ...(username === null ? [] : [username]), password);
  const line = await ask(talk, "PING");
  if (line.toUpperCase() !== "+PONG") throw talk.malformed(line, "a Redis server");
});
