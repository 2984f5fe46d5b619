import { retryAfterMs } from "@/lib/domain/alerting/delivery-schedule";
import type { HttpAnswer, Verdict } from "./notice";

/** Statuses that a later attempt may change: timeouts, too early, too many, and everything that is the server's fault. */
function isTemporary(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Vendors: 2xx is delivered, timeouts, 429 and 5xx come again, everything else is final. */
export function judgeVendor(answer: HttpAnswer, now: Date): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { outcome: "delivered", error: null };
  const waitMs = retryAfterMs(answer.headers["retry-after"], now);
  return {
    outcome: isTemporary(status) ? "retry" : "rejected",
    error: `answered ${status}`,
    retryAfterMs: waitMs,
  };
}

/** A JSON object of an answer's body; empty when it is none. */
export function jsonOf(answer: HttpAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer.body);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A text field of an answer, or a stand-in. */
export function textField(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}
