import type { Region } from "@/lib/contract/core/regions";
import type { Readiness } from "@/lib/contract/reference/meta";
import type { Runner } from "@/lib/contract/runners/runners";
import { type DoubtKind, doubtKind } from "@/lib/domain/runners/self-check-kind";
import { duration } from "@/lib/presenters/core/format";
import { REGION_LIST, REGION_NAMES } from "@/lib/presenters/monitors/region-names";
import { isNamed } from "@/lib/presenters/monitors/region-places";

export interface ServedRegion {
  region: Region;
  name: string;
  /** Remote runners that serve it, else the local ones. Empty: nothing checks from there. */
  by: readonly Runner[];
  /** What is odd about what is seen from there, in two words; null when nothing is. */
  trouble: "quarantined" | "in doubt" | null;
}

/** Each region with who serves it now; those with a runner of their own first. */
export function servedRegions(runners: readonly Runner[]): ServedRegion[] {
  const all = REGION_LIST.map(([region, name]) => {
    const by = runners.filter((runner) => runner.regions.includes(region));
    return { region, name, by, trouble: troubleOf(region, by) };
  });
  const isOwn = (one: ServedRegion) => one.by.some((runner) => runner.kind === "remote");
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))];
}

/** Whether nothing checks from there. False while nothing is known of any runner. */
export function isUnserved(region: Region, runners: readonly Runner[] | undefined): boolean {
  return runners !== undefined && !runners.some((runner) => runner.regions.includes(region));
}

/** What somebody who chooses these regions has to know of who checks there; null when there is nothing, or nothing is known. */
export function regionsNote(
  chosen: readonly Region[],
  runners: readonly Runner[] | undefined,
): string | null {
  if (runners === undefined) return null;
  const names = chosen.filter((region) => isUnserved(region, runners)).map((region) => REGION_NAMES[region]);
  if (names.length > 0)
    return `Nothing is checked from ${names.join(", ")} at present: no runner serves ${names.length === 1 ? "it" : "them"}. Settings, Regions adds one.`;
  const own = (region: Region) =>
    runners.some(({ kind, regions }) => kind === "remote" && regions.includes(region));
  const shared = chosen.filter((region) => !own(region));
  const sharing = shared.map((region) => REGION_NAMES[region]);
  if (sharing.length < 2)
    return shared.every(isNamed)
      ? null
      : `Checks for ${sharing.join()} run on this server. Settings, Regions adds a runner there.`;
  return `${sharing.join(", ")}: the server's own runner checks for all of them, so they see the same and fail together. Settings, Regions adds a runner elsewhere.`;
}

function troubleOf(region: Region, by: readonly Runner[]): ServedRegion["trouble"] {
  if (by.some((runner) => runner.held.some((hold) => hold.region === region))) return "quarantined";
  return by.some((runner) => runner.report?.doubt) ? "in doubt" : null;
}

/** One sentence or two on what is wrong, and whether the page of regions tells more about it. */
export interface Trouble {
  line: string;
  isOfRunners: boolean;
}

/**
 * What is wrong with the server and its runners, for the line above every page. A silent remote runner and one that doubts
 * its network are told only while somebody checks at all: otherwise that is the news.
 */
export function troubles(readiness: Readiness | undefined, runners: readonly Runner[], now: Date): Trouble[] {
  const checks = readiness ? Object.values(readiness.checks) : [];
  const wrong = [...new Set(checks.flatMap((check) => (check.ok || !check.message ? [] : [check.message])))];
  const { runner, regions } = readiness?.checks ?? {};
  const ofRunnersToo = [runner?.message, regions?.message];
  const ofServer = wrong.map((line) => ({ line, isOfRunners: ofRunnersToo.includes(line) }));
  if (runner && !runner.ok) return ofServer;
  const silent = runners.filter((one) => one.kind === "remote" && one.state === "silent");
  const doubting = runners.filter((one) => one.state === "alive" && one.report?.doubt);
  const ofRunners = [
    ...new Set(runners.flatMap(heldWords)),
    ...silent.map((one) => silentWords(one, runners, now)),
    ...doubting.map((one) => doubtWords(`The runner ${one.name}`, one)),
  ];
  return [...ofServer, ...ofRunners.map((line) => ({ line, isOfRunners: true }))];
}

