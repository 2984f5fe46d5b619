import type { Region } from "@/lib/contract/core/regions";
import type { Readiness } from "@/lib/contract/reference/meta";
import type { Runner } from "@/lib/contract/runners/runners";
import { type SelfCheckArea, selfCheckArea, selfCheckWords } from "@/lib/domain/runners/self-check";
import { duration } from "@/lib/presenters/core/format";
import { REGION_LIST, REGION_NAMES } from "@/lib/presenters/core/region-names";

export interface ServedRegion {
  region: Region;
  name: string;
  /** Remote runners that serve it, or else the built-in ones. If empty, nothing is checked from there. */
  by: readonly Runner[];
  /** Why results from there are unreliable; null when they aren't. */
  trouble: "quarantined" | "failing self-check" | null;
}

/** Returns each region with the runners that serve it, regions with a remote runner first. */
export function servedRegions(runners: readonly Runner[]): ServedRegion[] {
  const all = REGION_LIST.map(([region, name]) => {
    const by = runners.filter((runner) => runner.regions.includes(region));
    return { region, name, by, trouble: troubleOf(region, by) };
  });
  const isOwn = (one: ServedRegion) => one.by.some((runner) => runner.kind === "remote");
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))];
}

function isFailing({ report }: Runner): boolean {
  return (report?.self_check_failures.length ?? 0) > 0;
}

function troubleOf(region: Region, by: readonly Runner[]): ServedRegion["trouble"] {
  if (by.some((runner) => runner.quarantined.some((quarantine) => quarantine.region === region)))
    return "quarantined";
  return by.some(isFailing) ? "failing self-check" : null;
}

/** The problem in a sentence or two, and whether the Regions page has details. */
export interface Trouble {
  line: string;
  isOfRunners: boolean;
  /**
   * Identifies a problem that may be dismissed, even if its words change. Null while possibly nothing is being checked, which
   * can't be dismissed.
   */
  id: string | null;
}

/**
 * Returns what is wrong with the server and its runners, for the banner above every page. Silent runners and failed self-checks are
 * left out while nothing is checked at all, because that matters more.
 */
export function troubles(readiness: Readiness | undefined, runners: readonly Runner[], now: Date): Trouble[] {
  const checks = readiness ? Object.values(readiness.checks) : [];
  const wrong = [...new Set(checks.flatMap((check) => (check.ok || !check.message ? [] : [check.message])))];
  const { runner, regions } = readiness?.checks ?? {};
  const ofRunnersToo = [runner?.message, regions?.message];
  const ofServer = wrong.map((line) => ({ line, isOfRunners: ofRunnersToo.includes(line), id: null }));
  if (runner && !runner.ok) return ofServer;
  const silent = runners.filter((one) => one.kind === "remote" && one.state === "silent");
  const failing = runners.filter((one) => one.state === "alive" && isFailing(one));
  const quarantined = [...new Set(runners.flatMap(quarantineWords))];
  const ofRunners = [
    ...quarantined.map((line) => ({ id: line, line })),
    ...silent.map((one) => ({ id: `silent ${one.id}`, line: silentWords(one, runners, now) })),
    ...failing.map((one) => ({
      id: `self-check ${one.id}`,
      line: failureWords(`Runner ${one.name}`, one),
    })),
  ];
  return [...ofServer, ...ofRunners.map((each) => ({ ...each, isOfRunners: true }))];
}

/** Returns everything wrong with a runner and what to do about it, one line each. */
export function runnerNotes(runner: Runner, runners: readonly Runner[]): string[] {
  const { state, double_note, clock_note, version_note } = runner;
  if (state === "revoked") return [];
  const failed = isFailing(runner) && state === "alive" ? failureWords("It", runner, true) : null;
  const silent = state === "silent" ? silentAdvice(runner, runners) : null;
  const ping = state === "alive" ? pingAdvice(runner) : null;
  const quarantined = quarantineWords(runner).map((line) => `${line} ${ADVICE.network}`);
  return [...quarantined, double_note, failed, silent, ping, clock_note, version_note].filter(
    (note) => note !== null,
  );
}

function quarantineWords({ quarantined }: Runner): string[] {
  return quarantined.map(
    ({ reason }) => `${reason}. Its failures don't open incidents until its results match the other regions.`,
  );
}

