import type { RequestListener } from "node:http";
import { buildModel } from "@/lib/status-page/model/build-model";
import { type PageEntry, pageEntry } from "@/lib/status-page/serve/page-entry";
import { packRows } from "@/lib/status-page/serve/page-source";
import { homeRepresentation } from "@/lib/status-page/serve/representations";
import { createSnapshot } from "@/lib/status-page/serve/snapshot";
import { pageFixture, pageInput } from "@/lib/testing/pages/page-fixture";
import { publicPages } from "@/server/pages/public-pages";
import { measuredFrontDoor, servePeer } from "./peer";

/**
 * Runs a peer of `public-page` and `not-modified` as its own process: `door` (the front door with a pre-rendered page), `raw` (Node sending
 * the same bytes and headers), `hello` (a minimal Node server). Reports its port, and its CPU time on request.
 */
export type Peer = "door" | "raw" | "hello";

async function door(): Promise<RequestListener> {
  let [entry, updates, notice] = [bigEntry(0), 0, () => {}];
  process.on("message", (message) => {
    if (message !== "change") return;
    updates += 1;
    entry = bigEntry(updates);
    notice();
  });
  const pages = await publicPages({
    find: async () => entry,
    onChange: (watcher) => {
      notice = watcher;
    },
    start: async () => () => {},
  });
  return measuredFrontDoor({ api: () => Promise.reject(new Error("not here")), pages });
}

/** Renders the page as it is after a number of updates of its incident. */
function bigEntry(updates: number): PageEntry {
  const given = { ...pageInput(BIG), now: new Date() };
  const [open, ...past] = given.incidents;
  const news = { state: "identified", published_at: given.now.toISOString(), next_update_at: null };
  const added = Array.from({ length: updates % 5 }, (_, n) => ({
    ...news,
    id: 100 + n,
    content: `News ${updates - n}`,
  }));
  const incidents = open ? [{ ...open, updates: [...added, ...open.updates] }, ...past] : past;
  const input = { ...given, incidents };
  const { contentType, etag, headers, identity } = createSnapshot(homeRepresentation(buildModel(input)));
  const home = {
    ...{ content_type: contentType, etag, headers: { ...headers }, identity },
    source: packRows({ input, since: new Date(0) }),
    signature: null,
    rendered_at: input.now,
    as_of: input.now,
    checked_at: input.monitors[0]?.last_checked_at ?? null,
  };
  const row = {
    id: 1,
    version: "1",
    project_id: 1,
    subdomain: "acme",
    domain: null,
    domain_verified_at: null,
    language: "en",
    time_zone: "UTC",
  };
  return pageEntry({
    ...row,
    access_ips: null,
    access_token: null,
    access_password: null,
    search_engine_indexed: true,
    images: {},
    home,
  });
}

function raw(): RequestListener {
  const { contentType, etag, headers, brotli } = createSnapshot(homeRepresentation(bigPage()));
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

const BIG = { monitors: 50, past: 30, open: true, grouped: false };

export function bigPage() {
  return pageFixture(BIG);
}

async function main(peer: Peer): Promise<void> {
  const listeners = { door, raw: async () => raw(), hello: async () => hello };
  servePeer(await listeners[peer]());
}

const chosen = process.argv[2];
if (chosen === "door" || chosen === "raw" || chosen === "hello") await main(chosen);
