import { Slug } from "@/lib/contract/protocols/heartbeat";
import {
  type Outcome,
  type ParsedSignal,
  reply,
  type SignalDialect,
  type SignalReply,
  type Target,
} from "./request";

/** How much of a body is kept. */
export const BODY_MAX = 100_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PING_KEY = /^[A-Za-z0-9_-]{10,100}$/;
const EXIT_STATUS = /^\d{1,3}$/;
const EXIT_STATUS_MAX = 255;

const ANSWERS: Record<Outcome, readonly [status: number, text: string]> = {
  stored: [200, "OK"],
  created: [201, "Created"],
  unknown: [404, "not found"],
  ambiguous: [409, "ambiguous slug"],
  limited: [429, "rate limited"],
  unavailable: [503, "unavailable"],
};

/** The pinging API of Healthchecks, which also accepts undocumented methods, such as the PUT of `curl --upload-file`. */
export const healthchecks: SignalDialect = {
  parse({ path, query }) {
    const target = targetOf(path, query.get("create") === "1");
    const kind = target && kindOf(target.action);
    const runId = query.get("rid");
    if (!target || !kind || (runId !== null && !UUID.test(runId))) return reply(400, "invalid url format");
    return {
      target: target.target,
      signal: { ...kind, runId: runId?.toLowerCase() ?? null, message: null, runMs: null },
    };
  },
  reply(outcome, waitSeconds): SignalReply {
    const [status, text] = ANSWERS[outcome];
    const isLater = outcome === "limited" || outcome === "unavailable";
    return reply(status, text, {
      "Ping-Body-Limit": String(BODY_MAX),
      ...(isLater ? { "Retry-After": String(waitSeconds) } : {}),
    });
  },
};

function targetOf(path: string, isCreated: boolean): { target: Target; action: string | undefined } | null {
  const [first = "", second, ...rest] = path
    .replace(/^\/ping\//, "")
    .replace(/\/$/, "")
    .split("/");
  if (UUID.test(first)) {
    return rest.length > 0 ? null : { target: { kind: "token", token: first.toLowerCase() }, action: second };
  }
  const isSlug = PING_KEY.test(first) && second !== undefined && Slug.safeParse(second).success;
  if (!isSlug || rest.length > 1) return null;
  return { target: { kind: "slug", pingKey: first, slug: second, isCreated }, action: rest[0] };
}

function kindOf(action: string | undefined): Pick<ParsedSignal["signal"], "kind" | "exitStatus"> | null {
  if (action === undefined) return { kind: "success", exitStatus: null };
  if (action === "start" || action === "fail" || action === "log") return { kind: action, exitStatus: null };
  const exitStatus = EXIT_STATUS.test(action) ? Number(action) : EXIT_STATUS_MAX + 1;
  return exitStatus > EXIT_STATUS_MAX ? null : { kind: exitStatus === 0 ? "success" : "fail", exitStatus };
}