const ADVICE: Record<SelfCheckArea, string> = {
  probes: "Restart it and check its log.",
  limits: "Raise its open file limit (ulimit -n), or add a runner to share the load.",
  lag: "Give its machine more CPU, or add a runner to share the load.",
  "name servers": "Check the name servers that its machine uses (/etc/resolv.conf).",
  network: "Check its machine's uplink, routes, and firewall.",
};

/** Describes why a runner fails its self-check, what that means, and on request what to do. Empty when it passes. */
function failureWords(who: string, { report }: Runner, withAdvice = false): string {
  const [first, ...others] = report?.self_check_failures ?? [];
  if (!first) return "";
  const area = selfCheckArea(first);
  const follows =
    area === "probes"
      ? "Its results can't be trusted."
      : "Until this is fixed, the failures it sees are inconclusive and don't open incidents.";
  const why = `${who} ${selfCheckWords([first, ...others])}.`;
  return [why, follows, ...(withAdvice ? [ADVICE[area]] : [])].join(" ");
}

function silentAdvice(runner: Runner, runners: readonly Runner[]): string | null {
  if (runner.kind === "local") {
    if (runners.some((other) => other.kind === "local" && other.state === "alive")) return null;
    return "Regions without their own runner aren't being checked. If you didn't turn it off with RUNNER=off, check the server's log.";
  }
  const place = runner.region ? REGION_NAMES[runner.region] : "its region";
  return `${fallbackWords(runner, runners, place)} Restart it on its machine. If the machine is gone for good, revoke the runner.`;
}

function silentWords(runner: Runner, runners: readonly Runner[], now: Date): string {
  const since = runner.last_seen_at ? (now.getTime() - Date.parse(runner.last_seen_at)) / 1000 : 0;
  const place = runner.region ? REGION_NAMES[runner.region] : "its region";
  return `Runner ${runner.name} in ${place} has been silent for ${duration(since)}. ${fallbackWords(runner, runners, place)}`;
}

function fallbackWords(runner: Runner, runners: readonly Runner[], place: string): string {
  const { region } = runner;
  const others = region ? runners.filter((other) => other.regions.includes(region)) : [];
  const remote = others.filter((other) => other.kind === "remote");
  if (remote.length > 0)
    return `${remote.map((other) => other.name).join(", ")} ${remote.length === 1 ? "is" : "are"} running its checks.`;
  return others.length > 0
    ? `The built-in runner is covering ${place} from the server's location, except for private addresses.`
    : `Nothing is being checked from ${place}.`;
}

/** Explains the purpose of a built-in runner's location, or why it can't be changed here. */
export function locationHelp({ location, location_source }: Runner): string {
  if (location === null) return "Until it's set, checks by the built-in runner come from “this server”.";
  if (location_source === "variable")
    return `Set by RUNNER_REGION. To choose it here, remove RUNNER_REGION=${location} from the server's environment and restart the server.`;
  return `The built-in runner's checks for ${REGION_NAMES[location]} are shown with that name, all others as “this server”.`;
}

/** Returns whether the command points to a server address that other machines can't reach. */
export function isOwnMachine(command: string): boolean {
  return /CONTROL_URL=https?:\/\/(localhost|127\.|\[::1\])/.test(command);
}

const PING_WORDS: Record<string, string> = {
  socket: "pings by socket",
  ping: "pings with the ping command",
  none: "can't ping",
};

/** Describes a runner's capabilities, one short phrase each. Unknown ones are shown as reported. */
export function capabilityWords(capabilities: Runner["capabilities"]): string[] {
  return Object.entries(capabilities).map(([name, value]) => {
    if (name === "node") return `Node ${value}`;
    return (name === "ping" && PING_WORDS[value]) || `${name} ${value}`;
  });
}

/** Returns the remedy for a runner that can't ping; null for any other. */
function pingAdvice({ capabilities }: Runner): string | null {
  if (capabilities.ping !== "none") return null;
  return 'It can\'t send pings, so its ping checks are inconclusive. Allow ping sockets (sysctl -w net.ipv4.ping_group_range="0 2147483647"), or install ping on its machine. It tries again every minute.';
}
