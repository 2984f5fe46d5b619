import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { KEYWORD } from "@/lib/testing/odd-responses/odd-response";
import { startBlackbox } from "../checker/blackbox";
import { INTERVAL_S, type Product, type State, TIMEOUT_S, type Watched } from "./product";

const PROGRAM = "/usr/bin/prometheus-blackbox-exporter";
const METHODS = ["GET", "HEAD", "POST"] as const;
const KEYWORDS = [null, KEYWORD, "absent"];

const moduleOf = ({ method, keyword, verifiesTls }: Omit<Watched, "name" | "url">) =>
  `${method}-${keyword}-${verifiesTls}`.toLowerCase();

/** Returns the modules of every kind of check. It asks for IPv6 first by default, and falls back. */
function modules(): string {
  const lines = METHODS.flatMap((method) =>
    KEYWORDS.flatMap((keyword) =>
      [true, false].map((verifiesTls) => {
        const search = keyword === null ? "" : `, fail_if_body_not_matches_regexp: ["${keyword}"]`;
        return `  ${moduleOf({ method, keyword, verifiesTls })}: { prober: http, timeout: ${TIMEOUT_S}s, http: { method: ${method}, tls_config: { insecure_skip_verify: ${!verifiesTls} }${search} } }\n`;
      }),
    ),
  );
  return lines.join("");
}

/** It has no schedule and sends no alerts, so this asks it as Prometheus would, and takes each answer for its state. */
export const blackbox: Product = {
  name: "blackbox_exporter",
  help: "install Debian's prometheus-blackbox-exporter",
  version: async () => {
    if (!existsSync(PROGRAM)) return null;
    const { stdout, stderr } = await promisify(execFile)(PROGRAM, ["--version"]);
    return /version ([\w.+~-]+)/.exec(stdout + stderr)?.[1] ?? "unknown";
  },
  alertsIn: null,
  start: async () => {
    const running = await startBlackbox(modules());
    if (!running) throw new Error("blackbox_exporter is missing");
    const states = new Map<string, State>();
    const timers: NodeJS.Timeout[] = [];
    const probe = async (watched: Watched) => {
      const query = new URLSearchParams({ module: moduleOf(watched), target: watched.url });
      const answer = await fetch(`http://127.0.0.1:${running.port}/probe?${query}`);
      states.set(watched.name, (await answer.text()).includes("\nprobe_success 1") ? "up" : "down");
    };
    return {
      pids: [running.pid],
      watch: async (watched) => {
        for (const each of watched) {
          timers.push(setInterval(() => void probe(each).catch(() => undefined), INTERVAL_S * 1000));
          void probe(each).catch(() => undefined);
        }
      },
      states: async () => states,
      stop: () => {
        for (const timer of timers) clearInterval(timer);
        running.stop();
      },
    };
  },
};
