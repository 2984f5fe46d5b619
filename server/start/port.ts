import { get } from "node:http";
import { createServer } from "node:net";

const TIMEOUT_MS = 2000;

/** Returns what listens on our port: nothing, a Vedette server (it answers healthz), or another program. */
export async function whoListens(port: number, host?: string): Promise<"nothing" | "vedette" | "other"> {
  if (await isFree(port, host)) return "nothing";
  return (await answersHealthz(port, host)) ? "vedette" : "other";
}

function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

function answersHealthz(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, host, path: "/api/healthz", timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(false));
  });
}
