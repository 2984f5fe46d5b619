import { type Evidence, overlap } from "./evidence";

/** A killed server's last connections break a moment before its death is noted. */
const SLACK_MS = 1000;

/** Returns acknowledged writes that are missing, and writes that took effect twice. */
export function lostWrites({ writes, titles }: Evidence): string[] {
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return writes.flatMap(({ title, acknowledged }) => {
    const count = counts.get(title) ?? 0;
    if (count === 1 || (count === 0 && !acknowledged)) return [];
    return [`${title} was ${acknowledged ? "acknowledged" : "sent"} and is stored ${count} times`];
  });
}

/** Returns visits of the public page that failed although the server ran. */
export function brokenPages({ visits, disturbances }: Evidence): string[] {
  const ofServers = disturbances.filter(({ kind }) =>
    ["server killed", "server restarted", "server frozen"].includes(kind),
  );
  return visits
    .filter(({ page, status }) => page === "public" && status !== 200)
    .filter(
      ({ server, fromMs, toMs }) =>
        !ofServers.some(
          (each) =>
            each.subject === server && overlap(each, { fromMs: fromMs - SLACK_MS, toMs: toMs + SLACK_MS }),
        ),
    )
    .map(
      ({ server, fromMs, toMs, status }) =>
        `server ${server + 1} answered ${status ?? "nothing"} at ${new Date(fromMs).toISOString()} after ${Math.round(toMs - fromMs)} ms`,
    );
}

/** Returns visits that showed the private page to someone without access. */
export function leaks({ visits }: Evidence): string[] {
  return visits
    .filter(({ page, hasSecret }) => page === "private" && hasSecret)
    .map(({ server, fromMs }) => `server ${server + 1} at ${new Date(fromMs).toISOString()}`);
}
