import { execFile, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/lib/testing/processes/ports";
import { waitFor } from "@/lib/testing/processes/wait";
import { scratchFolder } from "../checker/scratch";
import { type Confirming, INTERVAL_S, type Product, type State, TIMEOUT_S, type Watched } from "./product";

/** Its program, from `go install github.com/TwiN/gatus/v5@latest` or a release. */
const PROGRAM = process.env.GATUS ?? "/usr/local/bin/gatus";

interface Status {
  readonly name: string;
  readonly results?: readonly { readonly success: boolean }[];
}

function endpointOf({ name, url, method, keyword, verifiesTls }: Watched, confirming: Confirming): object {
  const conditions = ["[STATUS] >= 200", "[STATUS] < 400"];
  if (keyword !== null) conditions.push(`[BODY] == pat(*${keyword}*)`);
  const thresholds = confirming === "first failure" ? { "failure-threshold": 1, "success-threshold": 1 } : {};
  return {
    name,
    url,
    method,
    interval: `${INTERVAL_S}s`,
    conditions,
    client: { timeout: `${TIMEOUT_S}s`, insecure: !verifiesTls },
    alerts: [{ type: "custom", "send-on-resolved": true, ...thresholds }],
  };
}

/** Everything is in one file, which JSON is too, so it starts with what it watches. */
export const gatus: Product = {
  name: "Gatus",
  missing: () => (existsSync(PROGRAM) ? null : "set GATUS to its program"),
  version: async () =>
    (await promisify(execFile)("go", ["version", "-m", PROGRAM]).catch(() => ({ stdout: "" }))).stdout.match(
      /mod\s+\S+gatus\S*\s+(\S+)/,
    )?.[1] ?? "unknown",
  alertsIn: (body) => {
    const { name, state } = body as { name: string; state: string };
    return [{ name, isDown: state === "TRIGGERED" }];
  },
  start: async (webhook) => {
    const port = await freePort();
    const pids: number[] = [];
    const statuses = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/endpoints/statuses?pageSize=100`);
      return (await answer.json()) as Status[];
    };
    return {
      pids,
      watch: async (watched, confirming) => {
        const body = '{"name": "[ENDPOINT_NAME]", "state": "[ALERT_TRIGGERED_OR_RESOLVED]"}';
        const headers = { "Content-Type": "application/json" };
        const config = {
          web: { address: "127.0.0.1", port },
          // Otherwise, it does one check at a time.
          concurrency: 0,
          alerting: { custom: { url: webhook, method: "POST", body, headers } },
          endpoints: watched.map((each) => endpointOf(each, confirming)),
        };
        const file = path.join(scratchFolder(), "gatus.yaml");
        writeFileSync(file, JSON.stringify(config));
        const child = spawn(PROGRAM, [], {
          env: { ...process.env, GATUS_CONFIG_PATH: file },
          stdio: "ignore",
        });
        pids.push(child.pid ?? 0);
        await waitFor("Gatus to be ready", () =>
          statuses().then(
            () => true,
            () => false,
          ),
        );
      },
      states: async () =>
        new Map(
          (await statuses()).map(({ name, results }): [string, State] => {
            const last = results?.at(-1);
            return [name, last ? (last.success ? "up" : "down") : null];
          }),
        ),
      stop: () => {
        for (const pid of pids) process.kill(pid);
      },
    };
  },
};
