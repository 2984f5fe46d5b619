import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/lib/testing/processes/ports";
import { waitFor } from "@/lib/testing/processes/wait";

const GUIDE = "docs/load-balancers.md";

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts HAProxy with the configuration that the guide recommends, in front of servers on these ports. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-haproxy-"));
  const port = await freePort();
  const file = path.join(folder, "haproxy.cfg");
  writeFileSync(file, configuration(port, ports));
  const child = spawn("haproxy", ["-f", file, "-db"], { stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("exit", () => resolve());
    child.once("error", reject);
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/api/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await Promise.race([waitFor("the load balancer", isUp), ended.then(stoppedEarly)]);
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function stoppedEarly(): never {
  throw new Error("HAProxy stopped. This needs Debian's package haproxy.");
}

function configuration(port: number, ports: readonly number[]): string {
  return `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend public
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend vedette
${recommended()}
${ports.map((each) => `  server s${each} 127.0.0.1:${each}`).join("\n")}
`;
}

/** Returns the backend in the guide without its servers, so that the guide is what gets tested. */
function recommended(): string {
  const block = /## HAProxy\n\n```\n([^`]+)```/.exec(readFileSync(GUIDE, "utf8"))?.[1];
  if (!block) throw new Error(`${GUIDE} has no HAProxy configuration.`);
  return block.replace(/^ {2}server .*\n/gm, "");
}
