import type { Readiness } from "@/lib/contract/meta";
import type { Region } from "@/lib/contract/regions";
import type { Runner } from "@/lib/contract/runners";
import { duration } from "./format";
import { REGION_LIST, REGION_NAMES } from "./region-names";

export interface ServedRegion {
  region: Region;
  name: string;
  /** Remote runners that serve it, else the local ones. Empty: nothing checks from there. */
  by: readonly Runner[];
}

/** Each region with who serves it now; those with a runner of their own first. */
export function servedRegions(runners: readonly Runner[]): ServedRegion[] {
  const all = REGION_LIST.map(([region, name]) => ({
    region,
    name,
    by: runners.filter((runner) => runner.regions.includes(region)),
  }));
  const isOwn = (one: ServedRegion) => one.by.some((runner) => runner.kind === "remote");
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))];
}

/**
 * What is wrong with the server and its runners, a sentence each, for the line above every page. A silent remote runner
 * and one that doubts its network are told only while somebody checks at all: otherwise that is the news.
 */
export function troubles(readiness: Readiness | undefined, runners: readonly Runner[], now: Date): string[] {
  const checks = readiness ? Object.values(readiness.checks) : [];
  const wrong = checks.flatMap((check) => (check.ok || !check.message ? [] : [check.message]));
  if (readiness && !readiness.checks.runner.ok) return [...new Set(wrong)];
  const silent = runners.filter((runner) => runner.kind === "remote" && runner.state === "silent");
  const doubting = runners.filter((runner) => runner.state === "alive" && runner.report?.doubt);
  const held = runners.flatMap((runner) => runner.held.map(({ reason }) => reason));
  return [
    ...wrong,
    ...[...new Set(held)].map(
      (reason) => `${reason}. Its failures open no incident until it agrees with the others.`,
    ),
    ...silent.map((runner) => silentWords(runner, runners, now)),
    ...doubting.map((runner) => doubtWords(`The runner ${runner.name}`, runner)),
  ];
}

/** Why `who`, a runner, doubts itself, in its own words; empty when it does not. */
export function doubtWords(who: string, { report }: Runner): string {
  return report?.doubt ? report.doubt.replace(/^the runner\b/, who) : "";
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
    ? `the server's own runner checks for ${place}, from where the server stands.`
    : `nothing is checked from ${place}.`;
}

/** Whether another machine can hardly reach a server that names itself so. */
export function isOwnMachine(command: string): boolean {
  return /CONTROL_URL=https?:\/\/(localhost|127\.|\[::1\])/.test(command);
}

const PING_WORDS: Record<string, string> = {
  socket: "pings by socket",
  fping: "pings by fping",
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
export function pingAdvice({ capabilities }: Runner): string | null {
  if (capabilities.ping !== "none") return null;
  return 'It can\'t send pings, so ping checks from here are inconclusive: install fping on its machine, or allow ping sockets (sysctl -w net.ipv4.ping_group_range="0 2147483647"), and start it again.';
}
