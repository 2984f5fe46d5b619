import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll } from "vitest";
import { parseRanges } from "@/lib/shared/address-ranges";
import { dispatchApi } from "@/server/front-door/api-dispatch";
import { Connections } from "@/server/front-door/connections";
import { type FrontDoorParts, frontDoor } from "@/server/front-door/front-door";
import { publicPages } from "@/server/pages/public-pages";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The bytes received. */
  readonly bytes: Buffer;
  /** The decoded body. */
  readonly text: string;
}

export interface TestFrontDoor {
  readonly port: number;
  readonly draining: AbortController;
  readonly connections: Connections;
  /** Sends a request with `path` unchanged in the request line. */
  ask(path: string, options?: AskOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface AskOptions {
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** Marks a response from Next; the received request follows. */
export const NEXT_MARK = "next saw";

/** Opens a front door on a real socket over the test's database, with a fake Next. */
export async function startFrontDoor(options: Partial<FrontDoorParts> = {}): Promise<TestFrontDoor> {
  const draining = new AbortController();
  const pages = await publicPages();
  const parts: FrontDoorParts = {
    rules: { appHost: null, statusPagesHost: "pages.test", machineNames: [] },
    appUrl: "http://localhost:3000",
    trustedProxies: parseRanges([]),
    development: false,
    draining: draining.signal,
    api: dispatchApi,
    pages,
    database: { isUp: () => true, ready: async () => true, suspect: () => {}, stop: () => {} },
    nextApp: async () => ({
      handle: async (request, response) => {
        response.end(`${NEXT_MARK} ${request.url} ${JSON.stringify(request.headers)}`);
      },
      upgrade: () => false,
      close: async () => {},
    }),
    ...options,
  };
  const connections = new Connections(frontDoor(parts));
  const { server } = connections;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    draining,
    connections,
    ask: (path, ask = {}) => askAt(port, path, ask),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pages.stop();
    },
  };
}

/** Opens a front door, once for the file. Call at the top of a test file, after its database. */
export function useFrontDoor(options: Partial<FrontDoorParts> = {}): TestFrontDoor {
  const door = {} as TestFrontDoor;
  beforeAll(async () => void Object.assign(door, await startFrontDoor(options)));
  afterAll(() => door.close());
  return door;
}

function askAt(
  port: number,
  path: string,
  { host, method = "GET", headers = {}, body }: AskOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        headers: { Host: host ?? `localhost:${port}`, ...headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          try {
            resolve(answerOf(response, Buffer.concat(chunks)));
          } catch (error) {
            reject(error);
          }
        });
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

function answerOf({ statusCode, headers }: IncomingMessage, bytes: Buffer): Answer {
  return { status: statusCode ?? 0, headers, bytes, text: decoded(bytes, headers["content-encoding"]) };
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}
