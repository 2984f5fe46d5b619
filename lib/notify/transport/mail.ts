import nodemailer from "nodemailer";
import { env } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";
import { within } from "@/lib/shared/within";
import { oneLine } from "../message/clean";
import type { MailStep } from "../notice";

const CONNECT_TIMEOUT_MS = 10_000;
const TOTAL_TIMEOUT_MS = 30_000;

export interface MailSent {
  /** The server's final reply. */
  readonly response: string;
  readonly rejected: readonly string[];
}

/** An email that wasn't accepted. `final`: the server rejected it permanently (5xx). */
export class MailError extends Error {
  constructor(
    message: string,
    readonly final: boolean,
    readonly code: number | null,
  ) {
    super(message);
    this.name = "MailError";
  }
}

export function hasMailServer(): boolean {
  return env().SMTP_URL !== undefined;
}

/** Sends an email through SMTP_URL from MAIL_FROM. Strips control characters from names and subject. Throws MailError. */
export async function sendMail(mail: MailStep, timeoutMs = TOTAL_TIMEOUT_MS): Promise<MailSent> {
  const url = env().SMTP_URL;
  if (!url) throw new MailError("SMTP isn't set up. Set SMTP_URL.", true, null);
  try {
    const sent = await within(transport(url).sendMail(envelopeOf(mail)), timeoutMs, () => {
      throw new MailError(`no response within ${timeoutMs / 1000} s`, false, null);
    });
    return { response: sent.response, rejected: (sent.rejected ?? []).map(String) };
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

function envelopeOf(mail: MailStep) {
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

function mailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { message, responseCode } = error as Error & { responseCode?: number };
  const code = responseCode ?? null;
  return new MailError(oneLine(message).slice(0, 300), code !== null && code >= 500, code);
}
