import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { sha256 } from "@/lib/shared/secret";
import { selectLiveKey } from "@/lib/store/accounts/credentials";
import { dispatchApi } from "@/server/front-door/api-dispatch";
import { frontDoor } from "@/server/front-door/front-door";
import { SERVER_OPTIONS } from "@/server/front-door/limits";
import { publicPages } from "@/server/pages/public-pages";

/**
 * Runs a peer of `api-call` as its own process: `frontDoorListener` (the front door with the endpoint table) or `raw` (Node with the same
 * token check against the same database and a fixed response of the same length). Reports its port, and its CPU time
 * on request.
 */
const NEVER = new AbortController().signal;

async function frontDoorListener(): Promise<RequestListener> {
  const pages = await publicPages({
    find: async () => null,
    onChange: () => {},
    start: async () => () => {},
  });
  return frontDoor({
    rules: { appHost: null, statusPagesHost: null, machineNames: [] },
    appUrl: "http://localhost:3000",
    trustedProxies: [],
    development: false,
    draining: NEVER,
    api: dispatchApi,
    pages,
    database: { isUp: () => true, ready: async () => true, suspect: () => {}, stop: () => {} },
    nextApp: () => Promise.reject(new Error("not here")),
  });
}

function raw(answer: string): RequestListener {
  return (request, response) => {
    const token = (request.headers.authorization ?? "").slice("Bearer ".length);
    void selectLiveKey(sha256(token)).then((key) => {
      response.writeHead(key ? 200 : 401, [
        "Content-Type",
        "application/json",
        "Content-Length",
        String(Buffer.byteLength(answer)),
      ]);
      response.end(answer);
    });
  };
}

async function main(peer: string, answer: string): Promise<void> {
  const listener = peer === "door" ? await frontDoorListener() : raw(answer);
  const server = createServer(SERVER_OPTIONS, listener);
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuUs: user + system });
  });
  process.on("disconnect", () => process.exit(0));
}

if (process.send) await main(process.argv[2] ?? "door", process.argv[3] ?? "");
