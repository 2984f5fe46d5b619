import { uuidAt } from "@/lib/domain/core/time-uuid";
import { signalIntake } from "@/lib/engine/heartbeats/intake";
import { SpoolFull } from "@/lib/engine/heartbeats/spool";
import { createReporting } from "@/lib/services/monitors/reporting";
import { clientBucket } from "@/lib/shared/address-ranges";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { storableText } from "@/lib/shared/storable-text";
import { WindowCounter } from "@/lib/shared/window-counter";
import { isDatabaseUnavailable } from "@/lib/store/core/database-errors";
import { gatusExternal } from "./gatus";
import { BODY_MAX, healthchecks } from "./healthchecks";
import type { Outcome, ParsedSignal, SignalDialect, SignalReply, SignalRequest } from "./request";
import { isKnown, resolveTarget, targetName } from "./resolve";
import { uptimeKumaPush } from "./uptime-kuma";

const WINDOW_MS = 60_000;
/** Signals of one monitor per minute. */
const SIGNALS_PER_MINUTE = 60;
/** Unknown tokens per client and minute, each of which costs a query. */
const GUESSES_PER_MINUTE = 60;
const KEYS_MAX = 100_000;
const RETRY_S = 30;
const TEXT_MAX = 250;

const limits = () =>
  once("signals.limits", () => ({
    signals: new WindowCounter(WINDOW_MS, KEYS_MAX),
    guesses: new WindowCounter(WINDOW_MS, KEYS_MAX),
  }));

/** Returns the protocol of a path that receives signals; null for every other path. */
export function dialectOf(path: string): SignalDialect | null {
  if (path.startsWith("/ping/")) return healthchecks;
  if (path.startsWith("/api/push/")) return uptimeKumaPush;
  return path.startsWith("/api/v1/endpoints/") && path.endsWith("/external") ? gatusExternal : null;
}

/** Answers a request that carries a signal. A signal is durable before the reply says so. */
export async function answerSignal(dialect: SignalDialect, request: SignalRequest): Promise<SignalReply> {
  const parsed = dialect.parse(request);
  if (!("target" in parsed)) return parsed;
  const { outcome, waitMs = RETRY_S * 1000 } = await take(parsed, request);
  return dialect.reply(outcome, Math.max(1, Math.ceil(waitMs / 1000)));
}

interface Taken {
  readonly outcome: Outcome;
  readonly waitMs?: number;
}

async function take(parsed: ParsedSignal, request: SignalRequest): Promise<Taken> {
  const name = targetName(parsed.target);
  const { signals, guesses } = limits();
  const client = clientBucket(request.address);
  const sent = signals.read(name);
  if (sent.used >= SIGNALS_PER_MINUTE) return { outcome: "limited", waitMs: sent.leftMs };
  const guessed = guesses.read(client);
  if (!isKnown(name) && guessed.used >= GUESSES_PER_MINUTE)
    return { outcome: "limited", waitMs: guessed.leftMs };
  try {
    const found = await resolveTarget(parsed.target, name);
    if (typeof found === "string") {
      guesses.count(client);
      return { outcome: found };
    }
    const isNew = "createIn" in found;
    if (isNew) guesses.count(client);
    if (isNew && !(parsed.target.kind === "slug" && parsed.target.isCreated)) return { outcome: "unknown" };
    signals.count(name);
    const key =
      "createIn" in found
        ? await createReporting(found.createIn, parsed.target.kind === "slug" ? parsed.target.slug : "")
        : found;
    await signalIntake().accept(await received(parsed, request, key));
    return { outcome: isNew ? "created" : "stored" };
  } catch (error) {
    if (!(error instanceof SpoolFull || isDatabaseUnavailable(error)))
      log.error("a signal could not be stored", { error });
    return { outcome: "unavailable" };
  }
}

async function received(
  { signal }: ParsedSignal,
  { method, header, address, body }: SignalRequest,
  { projectId, monitorId }: { projectId: number; monitorId: number },
) {
  const receivedAt = now().getTime();
  const { kept, bytes } = method === "POST" ? await body(BODY_MAX) : { kept: null, bytes: 0 };
  const userAgent = header("user-agent");
  return {
    ...signal,
    message: signal.message && storableText(signal.message, TEXT_MAX),
    projectId,
    monitorId,
    receivedAt,
    id: uuidAt(receivedAt),
    method: method.slice(0, 10),
    userAgent: userAgent === undefined ? null : storableText(userAgent, TEXT_MAX),
    address,
    body: kept && kept.length > 0 ? kept : null,
    bodyBytes: bytes,
  };
}
