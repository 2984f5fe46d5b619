import { createServer, type Socket } from "node:net";

export interface RawServer {
  readonly port: number;
  /** Connections that were opened. */
  connections(): number;
  stop(): Promise<void>;
}

/** Starts a TCP server that handles each connection as the test needs. */
export async function startRawServer(
  onConnection: (socket: Socket) => void,
  host = "127.0.0.1",
  atPort = 0,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => undefined); // misbehaving peers reset each other
    socket.on("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(atPort, host, resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    connections: () => count,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
