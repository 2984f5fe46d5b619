import type { ProbePhase } from "@/lib/contract/checks/check";
import type { RegionCheck } from "@/lib/contract/checks/check-now";
import type { Region } from "@/lib/contract/core/regions";

/** The state of a check that a person started. */
export interface CheckRun {
  state: "idle" | "running" | "done" | "failed";
  phases: Partial<Record<Region, ProbePhase[]>>;
  results: Partial<Record<Region, RegionCheck>>;
  message: string | null;
  errors: Record<string, string>;
}

export const IDLE_RUN: CheckRun = { state: "idle", phases: {}, results: {}, message: null, errors: {} };

/** Returns one line about a finished check: `Up in 1 of 2 regions`. One region is either up or not. */
export function checkedWords(regions: readonly Pick<RegionCheck, "outcome">[]): string {
  const up = regions.filter(({ outcome }) => outcome === "up").length;
  if (regions.length === 1) return up === 1 ? "Up" : "Not up";
  return `Up in ${up} of ${regions.length} regions`;
}

export const PHASE_WORDS: Record<ProbePhase["phase"], string> = {
  dns: "DNS",
  connect: "Connect",
  tls: "TLS",
  send: "Send",
  first_byte: "First byte",
  transfer: "Transfer",
  done: "Done",
};

export interface PhaseBar {
  /** Unique even when redirects repeat a phase. */
  key: string;
  phase: ProbePhase["phase"];
  word: string;
  tookUs: number;
  /** Where it starts and how long it is, in percent of the whole. */
  left: number;
  width: number;
  detail: string | null;
}

/** Turns phases into a waterfall. Instant phases stay visible as a sliver. */
export function waterfall(phases: readonly ProbePhase[]): PhaseBar[] {
  const shown = phases.filter((phase) => phase.phase !== "done");
  const total = Math.max(
    1,
    shown.reduce((sum, phase) => sum + phase.took_us, 0),
  );
  let before = 0;
  return shown.map((phase, index) => {
    const left = (before / total) * 98;
    before += phase.took_us;
    return {
      key: `${index} ${phase.phase}`,
      phase: phase.phase,
      word: PHASE_WORDS[phase.phase],
      tookUs: phase.took_us,
      left,
      width: Math.max(1, (phase.took_us / total) * 98),
      detail: phase.detail,
    };
  });
}
