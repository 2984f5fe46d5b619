import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach } from "vitest";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts HTTP servers on loopback that stop with their test. Returns the address of each, without a trailing slash. */
export function useHttpServers(): (answer: Answer, host?: string) => Promise<string> {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  return async (answer, host = "127.0.0.1") => {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const address = server.address();
    return `http://${host}:${typeof address === "object" && address ? address.port : 0}`;
  };
}
