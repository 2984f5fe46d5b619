import { SMTPServer } from "smtp-server";
import { waitFor } from "./wait";

export interface MailServer {
  readonly url: string;
  /** Raw messages, oldest first. */
  readonly mails: string[];
  waitForMail(containing: string, timeoutMs?: number): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a real SMTP server on a free port that keeps the messages it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push(Buffer.concat(chunks).toString("utf8"));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    waitForMail: (containing, timeoutMs = 150_000) =>
      waitFor(
        `an email containing "${containing}"`,
        () => mails.find((mail) => mail.includes(containing)),
        timeoutMs,
      ),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
