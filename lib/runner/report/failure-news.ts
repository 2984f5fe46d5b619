import type { CheckResult } from "@/lib/contract/checks/check";

const AGAIN_MS = 3600_000;

/**
 * Decides whether a result includes its request and response: when a failure differs from the previous one, and once an
 * hour while it lasts. Otherwise, an outage of many monitors would fill the spool with the same page.
 */
export class FailureNews {
  /** The last failure of each subject that was sent with its request and response, until the next success. */
  private readonly sent = new WeakMap<object, { readonly what: string; readonly atMs: number }>();

  has(subject: object, result: CheckResult, nowMs: number): boolean {
    if (result.outcome === "up") this.sent.delete(subject);
    // An inconclusive check between two equal failures doesn't make the second one worth sending.
    if (result.outcome === "up" || !result.trace) return false;
    const before = this.sent.get(subject);
    const what = `${result.error?.code} ${result.status_code}`;
    if (before?.what === what && nowMs - before.atMs < AGAIN_MS) return false;
    this.sent.set(subject, { what, atMs: nowMs });
    return true;
  }
}
