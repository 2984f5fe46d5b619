import * as smtp from "@/lib/testing/notifications/mail-server";
import { waitFor } from "@/lib/testing/processes/wait";

export interface MailServer {
  readonly url: string;
  /** Raw messages, oldest first. */
  readonly mails: readonly string[];
  waitForMail(containing: string, timeoutMs?: number): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a real SMTP server on a free port that keeps the messages it receives. */
export async function startMailServer(): Promise<MailServer> {
  const server = await smtp.startMailServer();
  const mails = () => server.mails.map(({ raw }) => raw);
  return {
    url: server.url,
    get mails() {
      return mails();
    },
    waitForMail: (containing, timeoutMs) =>
      waitFor(
        `an email containing "${containing}"`,
        () => mails().find((mail) => mail.includes(containing)),
        timeoutMs,
      ),
    stop: server.close,
  };
}
