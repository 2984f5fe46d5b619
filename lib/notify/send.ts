import { EMAIL_NOT_CONFIGURED } from "@/lib/contract/alerting/outbox";
import { type AddressPolicy, policyFrom } from "@/lib/probes/net/policy";
import { monotonicMs, now } from "@/lib/shared/clock";
import { ADAPTERS } from "./apps/registry";
import type { AppAdapter, HttpStep, MailStep, Notice, Step, Verdict } from "./notice";
import { type Masker, maskerOf, requestLog, responseLog } from "./transport/attempt-log";
import { ExchangeError, exchange } from "./transport/http";
import { hasMailServer, MailError, sendMail } from "./transport/mail";

const TOO_MANY_REQUESTS = 429;

/** A verdict, or `not_sent`: the message stays in the outbox because SMTP isn't set up. */
type SendVerdict = Omit<Verdict, "outcome"> & { readonly outcome: Verdict["outcome"] | "not_sent" };

/** One request or email that was sent or failed, as the delivery log keeps it. */
export interface StepReport {
  readonly step: Step;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly verdict: SendVerdict;
  readonly statusCode: number | null;
  readonly request: object;
  readonly response: object | null;
  /** The email to keep in the outbox because SMTP isn't set up. */
  readonly keptMail: MailStep | null;
}

export interface SendOptions {
  readonly secrets: readonly unknown[];
  /** Address ranges that are allowed besides public ones. */
  readonly privateTargets: readonly string[];
  readonly doneSteps: readonly string[];
  readonly timeoutMs?: number;
  /** Called after each successful step, before the next one starts. The result alone tells that all steps succeeded. */
  readonly onDone?: (step: Step) => Promise<void>;
}

export interface Sent {
  readonly verdict: SendVerdict;
  readonly reports: readonly StepReport[];
}

/**
 * Builds and sends a notice step by step, stopping at the first failure. Skips steps that an earlier attempt finished. Never throws
 * for what the other side does.
 */
export async function send(notice: Notice, options: SendOptions): Promise<Sent> {
  const adapter = ADAPTERS[notice.app];
  const built = adapter.build(notice);
  if ("refusal" in built) return { verdict: { outcome: "rejected", error: built.refusal }, reports: [] };
  const reports: StepReport[] = [];
  for (const step of built) {
    if (options.doneSteps.includes(step.id)) continue;
    const report = await runStep(adapter, step, options);
    reports.push(report);
    const isDone = report.verdict.outcome === "delivered";
    if (!isDone && (!mayFail(step) || isRateLimited(report))) break;
    if (isDone && !isAllDone(step, built, reports)) await options.onDone?.(step);
  }
  return { verdict: verdictOf(reports, options.doneSteps.length > 0), reports };
}

function isAllDone(step: Step, steps: readonly Step[], reports: readonly StepReport[]): boolean {
  return step === steps.at(-1) && reports.every(({ verdict }) => verdict.outcome === "delivered");
}

/** Returns whether the provider is rate-limiting us. Its remaining steps would be rate-limited too. */
function isRateLimited({ step, verdict }: StepReport): boolean {
  return verdict.isRateLimited === true && !(step.kind === "http" && step.optional);
}

function mayFail(step: Step): boolean {
  return step.kind === "http" && (step.optional === true || step.independent === true);
}