/** All that is odd about one runner, with what to do about it, a line each. */
export function runnerNotes(runner: Runner, runners: readonly Runner[]): string[] {
  const { state, report, double_note, clock_note, version_note } = runner;
  if (state === "revoked") return [];
  const doubt = report?.doubt && state === "alive" ? doubtWords("It", runner, true) : null;
  const silent = state === "silent" ? silentAdvice(runner, runners) : null;
  const ping = state === "alive" ? pingAdvice(runner) : null;
  const held = heldWords(runner).map((line) => `${line} ${ADVICE.network}`);
  return [...held, double_note, doubt, silent, ping, clock_note, version_note].filter(
    (note) => note !== null,
  );
}

function heldWords({ held }: Runner): string[] {
  return held.map(
    ({ reason }) => `${reason}. Its failures open no incident until it agrees with the others.`,
  );
}

const ADVICE: Record<DoubtKind, string> = {
  canaries: "Start it again, and look at its log.",
  limits: "Raise its limit of open files (ulimit -n), or let another runner take a part.",
  lag: "Give its machine more CPU, or let another runner take a part.",
  "name servers": "Look at the name servers that its machine asks (/etc/resolv.conf).",
  network: "Look at the uplink, routes and firewall of its machine.",
};

/** Why `who`, a runner, doubts itself, in its own words, what follows, and on request what to do; empty when it does not. */
function doubtWords(who: string, { report }: Runner, withAdvice = false): string {
  if (!report?.doubt) return "";
  const kind = doubtKind(report.doubt);
  const follows =
    kind === "canaries"
      ? "What it finds of others can't be trusted."
      : "What it sees fail is inconclusive and opens no incident meanwhile.";
  const why = report.doubt.replace(/^the runner\b/, who);
  return [`${why}.`, follows, ...(withAdvice ? [ADVICE[kind]] : [])].join(" ");
}

function silentAdvice(runner: Runner, runners: readonly Runner[]): string | null {
  if (runner.kind === "local") {
    if (runners.some((other) => other.kind === "local" && other.state === "alive")) return null;
    return "Nothing is checked from regions without a runner of their own. RUNNER=off turns it off; otherwise look at the server's log.";
  }
  const place = runner.region ? REGION_NAMES[runner.region] : "its region";
  const meanwhile = instead(runner, runners, place);
  return `${meanwhile.charAt(0).toUpperCase()}${meanwhile.slice(1)} Start it again on its machine; if that is gone for good, revoke it.`;
}

function silentWords(runner: Runner, runners: readonly Runner[], now: Date): string {
  const since = runner.last_seen_at ? (now.getTime() - Date.parse(runner.last_seen_at)) / 1000 : 0;
  const place = runner.region ? REGION_NAMES[runner.region] : "its region";
  return `The runner ${runner.name} in ${place} has been silent for ${duration(since)}: ${instead(runner, runners, place)}`;
}

function instead(runner: Runner, runners: readonly Runner[], place: string): string {
  const { region } = runner;
  const others = region ? runners.filter((other) => other.regions.includes(region)) : [];
  const remote = others.filter((other) => other.kind === "remote");
  if (remote.length > 0) return `${remote.map((other) => other.name).join(", ")} checks in its place.`;
  return others.length > 0
    ? `the server's own runner checks for ${place}, from where the server stands, but no private addresses.`
    : `nothing is checked from ${place}.`;
}

/** Whether another machine can hardly reach a server that names itself so. */
export function isOwnMachine(command: string): boolean {
  return /CONTROL_URL=https?:\/\/(localhost|127\.|\[::1\])/.test(command);
}

const PING_WORDS: Record<string, string> = {
  socket: "pings by socket",
  ping: "pings by ping",
  none: "no pings",
};

/** What a runner said it is able to, one short phrase each; what this version does not know stays as it was said. */
export function capabilityWords(capabilities: Runner["capabilities"]): string[] {
  return Object.entries(capabilities).map(([name, value]) => {
    if (name === "node") return `Node ${value}`;
    return (name === "ping" && PING_WORDS[value]) || `${name} ${value}`;
  });
}

/** What to do about a runner that can't ping; null about any other. */
function pingAdvice({ capabilities }: Runner): string | null {
  if (capabilities.ping !== "none") return null;
  return 'It can\'t send pings, so ping checks from here are inconclusive. Allow ping sockets (sysctl -w net.ipv4.ping_group_range="0 2147483647"), or install ping on its machine. It checks again every minute.';
}
