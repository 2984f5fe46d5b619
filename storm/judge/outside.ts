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

/** A page follows an incident within this time, and a fault may delay that by as much. */
const PAGE_LATE_MS = 60_000;

/** Returns visits of the public page that said what hadn't been true for a minute, with the server and the database undisturbed. */
export function wrongPages({ visits, incidents, disturbances }: Evidence): string[] {
  const open = incidents.map(({ fromMs, toMs }) => ({ fromMs, toMs }));
  return visits.flatMap(({ page, server, fromMs, says }) => {
    const lately = { fromMs: fromMs - PAGE_LATE_MS, toMs: fromMs };
    const isDisturbed = disturbances.some(
      ({ fault, subject, ...span }) =>
        (fault.interrupts || subject === server) &&
        fault.blinds(subject).length === 0 &&
        overlap(span, lately),
    );
    if (page !== "public" || says === null || isDisturbed) return [];
    const isDown = open.some(
      (each) => each.fromMs < lately.fromMs && (each.toMs ?? Infinity) > fromMs + SLACK_MS,
    );
    const isUp = !open.some((each) => overlap(each, lately));
    const isWrong = (says === "up" && isDown) || (says === "down" && isUp);
    return isWrong ? [`server ${server + 1} said ${says} at ${new Date(fromMs).toISOString()}`] : [];
  });
}

/** Returns visits that showed the private page to someone without access. */
export function leaks({ visits }: Evidence): string[] {
  return visits
    .filter(({ page, hasSecret }) => page === "private" && hasSecret)
    .map(({ server, fromMs }) => `server ${server + 1} at ${new Date(fromMs).toISOString()}`);
}
