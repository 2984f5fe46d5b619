import { EMAIL_NOT_CONFIGURED } from "@/lib/contract/alerting/outbox";
import { type AddressPolicy, policyFrom } from "@/lib/probes/net/policy";
import { monotonicMs, now } from "@/lib/shared/clock";
import { ADAPTERS } from "./apps/registry";
import { isRefused, sendToRecipients } from "./mail-recipients";
import type { AppAdapter, HttpStep, MailStep, Notice, Step, Verdict } from "./notice";
import { type Masker, maskerOf, requestLog, responseLog } from "./transport/attempt-log";
import { ExchangeError, exchange } from "./transport/http";
import { hasMailServer } from "./transport/mail";

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
  /** Done steps of the recipients of an email, if it must be retried for others. */
  readonly settled: readonly string[];
}

export interface SendOptions {
  readonly secrets: readonly unknown[];
  /** Address ranges that are allowed besides public ones. */
  readonly privateTargets: readonly string[];
  readonly doneSteps: readonly string[];
  readonly timeoutMs?: number;
  /** Called with what no retry repeats: a successful step before the next one starts, and a recipient of an email. */
  readonly onDone?: (doneStep: string) => Promise<void>;
}

export interface Sent {
  readonly verdict: SendVerdict;
  /** Whether it reached some of its recipients, in this attempt or an earlier one. */
  readonly isPartlyDelivered?: boolean;
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
    await Promise.all(report.settled.map((recipient) => options.onDone?.(recipient)));
    const isDone = report.verdict.outcome === "delivered";
    if (!isDone && (!mayFail(step) || isRateLimited(report))) break;
    if (isDone && !isAllDone(step, built, reports)) await options.onDone?.(step.id);
  }
  return {
    verdict: verdictOf(reports, options.doneSteps.length > 0),
    isPartlyDelivered: isPartlyDelivered(reports, options.doneSteps),
    reports,
  };
}

/** Returns whether one of several people was reached, now or earlier. They don't wait for the others. */
function isPartlyDelivered(reports: readonly StepReport[], doneSteps: readonly string[]): boolean {
  const forPeople = reports.filter(({ step }) => step.kind === "mail" || step.independent === true);
  const done = forPeople.flatMap(({ step, verdict, settled }) =>
    verdict.outcome === "delivered" ? [step.id] : settled,
  );
  return forPeople.length > 0 && [...doneSteps, ...done].some((step) => !isRefused(step));
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

type Outcome = Pick<StepReport, "verdict" | "statusCode" | "response" | "keptMail" | "settled">;

async function httpOutcome(
  adapter: AppAdapter,
  step: HttpStep,
  options: SendOptions,
  mask: Masker,
): Promise<Outcome> {
  try {
    const ranges = isTrusted(adapter, step.url) ? ["0.0.0.0/0", "::/0"] : options.privateTargets;
    const policy = policyOf(ranges);
    const { statusSuffices } = adapter;
    const answer = await exchange(step, { policy, timeoutMs: options.timeoutMs, statusSuffices });
    const verdict = adapter.judge(answer, now(), step);
    const isRateLimited = verdict.isRateLimited ?? answer.status === TOO_MANY_REQUESTS;
    return {
      verdict: { ...verdict, isRateLimited },
      statusCode: answer.status,
      response: responseLog(answer, mask),
      keptMail: null,
      settled: [],
    };
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const verdict: Verdict = { outcome: error.final ? "rejected" : "retry", error: error.message };
    return { verdict, statusCode: null, response: null, keptMail: null, settled: [] };
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

async function mailOutcome(step: MailStep, { timeoutMs, doneSteps }: SendOptions): Promise<Outcome> {
  if (hasMailServer()) return { ...(await sendToRecipients(step, doneSteps, timeoutMs)), keptMail: null };
  return {
    verdict: { outcome: "not_sent", error: EMAIL_NOT_CONFIGURED },
    statusCode: null,
    response: null,
    keptMail: step,
    settled: [],
  };
}

/** Returns whether a URL points to an origin that the operator set for this app. Such origins may be private addresses. */
export function isTrusted(adapter: AppAdapter, url: string): boolean {
  return adapter.trustedOrigins?.().includes(new URL(url).origin) ?? false;
}
