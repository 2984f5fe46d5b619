import type { RequestListener } from "node:http";
import { sha256 } from "@/lib/shared/secret";
import { selectLiveKey } from "@/lib/store/accounts/credentials";
import { dispatchApi } from "@/server/front-door/api-dispatch";
import { publicPages } from "@/server/pages/public-pages";
import { measuredFrontDoor, servePeer } from "./peer";

/**
 * Runs a peer of `api-call` as its own process: `frontDoorListener` (the front door with the endpoint table) or `raw` (Node with the same
 * token check against the same database and a fixed response of the same length). Reports its port, and its CPU time
 * on request.
 */
async function frontDoorListener(): Promise<RequestListener> {
  const pages = await publicPages({
    find: async () => null,
    onChange: () => {},
    start: async () => () => {},
  });
  return measuredFrontDoor({ api: dispatchApi, pages });
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
  servePeer(listener);
}

if (process.send) await main(process.argv[2] ?? "door", process.argv[3] ?? "");
