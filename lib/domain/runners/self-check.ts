import type { SelfCheckFailure, SelfCheckFailureKind } from "@/lib/contract/checks/self-check";

/** The part of a runner that failed its self-check. It determines what the failure means and what to do. */
export type SelfCheckArea = "lag" | "limits" | "name servers" | "network" | "probes";

const AREAS: Record<SelfCheckFailureKind, SelfCheckArea> = {
  event_loop_lag: "lag",
  resources_exhausted: "limits",
  probe_not_run: "limits",
  probes_wrong: "probes",
  dns_nothing_resolves: "name servers",
  dns_known_names_lost: "name servers",
  dns_no_response: "name servers",
  network_interface_down: "network",
  network_unreachable: "network",
  network_mass_failure: "network",
  other: "network",
};

const BEGINNINGS: Record<SelfCheckArea, string> = {
  lag: "was overloaded",
  limits: "was overloaded",
  "name servers": "failed its DNS self-check",
  network: "failed its network self-check",
  probes: "failed its self-check",
};

/**
 * How long failures are inconclusive when nothing can tell whose they are. With a timeout of 20 s, real outages are still
 * reported within 60 s.
 */
export const UNCLEAR_MS = 30_000;

export function selfCheckArea({ kind }: SelfCheckFailure): SelfCheckArea {
  return AREAS[kind];
}

/** Describes failures, to follow the name of the runner: "was overloaded: its event loop lagged 800 ms". */
export function selfCheckWords(failures: readonly SelfCheckFailure[]): string {
  return failures.map((failure) => `${BEGINNINGS[selfCheckArea(failure)]}: ${factsOf(failure)}`).join("; ");
}

function factsOf(failure: SelfCheckFailure): string {
  switch (failure.kind) {
    case "event_loop_lag":
      return `its event loop lagged ${failure.lag_ms} ms`;
    case "resources_exhausted":
      return "it lacked file descriptors, ports, or memory to run checks";
    case "probe_not_run":
      return `it couldn't run its self-check (${failure.error})`;
    case "probes_wrong":
      return failure.wrong.map(wrongWords).join("; ");
    case "dns_nothing_resolves":
      return nothingResolves(failure);
    case "dns_known_names_lost":
      return `${failure.known.join(" and ")} can't be resolved, although other names can`;
    case "dns_no_response":
      return `they don't respond (${failure.error})`;
    case "network_interface_down":
      return "its network interface is down";
    case "network_unreachable":
      return failure.lost
        .map((of) => `${of.answered} of ${of.asked} connectivity checks answered over IPv${of.ip_version}`)
        .join(", ");
    case "network_mass_failure":
      return `${failure.failed} of ${failure.hosts} hosts failed within a minute`;
    case "other":
      return "unknown reason";
  }
}

type Of<Kind extends SelfCheckFailureKind> = Extract<SelfCheckFailure, { kind: Kind }>;

function wrongWords({ expected, outcome, error }: Of<"probes_wrong">["wrong"][number]): string {
  return `a probe that is always ${expected} was ${outcome}${error === null ? "" : ` (${error})`}`;
}

function nothingResolves({ names, known, answering }: Of<"dns_nothing_resolves">): string {
  const none = `none of ${names} names that resolved before resolves now`;
  if (known.length > 0) return `${none}, not even ${known.join(" and ")}`;
  return answering ? `${none}, although they answer` : none;
}
