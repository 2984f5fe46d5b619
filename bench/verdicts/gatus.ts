import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "@/lib/testing/processes/ports";
import { waitFor } from "@/lib/testing/processes/wait";
import { scratchFolder } from "../checker/scratch";
import { INTERVAL_S, type Product, type State, TIMEOUT_S, type Watched } from "./product";

/** Its program, from `go install github.com/TwiN/gatus/v5@latest` or a release. */
const PROGRAM = process.env.GATUS ?? "/usr/local/bin/gatus";

interface Status {
  readonly name: string;
  readonly results?: readonly { readonly success: boolean }[];
}

function endpointOf({ name, url, method, keyword, verifiesTls }: Watched, atFirstFailure: boolean): object {
  const conditions = ["[STATUS] >= 200", "[STATUS] < 400"];
  if (keyword !== null) conditions.push(`[BODY] == pat(*${keyword}*)`);
  const thresholds = atFirstFailure ? { "failure-threshold": 1, "success-threshold": 1 } : {};
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
  help: "set GATUS to its program",
  // Its program doesn't say.
  version: () => (existsSync(PROGRAM) ? (process.env.GATUS_VERSION ?? "of an unknown version") : null),
  alertsIn: ({ name, state }: { name: string; state: string }) => [{ name, isDown: state === "TRIGGERED" }],
  start: async (webhook) => {
    const port = await freePort();
    const pids: number[] = [];
    const statuses = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/endpoints/statuses?pageSize=100`);
      return (await answer.json()) as Status[];
    };
    return {
      pids,
      watch: async (watched, atFirstFailure) => {
        const body = '{"name": "[ENDPOINT_NAME]", "state": "[ALERT_TRIGGERED_OR_RESOLVED]"}';
        const headers = { "Content-Type": "application/json" };
        const config = {
          web: { address: "127.0.0.1", port },
          // Otherwise, it does one check at a time.
          concurrency: 0,
          alerting: { custom: { url: webhook, method: "POST", body, headers } },
          endpoints: watched.map((each) => endpointOf(each, atFirstFailure)),
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