/** Returns the overall verdict: a retry wins, then a rejection unless anyone was reached. Optional steps don't count. */
function verdictOf(reports: readonly StepReport[], someDone: boolean): SendVerdict {
  const counting = reports.filter(({ step }) => !(step.kind === "http" && step.optional));
  const remoteId = reports.find((report) => report.verdict.remoteId)?.verdict.remoteId ?? null;
  const again = counting.filter(({ verdict }) => verdict.outcome === "retry");
  const refused = counting.filter(({ verdict }) => verdict.outcome === "rejected");
  if (again[0]) {
    const waits = again.flatMap(({ verdict }) => verdict.retryAfterMs ?? []);
    return { ...again[0].verdict, retryAfterMs: waits.length > 0 ? Math.max(...waits) : null, remoteId };
  }
  const reached = someDone || refused.length < counting.length;
  if (refused[0] && (!reached || !mayFail(refused[0].step))) return { ...refused[0].verdict, remoteId };
  const unsent = counting.find(({ verdict }) => verdict.outcome === "not_sent");
  if (unsent) return { ...unsent.verdict, remoteId };
  const note = counting.find(({ verdict }) => verdict.error)?.verdict.error ?? null;
  return { outcome: "delivered", error: note, remoteId };
}

async function runStep(adapter: AppAdapter, step: Step, options: SendOptions): Promise<StepReport> {
  const mask = maskerOf(options.secrets);
  const startedAt = now();
  const startMs = monotonicMs();
  const outcome =
    step.kind === "mail" ? await mailOutcome(step, options) : await httpOutcome(adapter, step, options, mask);
  const { verdict } = outcome;
  return {
    step,
    startedAt,
    durationMs: Math.round(monotonicMs() - startMs),
    request: requestLog(step, mask),
    ...outcome,
    verdict: { ...verdict, error: verdict.error && mask(verdict.error).slice(0, 500) },
  };
}

type Outcome = Pick<StepReport, "verdict" | "statusCode" | "response" | "keptMail">;

async function httpOutcome(
  adapter: AppAdapter,
  step: HttpStep,
  options: SendOptions,
  mask: Masker,
): Promise<Outcome> {
  try {
    const ranges = isTrusted(adapter, step.url) ? ["0.0.0.0/0", "::/0"] : options.privateTargets;
    const policy = policyOf(ranges);
    const answer = await exchange(step, { policy, timeoutMs: options.timeoutMs });
    const verdict = adapter.judge(answer, now(), step);
    const isRateLimited = verdict.isRateLimited ?? answer.status === TOO_MANY_REQUESTS;
    return {
      verdict: { ...verdict, isRateLimited },
      statusCode: answer.status,
      response: responseLog(answer, mask),
      keptMail: null,
    };
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const verdict: Verdict = { outcome: error.final ? "rejected" : "retry", error: error.message };
    return { verdict, statusCode: null, response: null, keptMail: null };
  }
}

/** Policies remember their verdicts about addresses, so each is made once. */
const policies = new Map<string, AddressPolicy>();

function policyOf(ranges: readonly string[]): AddressPolicy {
  const key = ranges.join();
  const known = policies.get(key) ?? policyFrom(ranges);
  policies.set(key, known);
  return known;
}

async function mailOutcome(step: MailStep, { timeoutMs }: SendOptions): Promise<Outcome> {
  if (!hasMailServer()) {
    return {
      verdict: { outcome: "not_sent", error: EMAIL_NOT_CONFIGURED },
      statusCode: null,
      response: null,
      keptMail: step,
    };
  }
  try {
    const { response, rejected } = await sendMail(step, timeoutMs);
    const error = rejected.length > 0 ? `not accepted for ${rejected.join(", ")}` : null;
    return {
      verdict: { outcome: "delivered", error, remoteId: remoteIdOf(step) },
      statusCode: 250,
      response: { response },
      keptMail: null,
    };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const verdict: Verdict = { outcome: error.final ? "rejected" : "retry", error: error.message };
    return { verdict, statusCode: error.code, response: null, keptMail: null };
  }
}

/** Returns what later emails of the thread refer to and repeat: the Message-ID and the subject of its first one. */
function remoteIdOf({ threadId, messageId, subject }: MailStep): string | null {
  return threadId ? null : `${messageId} ${subject}`;
}

/** Returns whether a URL points to an origin that the operator set for this app. Such origins may be private addresses. */
export function isTrusted(adapter: AppAdapter, url: string): boolean {
  return adapter.trustedOrigins?.().includes(new URL(url).origin) ?? false;
}
