import { retryAfterMs } from "@/lib/domain/alerting/delivery-schedule";
import type { HttpAnswer, SendResult } from "./notice";

/** Returns whether a retry may help: timeouts, too early, too many requests, and server errors. */
function isRetried(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Explains a redirect, which isn't followed, and where it leads, without what may be a secret. */
export function redirectText({ status, headers }: HttpAnswer): string {
  const to = URL.parse(headers.location ?? "")?.origin;
  return `returned ${status}: redirects aren't followed${to ? ` (it leads to ${to})` : ""}`;
}

/** Judges a vendor's response: 2xx is delivered, timeouts, 429, and 5xx are retried, everything else is final. */
export function judgeVendor(answer: HttpAnswer, now: Date): SendResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return { outcome: "delivered", error: null };
  const waitMs = retryAfterMs(answer.headers["retry-after"], now);
  return {
    outcome: isRetried(status) ? "retry" : "rejected",
    error: status >= 300 && status < 400 ? redirectText(answer) : `returned ${status}`,
    retryAfterMs: waitMs,
  };
}

/** Parses the body as a JSON object; empty when it isn't one. */
export function jsonOf(answer: HttpAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer.body);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns a non-empty text field of a response, or the fallback. */
export function textField(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}
