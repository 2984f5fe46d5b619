import { request } from "node:http";
import { connect } from "node:net";
import type { CheckResult, MonitorConfig } from "@/lib/contract/checks/check";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { runProbe } from "@/lib/probes/run-probe";
import { now } from "@/lib/shared/clock";

const tools = {
  policy: policyFrom(["127.0.0.0/8", "::1/128"]),
  resolver: new NameResolver(),
  userAgent: "Vedette/0.1 (uptime check)",
};

/** Returns an HTTP monitor as the server sends it to a runner. */
export function httpMonitor(url: string, id = 1): MonitorConfig {
  return {
    id,
    project_id: 1,
    config_version: 1,
    protocol: "http",
    request: { method: "GET", url, follow_redirects: true, tls_skip_verify: true },
    regions: ["eu-deu-fra"],
    interval_seconds: 30,
    timeout_ms: 10_000,
    success_assertions: [],
  };
}

/** Runs one of our checks. Throws unless it's up, so that no failure is measured as a fast check. */
export async function ownCheck(config: MonitorConfig): Promise<CheckResult> {
  const result = await runProbe(config, "eu-deu-fra", now(), tools);
  if (result.outcome !== "up") throw new Error(`the check failed: ${result.error?.message}`);
  return result;
}

/** Runs the same with `http.request`, a new connection each time, reading the body. */
export function requestCheck(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false }, (response) => {
      response.on("data", () => undefined);
      response.once("end", resolve);
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** Runs the same with `fetch`, a new connection each time, reading the body. */
export async function fetchCheck(url: string): Promise<void> {
  const response = await fetch(url, { headers: { connection: "close" } });
  await response.arrayBuffer();
}

/** Makes one connection with one write, one read, and one close: the lower bound of any check in Node. */
export function bareCheck(url: string): Promise<void> {
  const { host, hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const callback = () => {
      socket.destroy();
      resolve();
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer: BARE, callback } }, () =>
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    socket.once("error", reject);
  });
}

const BARE = Buffer.allocUnsafeSlow(64 * 1024);

/** Runs `count` checks, `parallel` at a time. */
export async function repeat(count: number, parallel: number, check: () => Promise<unknown>): Promise<void> {
  let left = count;
  const takers = Array.from({ length: parallel }, async () => {
    while (left > 0) {
      left -= 1;
      await check();
    }
  });
  await Promise.all(takers);
}
