import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as requestPlain } from "node:http";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { childEnv } from "@/lib/shared/env";
import { freePort } from "@/lib/testing/processes/ports";

const PROGRAM = ["/usr/bin/caddy", "/usr/local/bin/caddy", "/opt/homebrew/bin/caddy"].find(existsSync);
const GUIDE_FILE = "deploy/Caddyfile";
const START_MS = 20_000;

/** Reason why tests of Caddy cannot run here; null if they can. */
export const missingCaddy = PROGRAM === undefined ? "caddy is not installed" : null;

export interface CaddyAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

export interface Caddy {
  readonly httpsPort: number;
  /** Requests a path over HTTPS as a browser does that trusts Caddy's own authority. Rejects when the handshake fails. */
  ask(host: string, path?: string): Promise<CaddyAnswer>;
  /** Requests a path over HTTP. */
  askPlain(host: string, path?: string): Promise<CaddyAnswer>;
  stop(): Promise<void>;
}

/** Starts Caddy with `deploy/Caddyfile` in front of a server on this port. Its own authority issues the certificates. */
export async function startCaddy(port: number, dashboardHost: string): Promise<Caddy> {
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-caddy-"));
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const options = [
    "admin off",
    "local_certs",
    "skip_install_trust",
    `http_port ${httpPort}`,
    `https_port ${httpsPort}`,
    `storage file_system ${folder}`,
  ];
  const file = path.join(folder, "Caddyfile");
  const text = readFileSync(GUIDE_FILE, "utf8")
    .replace(/^\{\n/m, `{\n${options.map((line) => `\t${line}\n`).join("")}`)
    .replaceAll("vedette.example.com", dashboardHost)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`);
  writeFileSync(file, text);
  const printed: string[] = [];
  const child = spawn(PROGRAM ?? "caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: childEnv({ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }),
  });
  child.stderr.on("data", (part: Buffer) => printed.push(part.toString()));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const root = path.join(folder, "pki/authorities/local/root.crt");
  const ask = (host: string, at = "/") =>
    answer(request, {
      port: httpsPort,
      path: at,
      servername: host,
      headers: { Host: host },
      ca: readFileSync(root),
    });
  const untilMs = monotonicMs() + START_MS;
  // The certificate of the dashboard's host is ordered at the start.
  while (!(existsSync(root) && (await ask(dashboardHost).catch(() => null)))) {
    if (child.exitCode !== null || monotonicMs() > untilMs)
      throw new Error(`Caddy did not start: ${printed.join("")}`);
    await wait(50);
  }
  return {
    httpsPort,
    ask,
    askPlain: (host, at = "/") => answer(requestPlain, { port: httpPort, path: at, headers: { Host: host } }),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answer(send: typeof request, options: RequestOptions): Promise<CaddyAnswer> {
  return new Promise((resolve, reject) => {
    const sent = send({ ...options, host: "127.0.0.1", agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          text: Buffer.concat(chunks).toString(),
        }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}
