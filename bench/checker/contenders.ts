import { request } from "node:http";
import type { MonitorConfig } from "@/lib/contract/check";
import { policyFrom } from "@/lib/probes/outgoing/policy";
import { NameResolver } from "@/lib/probes/outgoing/resolver";
import { runProbe } from "@/lib/probes/run-probe";

export type Check = () => Promise<unknown>;

/** Our whole check: address policy, phases, strict reading, assertions, the result's object. */
export function ownCheck(url: string): () => Promise<{ totalUs: number }> {
  const config: MonitorConfig = {
    id: 1,
    project_id: 1,
    config_version: 1,
    protocol: "http",
    request: {
      method: "GET",
      url,
      body: null,
      headers: null,
      follow_redirects: true,
      tls_skip_verify: false,
      user_agent_secret: null,
    },
    regions: ["eu-deu-fra"],
    interval_seconds: 30,
    timeout_ms: 10_000,
    success_assertions: [],
  };
  const tools = {
    policy: policyFrom(["127.0.0.0/8"]),
    resolver: new NameResolver(),
    userAgent: "Vedette/bench",
  };
  return async () => {
    const result = await runProbe(config, "eu-deu-fra", new Date(), tools);
    if (result.outcome !== "up")
      throw new Error(`a healthy target was judged ${result.outcome}: ${result.error?.message}`);
    return { totalUs: result.timings.total ?? 0 };
  };
}

/** The plainest use of the same Node: a new connection, the body read. */
export function httpRequestCheck(url: string): Check {
  return () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent: false, timeout: 10_000 }, (response) => {
        response.resume();
        response.once("end", resolve);
      });
      sent.once("error", reject);
      sent.end();
    });
}

export function fetchCheck(url: string): Check {
  return async () => {
    const answer = await fetch(url, {
      headers: { connection: "close" },
      signal: AbortSignal.timeout(10_000),
    });
    await answer.text();
  };
}
