import type { AppId } from "@/lib/contract/apps/registry";
import type { EventKey } from "@/lib/contract/core/events";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import type { Message } from "./message/message";

/** Everything an adapter needs to send one event. Adapters only read it and do no I/O. */
export interface Notice {
  /** The same for all attempts, so that receivers can drop duplicates. */
  readonly requestId: string;
  readonly eventKey: string;
  /** Null for a test message. */
  readonly facts: EventFacts | null;
  readonly message: Message;
  readonly integration: { readonly id: number; readonly name: string };
  readonly app: AppId;
  /** Public and secret settings together. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The alert rule's `integration_settings`. */
  readonly messageSettings: Readonly<Record<string, unknown>> | null;
  readonly recipients: readonly Recipient[];
  /** The provider's ID of the incident's first message that was sent; null before that. */
  readonly firstRemoteId: string | null;
  readonly now: Date;
}

export interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

/** One HTTP request to send. */
export interface HttpStep {
  readonly kind: "http";
  /** Identifies the step within its delivery. Retries skip steps that succeeded. */
  readonly id: string;
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE" | "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A failure doesn't fail the delivery: the message was sent, and this step only improves it (a thread, an edit). */
  readonly optional?: boolean;
  /** A failure doesn't stop the steps after it, such as messages to other people. */
  readonly independent?: boolean;
}

/** One email to send, or to keep when SMTP isn't set up. */
export interface MailStep {
  readonly kind: "mail";
  readonly id: string;
  readonly to: readonly { readonly name: string; readonly address: string }[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** The first message of the thread; null when this is the first. */
  readonly threadId: string | null;
  /** Mailing list headers. Values are ASCII on one line. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Step = HttpStep | MailStep;

/** Nothing can be sent, now or later. Says what is missing. */
export interface Refusal {
  readonly refusal: string;
}

/** An HTTP response. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendResult {
  readonly outcome: "delivered" | "retry" | "rejected";
  /** Why it wasn't delivered. */
  readonly error: string | null;
  readonly retryAfterMs?: number | null;
  /** Whether the provider is rate-limiting us. When absent, its status says so: 429. */
  readonly isRateLimited?: boolean;
  /** The provider's ID of the message, which later messages edit or reply to. */
  readonly remoteId?: string | null;
}

export interface Instead {
  readonly step: HttpStep;
  readonly settings: Readonly<Record<string, string>>;
}

/** Builds the requests of an app and judges the responses. Does no I/O. */
export interface AppAdapter {
  build(notice: Notice): readonly Step[] | Refusal;
  judge(answer: HttpAnswer, now: Date, step: HttpStep): SendResult;
  /**
   * Returns the request that a refusal asks for instead, such as to the chat's new ID, and the settings with which it isn't refused again;
   * null if it asks for none.
   */
  instead?(answer: HttpAnswer, step: HttpStep): Instead | null;
  /** Returns the error in a rule's `integration_settings` for this event, beyond their schema; null without one. */
  ruleProblem?(
    settings: Readonly<Record<string, unknown>>,
    event: EventKey,
  ): { setting: string; problem: string } | null;
  /** Its judge reads only the status. A response whose rest is malformed or doesn't end is as good as a complete one. */
  readonly statusSuffices?: boolean;
  /** Machines want every event. People want one summary when an incident recovered before they were notified. */
  readonly wantsEveryEvent: boolean;
  /** Vendor origins set in the environment. They may be reached even where private addresses are blocked. */
  readonly trustedOrigins?: () => readonly string[];
}
