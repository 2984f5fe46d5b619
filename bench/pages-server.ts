import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { pageEntry } from "@/lib/status-page/serve/page-entry";
import { eagerRepresentations } from "@/lib/status-page/serve/representations";
import { createSnapshot } from "@/lib/status-page/serve/snapshot";
import { pageFixture } from "@/lib/testing/page-fixture";
import { frontDoor } from "@/server/front-door/front-door";
import { SERVER_OPTIONS } from "@/server/front-door/limits";
import { publicPages } from "@/server/pages/public-pages";

/**
 * Runs a peer of P1 and P2 as its own process: `door` (the front door with a pre-rendered page), `raw` (Node sending
 * the same bytes and headers), `hello` (a minimal Node server). Reports its port, and its CPU time on request.
 */
export type Peer = "door" | "raw" | "hello";

const NEVER = new AbortController().signal;

async function door(): Promise<RequestListener> {
  const snapshots = eagerRepresentations(bigPage()).map((representation) => {
    const { contentType, ...snapshot } = createSnapshot(representation);
    return {
      ...snapshot,
      status_page_id: 1,
      path: representation.path,
      content_type: contentType,
      headers: { ...snapshot.headers },
      source: null,
      sealed_at: new Date(8_640_000_000_000_000),
    };
  });
  const row = {
    id: 1,
    project_id: 1,
    subdomain: "acme",
    domain: null,
    domain_verified_at: null,
    language: "en",
  };
  const entry = pageEntry({
    ...row,
    access_ips: null,
    access_token: null,
    access_password: null,
    images: {},
    snapshots,
  });
  const pages = await publicPages({
    find: async () => entry,
    onChange: () => {},
    start: async () => () => {},
  });
  return frontDoor({
    rules: { appHost: null, statusPagesHost: null, machineNames: [] },
    appUrl: "http://localhost:3000",
    trustedProxies: [],
    development: false,
    draining: NEVER,
    api: () => Promise.reject(new Error("not here")),
    pages,
    database: { isUp: () => true, ready: async () => true, suspect: () => {}, stop: () => {} },
    nextApp: () => Promise.reject(new Error("not here")),
  });
}

function raw(): RequestListener {
  const home = eagerRepresentations(bigPage()).find((representation) => representation.path === "");
  if (!home) throw new Error("no page");
  const { contentType, etag, headers, brotli } = createSnapshot(home);
  const all = { ETag: etag, Vary: "Accept-Encoding", ...headers, "Content-Type": contentType };
  const sent = Object.entries({
    ...all,
    "Content-Length": String(brotli.length),
    "Content-Encoding": "br",
  }).flat();
  return (_request, response) => {
    response.writeHead(200, sent);
    response.end(brotli);
  };
}

const hello: RequestListener = (_request, response) => {
  response.writeHead(200, ["Content-Type", "text/plain", "Content-Length", "5"]);
  response.end("hello");
};

export function bigPage() {
  return pageFixture({ monitors: 50, past: 30, open: true, grouped: false });
}

async function main(peer: Peer): Promise<void> {
  const listeners = { door, raw: async () => raw(), hello: async () => hello };
  const server = createServer(SERVER_OPTIONS, await listeners[peer]());
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuUs: user + system });
  });
  process.on("disconnect", () => process.exit(0));
}

const chosen = process.argv[2];
if (chosen === "door" || chosen === "raw" || chosen === "hello") await main(chosen);
