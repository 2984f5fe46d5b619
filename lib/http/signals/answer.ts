import { ApiError } from "@/lib/contract/core/errors";
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
import type { ReceivedSignal } from "@/lib/store/checks/heartbeat-signals";
import type { HeartbeatKey } from "@/lib/store/checks/heartbeats";
import { isTemporaryInDatabase } from "@/lib/store/core/database-errors";
import { gatusExternal } from "./gatus";
import { BODY_MAX, healthchecks } from "./healthchecks";
import { hostedHeartbeat, isHostedHeartbeat } from "./hosted";
import type { Outcome, ParsedSignal, SignalDialect, SignalReply, SignalRequest, Target } from "./request";
import { isKnown, resolveTarget, type SignalReceiver, targetName } from "./resolve";
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
  if (isHostedHeartbeat(path)) return hostedHeartbeat;
  return path.startsWith("/api/v1/endpoints/") && path.endsWith("/external") ? gatusExternal : null;
}

/** Answers a request that carries a signal. A signal is durable before the reply says so. */
export async function answerSignal(dialect: SignalDialect, request: SignalRequest): Promise<SignalReply> {
  const parsed = dialect.parse(request);
  if (!("target" in parsed)) return parsed;
  const { outcome, waitMs = RETRY_S * 1000 } = await take(parsed, request);
  return dialect.reply(outcome, Math.max(1, Math.ceil(waitMs / 1000)));
}

export interface Taken {
  readonly outcome: Outcome;
  readonly waitMs?: number;
}

function take(parsed: ParsedSignal, request: SignalRequest): Promise<Taken> {
  return deliver(
    parsed.target,
    request.address,
    { perMinute: SIGNALS_PER_MINUTE },
    async ({ key, mapping }) =>
      // Alerts have keys, which a ping doesn't name.
      mapping === null ? [await received(parsed, request, key)] : null,
  );
}

interface Limits {
  readonly perMinute: number;
  readonly freshMs?: number;
}

/** Stores the signals of a request durably, under the limits of its token and client. `signalsOf` returns null for a wrong monitor. */
export async function deliver(
  target: Target,
  address: string,
  { perMinute, freshMs }: Limits,
  signalsOf: (found: SignalReceiver) => Promise<readonly ReceivedSignal[] | null>,
): Promise<Taken> {
  const name = targetName(target);
  const { signals, guesses } = limits();
  const client = clientBucket(address);
  const sent = signals.read(name);
  if (sent.used >= perMinute) return { outcome: "limited", waitMs: sent.leftMs };
  const guessed = guesses.read(client);
  if (!isKnown(name) && guessed.used >= GUESSES_PER_MINUTE)
    return { outcome: "limited", waitMs: guessed.leftMs };
  try {
    const found = await resolveTarget(target, name, freshMs);
    if (typeof found === "string") {
      guesses.count(client);
      return { outcome: found };
    }
    const isNew = "createIn" in found;
    if (isNew) guesses.count(client);
    if (isNew && !(target.kind === "slug" && target.isCreated)) return { outcome: "unknown" };
    signals.count(name);
    const receiver =
      "createIn" in found
        ? {
            key: await createReporting(found.createIn, target.kind === "slug" ? target.slug : ""),
            mapping: null,
          }
        : found;
    const all = await signalsOf(receiver);
    if (all === null) return { outcome: "unknown" };
    await Promise.all(all.map((signal) => signalIntake().accept(signal)));
    return { outcome: isNew ? "created" : "stored" };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (!(error instanceof SpoolFull || isTemporaryInDatabase(error)))
      log.error("a signal could not be stored", { error });
    return { outcome: "unavailable" };
  }
}

async function received(parsed: ParsedSignal, request: SignalRequest, key: HeartbeatKey) {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const { kept, bytes } = hasBody ? await request.body(BODY_MAX) : NO_BODY;
  return stamped(parsed.signal, request, key, { kept, bytes });
}

export const NO_BODY = { kept: null, bytes: 0 };

/** Returns a signal as it is stored, received now. */
export function stamped(
  signal: ParsedSignal["signal"],
  { method, header, address }: Pick<SignalRequest, "method" | "header" | "address">,
  { projectId, monitorId }: HeartbeatKey,
  { kept, bytes }: { kept: Buffer | null; bytes: number },
): ReceivedSignal {
  const receivedAt = now().getTime();
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
