import { type Outcome, reply, type SignalDialect } from "./request";

const BETTER_STACK = /^\/api\/v1\/heartbeat\/([A-Za-z0-9_-]{10,100})(?:\/(fail|\d{1,3}))?\/?$/;
const UPTIMEROBOT = /^\/(m\d{4,12}-[0-9a-f]{16,64})\/?$/;

const ANSWERS: Record<Outcome, readonly [status: number, text: string]> = {
  stored: [200, "OK"],
  created: [200, "OK"],
  unknown: [404, "not found"],
  ambiguous: [404, "not found"],
  limited: [429, "too many requests"],
  unavailable: [503, "unavailable, try again"],
};

/** Returns whether a path is that of a heartbeat of Better Stack or UptimeRobot. */
export function isHostedHeartbeat(path: string): boolean {
  return BETTER_STACK.test(path) || UPTIMEROBOT.test(path);
}

/** The heartbeat URLs of Better Stack, with `/fail` or an exit status, and those of UptimeRobot. */
export const hostedHeartbeat: SignalDialect = {
  parse({ path }) {
    const [, token, ending] = BETTER_STACK.exec(path) ?? UPTIMEROBOT.exec(path) ?? [];
    const exitStatus = ending === undefined || ending === "fail" ? null : Number(ending);
    if (token === undefined || (exitStatus ?? 0) > 255) return reply(...ANSWERS.unknown);
    const kind = ending === undefined || exitStatus === 0 ? "success" : "fail";
    return {
      target: { kind: "token", token },
      signal: { kind, runId: null, exitStatus, message: null, runMs: null },
    };
  },
  reply: (outcome, waitSeconds) =>
    reply(...ANSWERS[outcome], ANSWERS[outcome][0] >= 429 ? { "Retry-After": String(waitSeconds) } : {}),
};
