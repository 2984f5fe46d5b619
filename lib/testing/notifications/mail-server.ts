import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly from: string;
  readonly recipients: string[];
  /** Unfolded headers by lowercase name. */
  readonly headers: Record<string, string>;
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** SMTP code with which to refuse further mail; null accepts it. */
  refuseWith: number | null;
  /** SMTP codes with which to refuse recipients, by the start of their address. */
  readonly refusedRecipients: Map<string, number>;
  close(): Promise<void>;
}

/** Starts a real SMTP server on a free port that stores what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _, done) {
      const name = [...mailServer.refusedRecipients.keys()].find((start) => address.startsWith(start));
      if (name === undefined) return done();
      const responseCode = mailServer.refusedRecipients.get(name);
      done(Object.assign(new Error("Refused recipient"), { responseCode }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (mailServer.refuseWith !== null) {
          return done(
            Object.assign(new Error("Refused by the test"), { responseCode: mailServer.refuseWith }),
          );
        }
        const raw = Buffer.concat(chunks).toString("utf8");
        const from = session.envelope.mailFrom;
        mails.push({
          from: from === false ? "" : from.address,
          recipients: session.envelope.rcptTo.map((one) => one.address),
          headers: headersOf(raw),
          raw,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuseWith: null,
    refusedRecipients: new Map(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

function headersOf(raw: string): Record<string, string> {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return Object.fromEntries(
    head.split("\r\n").map((line) => {
      const mark = line.indexOf(":");
      return [line.slice(0, mark).toLowerCase(), line.slice(mark + 1).trim()];
    }),
  );
}
