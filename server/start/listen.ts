import type { Server } from "node:http";
import { whoListens } from "./port";

/** Listens on a port, or on a free one for 0. Returns the port. Throws an error with the remedy if it's taken. */
export function listen(server: Server, port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? portTaken(port) : error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** Throws if the port is taken. Called before anything is written: no secret, no database, no migration. */
export async function requireFreePort(port: number, host: string | undefined): Promise<void> {
  if ((await whoListens(port, host)) !== "nothing") throw portTaken(port);
}

function portTaken(port: number): Error {
  return new Error(
    `Port ${port} is in use by another program. Set PORT to a free port, for example PORT=3001.`,
  );
}
