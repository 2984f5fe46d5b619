import type { IncomingMessage, ServerResponse } from "node:http";
import { answerSignal, dialectOf } from "@/lib/http/signals/answer";

/** Larger bodies are cut off. */
const READ_MAX = 10 * 1024 * 1024;

/** Answers a request that carries a signal of a monitor. Returns false for every other path. */
export function answersSignal(request: IncomingMessage, response: ServerResponse, address: string): boolean {
  const [path = "", ...search] = (request.url ?? "/").split("?");
  const dialect = dialectOf(path);
  if (!dialect) return false;
  // A message may have a question mark of its own.
  const query = new URLSearchParams(search.join("?"));
  const header = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
  const method = request.method ?? "GET";
  const body = (limit: number) => readStart(request, limit);
  answerSignal(dialect, { method, path, query, header, address, body })
    .then(({ status, headers, body: text }) => {
      if (response.destroyed) return;
      if (!request.complete && method !== "GET" && method !== "HEAD")
        response.setHeader("Connection", "close");
      response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(text) });
      response.end(method === "HEAD" ? undefined : text);
    })
    .catch(() => response.destroy());
  return true;
}

async function readStart(request: IncomingMessage, limit: number): Promise<{ kept: Buffer; bytes: number }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (bytes < limit) chunks.push(chunk.subarray(0, limit - bytes));
    bytes += chunk.length;
    if (bytes > READ_MAX) break;
  }
  return { kept: Buffer.concat(chunks), bytes };
}
