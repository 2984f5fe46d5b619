import { type Outcome, reply, type SignalDialect } from "./request";

const KEY = /^\/api\/v1\/endpoints\/([a-z0-9_-]{1,200})\/external$/;
const BEARER = /^Bearer ([A-Za-z0-9_-]{10,100})$/i;
const UNIT_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 0.000_001,
};

const ANSWERS: Record<Outcome, readonly [status: number, text: string]> = {
  stored: [200, ""],
  created: [200, ""],
  unknown: [401, "invalid token"],
  ambiguous: [404, "not found"],
  limited: [429, "rate limited"],
  unavailable: [503, "unavailable"],
};

/** The external endpoints of Gatus. */
export const gatusExternal: SignalDialect = {
  parse({ method, path, query, header }) {
    const key = KEY.exec(path)?.[1];
    if (key === undefined || method !== "POST") return reply(404, "not found");
    const token = BEARER.exec(header("authorization") ?? "")?.[1];
    if (token === undefined) return reply(401, "bearer token must not be empty");
    const success = query.get("success");
    if (success !== "true" && success !== "false") return reply(400, "invalid success value");
    const runMs = durationMs(query.get("duration") ?? "");
    if (runMs === undefined) return reply(400, "invalid duration");
    const kind = success === "true" ? "success" : "fail";
    const message = kind === "fail" ? query.get("error") || null : null;
    const signal = { kind, runId: null, exitStatus: null, message, runMs } as const;
    return { target: { kind: "token", token, slug: key }, signal };
  },
  reply: (outcome, waitSeconds) =>
    reply(...ANSWERS[outcome], ANSWERS[outcome][0] >= 429 ? { "Retry-After": String(waitSeconds) } : {}),
};

/** Reads a duration as Go writes it, such as `1m30.5s`. Null for none, undefined for a wrong one. */
function durationMs(text: string): number | null | undefined {
  if (text === "") return null;
  let rest = text;
  let sum = 0;
  while (rest !== "") {
    const [part, value = "", unit = ""] = /^(\d{1,12}(?:\.\d{1,12})?)(h|ms|m|s|us|µs|ns)/.exec(rest) ?? [];
    if (part === undefined) return undefined;
    sum += Number(value) * (UNIT_MS[unit] ?? 0);
    rest = rest.slice(part.length);
  }
  return Math.round(sum);
}
