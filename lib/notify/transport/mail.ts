import nodemailer from "nodemailer";
import { oneLine } from "@/lib/notify/message/wording";
import { env } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";
import { within } from "@/lib/shared/within";
import type { MailStep } from "../notice";

const CONNECT_TIMEOUT_MS = 10_000;
const TOTAL_TIMEOUT_MS = 30_000;

/** A recipient for whom the server didn't accept an email. */
export interface RefusedRecipient {
  readonly address: string;
  readonly reason: string;
  /** Rejected permanently (5xx). Otherwise the server may accept it later, as greylisting does (RFC 5321 §4.2.1). */
  readonly final: boolean;
}

export interface MailSent {
  /** The server's final reply. */
  readonly response: string;
  readonly refused: readonly RefusedRecipient[];
}

/** An email that wasn't accepted. `final`: the server rejected it permanently (5xx). */
export class MailError extends Error {
  constructor(
    message: string,
    readonly final: boolean,
    readonly code: number | null,
    /** The recipients, if the server refused them one by one. */
    readonly refused: readonly RefusedRecipient[] = [],
  ) {
    super(message);
    this.name = "MailError";
  }
}

export function hasMailServer(): boolean {
  return env().SMTP_URL !== undefined;
}

/**
 * Sends an email through SMTP_URL from MAIL_FROM to its recipients except `without`, who are still listed in it. Strips control
 * characters from names and subject. Throws MailError if no recipient is accepted.
 */
export async function sendMail(
  mail: MailStep,
  timeoutMs = TOTAL_TIMEOUT_MS,
  without: readonly string[] = [],
): Promise<MailSent> {
  const url = env().SMTP_URL;
  if (!url) throw new MailError("SMTP isn't set up. Set SMTP_URL.", true, null);
  const to = mail.to.map(({ address }) => address).filter((address) => !without.includes(address));
  const from = env().MAIL_FROM;
  try {
    const sending = transport(url).sendMail({ ...contentOf(mail), envelope: { from, to } });
    const sent = await within(sending, timeoutMs, () => {
      throw new MailError(`no response within ${timeoutMs / 1000} s`, false, null);
    });
    return { response: sent.response, refused: refusedOf(sent.rejectedErrors, to) };
  } catch (error) {
    throw mailError(error, to);
  }
}

/** Connects, encrypts, and signs in to SMTP_URL exactly as sending does, but sends no email. Throws MailError. */
export async function checkMailServer(): Promise<void> {
  const url = env().SMTP_URL;
  if (!url) throw new MailError("SMTP isn't set up. Set SMTP_URL.", true, null);
  try {
    await within<unknown>(transport(url).verify(), TOTAL_TIMEOUT_MS, () => {
      throw new MailError(`no response within ${TOTAL_TIMEOUT_MS / 1000} s`, false, null);
    });
  } catch (error) {
    throw mailError(error);
  }
}

function transport(url: string) {
  return once(`notify.smtp.${url}`, () =>
    nodemailer.createTransport({
      url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: TOTAL_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
}

/** Marked as prepared because nodemailer would encode quotes, which hides a list's ID from email clients. */
function listHeaders({ headers = {} }: MailStep) {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, { prepared: true, value: oneLine(value) }] as const),
  );
}

function contentOf(mail: MailStep) {
  return {
    from: env().MAIL_FROM,
    to: mail.to.map(({ name, address }) => ({ name: oneLine(name).replace(/[<>",]/g, ""), address })),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    ...(mail.threadId ? { inReplyTo: mail.threadId, references: mail.threadId } : {}),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...listHeaders(mail) },
  };
}

type RecipientError = Error & {
  readonly recipient?: string;
  readonly response?: string;
  readonly responseCode?: number;
};

/** Names the recipients as they were given. Nodemailer puts their domains in lower case. */
function refusedOf(errors: readonly RecipientError[] = [], to: readonly string[]): RefusedRecipient[] {
  const given = (recipient: string) =>
    to.find((address) => address.toLowerCase() === recipient.toLowerCase()) ?? recipient;
  return errors.map(({ recipient = "", message, response = message, responseCode }) => ({
    address: given(recipient),
    reason: oneLine(response).slice(0, 200),
    final: isFinal(responseCode),
  }));
}

function isFinal(code: number | undefined): boolean {
  return code !== undefined && code >= 500;
}

function mailError(error: unknown, to: readonly string[] = []): MailError {
  if (error instanceof MailError) return error;
  const failed = error as RecipientError & { readonly rejectedErrors?: readonly RecipientError[] };
  const { message, responseCode, rejectedErrors } = failed;
  const refused = refusedOf(rejectedErrors, to);
  const final = refused.length > 0 ? refused.every((one) => one.final) : isFinal(responseCode);
  const text = refused.length > 0 ? refusedText(refused) : oneLine(message).slice(0, 300);
  return new MailError(text, final, responseCode ?? null, refused);
}

/** Example: `not accepted for ben@example.com (450 4.2.0 greylisted)`. */
export function refusedText(refused: readonly RefusedRecipient[]): string {
  return `not accepted for ${refused.map(({ address, reason }) => `${address} (${reason})`).join(", ")}`;
}
