import type { CheckResult, MonitorConfig, RunnerConfig } from "@/lib/contract/checks/check";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { runProbe } from "@/lib/probes/run-probe";

/** The fields of an HTTP request that doesn't sign in. */
export const NO_SIGN_IN = {
  ...{ auth: null, auth_user: null, auth_secret: null, auth_token_url: null, auth_scope: null },
  ...{ client_certificate: null, client_key: null },
};
export const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/** Returns a monitor configuration with the contract's defaults and a short timeout. */
export function monitorConfig(
  request: Record<string, unknown>,
  change: Partial<MonitorConfig> = {},
): MonitorConfig {
  return {
    id: 1,
    project_id: 1,
    config_version: 1,
    protocol: "http",
    request: {
      method: "GET",
      body: null,
      headers: null,
      follow_redirects: true,
      tls_skip_verify: false,
      user_agent_secret: null,
      ...request,
    },
    regions: ["eu-deu-fra"],
    interval_seconds: 60,
    timeout_ms: 1000,
    success_assertions: [],
    ...change,
  };
}

/** Checks a target once, as the runner would, with loopback allowed unless `open` says otherwise. */
export function check(
  config: MonitorConfig,
  open: readonly string[] = LOOPBACK,
  resolver = new NameResolver(),
): Promise<CheckResult> {
  const tools = { policy: policyFrom(open), resolver, userAgent: "Vedette/test" };
  return runProbe(config, "eu-deu-fra", new Date(0), tools);
}

/** Returns a runner's configuration, with monitors on this machine allowed. */
export function runnerConfig(change: Partial<RunnerConfig>): RunnerConfig {
  return {
    epoch: "e",
    version: 1,
    snapshot: true,
    regions: ["eu-deu-fra"],
    fallback_regions: [],
    monitors: [],
    removed: [],
    limits: { concurrency: 100, private_targets: LOOPBACK, user_agent: "Vedette/test" },
    ...change,
  };
}
