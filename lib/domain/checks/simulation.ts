import type { CheckResult, Outcome } from "@/lib/contract/checks/check";
import { MINUTE_MS } from "@/lib/shared/durations";

/** Pattern of a demo monitor's simulated results. */
export const SIMULATIONS = ["up", "down", "partial", "flapping", "inconclusive"] as const;
export type Simulation = (typeof SIMULATIONS)[number];

const FLAP_MINUTES = 10;
const DOWN_MINUTES = 4;

/** Returns the outcome of one simulated check, in the region at `place` of the monitor's regions. */
export function simulatedOutcome(simulation: Simulation, place: number, atMs: number): Outcome {
  if (simulation === "down") return "down";
  if (simulation === "partial") return place === 2 ? "down" : "up";
  if (simulation === "inconclusive") return place === 1 ? "inconclusive" : "up";
  if (simulation === "flapping") return (atMs / MINUTE_MS) % FLAP_MINUTES < DOWN_MINUTES ? "down" : "up";
  return "up";
}

/** A flapping monitor has a different cause, so its failures don't join the outage. */
const ERRORS = {
  down: { code: "connect_refused", message: "The connection was refused." },
  flapping: { code: "tls_handshake_failed", message: "The TLS handshake failed." },
  inconclusive: { code: "runner_offline", message: "The runner lost its own network." },
} as const;

/** The findings of a check, without its monitor and region. */
type Found = Pick<
  CheckResult,
  | "outcome"
  | "status_code"
  | "error"
  | "timings"
  | "remote_address"
  | "assertions"
  | "warnings"
  | "certificate"
  | "redirects"
>;

/** Returns the result of one simulated check that took `totalUs`. */
export function simulatedCheck(simulation: Simulation, outcome: Outcome, totalUs: number): Found {
  const share = (part: number) => Math.round(totalUs * part);
  const isUp = outcome === "up";
  const failed =
    outcome === "down" ? ERRORS[simulation === "flapping" ? "flapping" : "down"] : ERRORS.inconclusive;
  return {
    outcome,
    status_code: isUp ? 200 : null,
    error: isUp ? null : failed,
    timings: {
      total: totalUs,
      dns: share(0.04),
      connect: share(0.18),
      tls: null,
      send: null,
      first_byte: isUp ? share(0.7) : null,
      transfer: isUp ? share(0.08) : null,
    },
    remote_address: "192.0.2.10",
    assertions: [],
    warnings: [],
    certificate: null,
    redirects: [],
  };
}
