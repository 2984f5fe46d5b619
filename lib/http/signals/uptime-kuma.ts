import { jsonReply, type Outcome, type SignalDialect } from "./request";

const TOKEN = /^\/api\/push\/([A-Za-z0-9_-]{10,100})\/?$/;
const RUN_MAX_MS = 7 * 86_400_000;

const NOT_FOUND = [404, { ok: false, msg: "Monitor not found or not active." }] as const;
const ANSWERS: Record<Outcome, readonly [status: number, body: object]> = {
  stored: [200, { ok: true }],
  created: [200, { ok: true }],
  unknown: NOT_FOUND,
  ambiguous: NOT_FOUND,
  limited: [429, { ok: false, msg: "Too many requests." }],
  unavailable: [503, { ok: false, msg: "Unavailable. Try again." }],
};

/** The push URLs of Uptime Kuma. */
export const uptimeKumaPush: SignalDialect = {
  parse({ path, query }) {
    const token = TOKEN.exec(path)?.[1];
    if (token === undefined) return jsonReply(...NOT_FOUND);
    // As in Uptime Kuma, an empty status is none.
    const kind = (query.get("status") || "up").toLowerCase() === "up" ? "success" : "fail";
    const text = query.get("msg") ?? "";
    const ping = Number.parseFloat(query.get("ping") ?? "");
    const runMs = ping >= 0 && ping <= RUN_MAX_MS ? Math.round(ping) : null;
    const message = text === "" || text === "OK" ? null : text;
    return {
      target: { kind: "token", token },
      signal: { kind, runId: null, exitStatus: null, message, runMs },
    };
  },
  reply: (outcome, waitSeconds) =>
    jsonReply(...ANSWERS[outcome], ANSWERS[outcome][0] >= 429 ? { "Retry-After": String(waitSeconds) } : {}),
};
