import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type FrontDoorParts, frontDoor } from "@/server/front-door/front-door";
import { SERVER_OPTIONS } from "@/server/front-door/limits";

/** Returns the front door with only these parts. */
export function measuredFrontDoor({ api, pages }: Pick<FrontDoorParts, "api" | "pages">): RequestListener {
  return frontDoor({
    rules: { appHost: null, statusPagesHost: null, machineNames: [] },
    appUrl: "http://localhost:3000",
    trustedProxies: [],
    development: false,
    draining: new AbortController().signal,
    api,
    pages,
    database: { isUp: () => true, ready: async () => true, suspect: () => {}, stop: () => {} },
    nextApp: () => Promise.reject(new Error("not here")),
  });
}

/** Serves as a process of its own. Reports its port, and its CPU time on "cpu". */
export function servePeer(listener: RequestListener): void {
  const server = createServer(SERVER_OPTIONS, listener);
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on("message", (message) => {
    if (message !== "cpu") return;
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuUs: user + system });
  });
  process.on("disconnect", () => process.exit(0));
}
