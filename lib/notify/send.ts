import { EMAIL_NOT_CONFIGURED } from "@/lib/contract/alerting/outbox";
import { type AddressPolicy, policyFrom } from "@/lib/probes/net/policy";
import { monotonicMs, now } from "@/lib/shared/clock";
import { ADAPTERS } from "./apps/registry";
import { isRefused, sendToRecipients } from "./mail-recipients";
import type { AppAdapter, HttpStep, MailStep, Notice, SendResult, Step } from "./notice";
import { type Masker, maskerOf, requestLog, responseLog } from "./transport/attempt-log";
import { ExchangeError, exchange } from "./transport/http";
import { hasMailServer } from "./transport/mail";

const TOO_MANY_REQUESTS = 429;

/** A result, or `not_sent`: the message stays in the outbox because SMTP isn't set up. */
type MessageResult = Omit<SendResult, "outcome"> & { readonly outcome: SendResult["outcome"] | "not_sent" };

/** One request or email that was sent or failed, as the delivery log keeps it. */
export interface StepReport {
  readonly step: Step;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly result: MessageResult;
  /** Settings of the integration that the provider wants from now on. */
  readonly learned?: Readonly<Record<string, string>> | undefined;
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
  /** Called before each step but the first. */
  readonly onNext?: () => Promise<void>;
  /** Called with parts that no retry repeats: a successful step before the next one starts, and a recipient of an email. */
  readonly onDone?: (doneStep: string) => Promise<void>;
}

export interface Sent {
  readonly result: MessageResult;
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
  if ("refusal" in built) return { result: { outcome: "rejected", error: built.refusal }, reports: [] };
  const reports: StepReport[] = [];
  for (const step of built) {
    if (options.doneSteps.includes(step.id)) continue;
    if (reports.length > 0) await options.onNext?.();
    const report = await runStep(adapter, step, options);
    reports.push(report);
    await Promise.all(report.settled.map((recipient) => options.onDone?.(recipient)));
    const isDone = report.result.outcome === "delivered";
    if (!isDone && (!mayFail(step) || isRateLimited(report))) break;
    if (isDone && !isAllDone(step, built, reports)) await options.onDone?.(step.id);
  }
  return {
    result: resultOf(reports, options.doneSteps.length > 0),
    isPartlyDelivered: isPartlyDelivered(reports, options.doneSteps),
    reports,
  };
}

/** Returns whether one of several people was reached, now or earlier. They don't wait for the others. */
function isPartlyDelivered(reports: readonly StepReport[], doneSteps: readonly string[]): boolean {
  const forPeople = reports.filter(({ step }) => step.kind === "mail" || step.independent === true);
  const done = forPeople.flatMap(({ step, result, settled }) =>
    result.outcome === "delivered" ? [step.id] : settled,
  );
  return forPeople.length > 0 && [...doneSteps, ...done].some((step) => !isRefused(step));
}

function isAllDone(step: Step, steps: readonly Step[], reports: readonly StepReport[]): boolean {
  return step === steps.at(-1) && reports.every(({ result }) => result.outcome === "delivered");
}

/** Returns whether the provider is rate-limiting us. Its remaining steps would be rate-limited too. */
function isRateLimited({ step, result }: StepReport): boolean {
  return result.isRateLimited === true && !(step.kind === "http" && step.optional);
}

function mayFail(step: Step): boolean {
  return step.kind === "http" && (step.optional === true || step.independent === true);
}

/** Returns the overall result: a retry wins, then a rejection unless anyone was reached. Optional steps don't count. */
function resultOf(reports: readonly StepReport[], someDone: boolean): MessageResult {
  const counting = reports.filter(({ step }) => !(step.kind === "http" && step.optional));
  const remoteId = reports.find((report) => report.result.remoteId)?.result.remoteId ?? null;
  const again = counting.filter(({ result }) => result.outcome === "retry");
  const refused = counting.filter(({ result }) => result.outcome === "rejected");
  if (again[0]) {
    const waits = again.flatMap(({ result }) => result.retryAfterMs ?? []);
    return { ...again[0].result, retryAfterMs: waits.length > 0 ? Math.max(...waits) : null, remoteId };
  }
  const reached = someDone || refused.length < counting.length;
  if (refused[0] && (!reached || !mayFail(refused[0].step))) return { ...refused[0].result, remoteId };
  const unsent = counting.find(({ result }) => result.outcome === "not_sent");
  if (unsent) return { ...unsent.result, remoteId };
  const note = counting.find(({ result }) => result.error)?.result.error ?? null;
  return { outcome: "delivered", error: note, remoteId };
}

async function runStep(adapter: AppAdapter, step: Step, options: SendOptions): Promise<StepReport> {
  const mask = maskerOf(options.secrets);
  const startedAt = now();
  const startMs = monotonicMs();
  const outcome =
    step.kind === "mail"
      ? { ...(await mailOutcome(step, options)), request: requestLog(step, mask) }
      : await httpOutcome(adapter, step, options, mask);
  const { result } = outcome;
  return {
    step,
    startedAt,
    durationMs: Math.round(monotonicMs() - startMs),
    ...outcome,
    result: { ...result, error: result.error && mask(result.error).slice(0, 500) },
  };
}

type Outcome = Pick<StepReport, "learned" | "result" | "statusCode" | "response" | "keptMail" | "settled">;

async function httpOutcome(
  adapter: AppAdapter,
  first: HttpStep,
  options: SendOptions,
  mask: Masker,
): Promise<Outcome & Pick<StepReport, "request">> {
  let step = first;
  try {
    const ranges = isTrusted(adapter, step.url) ? ["0.0.0.0/0", "::/0"] : options.privateTargets;
    const policy = policyOf(ranges);
    const { statusSuffices } = adapter;
    const limits = { policy, timeoutMs: options.timeoutMs, statusSuffices };
    let answer = await exchange(step, limits);
    const other = adapter.instead?.(answer, step);
    if (other) {
      step = other.step;
      answer = await exchange(step, limits);
    }
    const result = adapter.judge(answer, now(), step);
    const isRateLimited = result.isRateLimited ?? answer.status === TOO_MANY_REQUESTS;
    return {
      request: requestLog(step, mask),
      result: { ...result, isRateLimited },
      learned: result.outcome === "delivered" ? other?.settings : undefined,
      statusCode: answer.status,
      response: responseLog(answer, mask),
      keptMail: null,
      settled: [],
    };
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const result: SendResult = { outcome: error.final ? "rejected" : "retry", error: error.message };
    const request = requestLog(step, mask);
    return { request, result, statusCode: null, response: null, keptMail: null, settled: [] };
  }
}

/** Policies remember their results about addresses, so each is made once. */
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
    result: { outcome: "not_sent", error: EMAIL_NOT_CONFIGURED },
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
