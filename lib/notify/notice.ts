import type { AppId } from "@/lib/contract/apps/registry";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import type { Message } from "./message/message";

/** Everything that an app needs to tell one event: built once, read by adapters that open nothing. */
export interface Notice {
  /** Stable over attempts; receivers drop repeats by it. */
  readonly requestId: string;
  readonly eventKey: string;
  /** Null for a test message. */
  readonly facts: EventFacts | null;
  readonly message: Message;
  readonly integration: { readonly id: number; readonly name: string };
  readonly app: AppId;
  /** Open and secret settings together. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the rule asked for (`integration_settings`). */
  readonly messageSettings: Readonly<Record<string, unknown>> | null;
  readonly recipients: readonly Recipient[];
  /** Id that the provider gave the incident's first message here, or the subject of its first mail; null before it. */
  readonly firstRemoteId: string | null;
  readonly now: Date;
}

export interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

/** One HTTP request to be sent. */
export interface HttpStep {
  readonly kind: "http";
  /** Names the step within its delivery: one that succeeded is not repeated by a later attempt. */
  readonly id: string;
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE" | "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Its failure does not fail the delivery: it makes something nicer (a thread, an edit), and the message is out. */
  readonly optional?: boolean;
  /** Its failure does not keep the steps after it from being sent: another person's message. */
  readonly independent?: boolean;
}

/** One mail to be sent, or to be kept when SMTP is not set up. */
export interface MailStep {
  readonly kind: "mail";
  readonly id: string;
  readonly to: readonly { readonly name: string; readonly address: string }[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** First message of the thread; null when this is it. */
  readonly threadId: string | null;
  /** Those of a mailing list; values are ASCII on one line. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Step = HttpStep | MailStep;

/** Nothing can be sent, now or later: what is missing, in words. */
export interface Refusal {
  readonly refusal: string;
}

/** What came back over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Verdict {
  readonly outcome: "delivered" | "retry" | "rejected";
  /** Why it was not delivered. */
  readonly error: string | null;
  readonly retryAfterMs?: number | null;
  /** Id that the provider gave the message: what later ones edit or answer. */
  readonly remoteId?: string | null;
}

/** An app as the sending sees it: builds requests and reads answers, opens nothing. */
export interface AppAdapter {
  build(notice: Notice): readonly Step[] | Refusal;
  judge(answer: HttpAnswer, now: Date, step: HttpStep): Verdict;
  /** Machines want every event; people want one summary when all is over before they were told. */
  readonly wantsEveryEvent: boolean;
  /** Origins of the vendor from our environment: reached even where private addresses are closed. */
  readonly trustedOrigins?: () => readonly string[];
}
