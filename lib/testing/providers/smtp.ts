import net from "node:net";

/** What an SMTP server replies to each command. The last line of a dialogue may be cut off. */
export interface SmtpScript {
  readonly greeting?: string | null;
  readonly replies?: Readonly<Record<string, string | "reset">>;
  readonly afterData?: string | "reset" | null;
}

const USUAL: Record<string, string> = {
  EHLO: "250 test",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  QUIT: "221 bye",
  RSET: "250 ok",
};

/** Starts an SMTP server that plays a script; null stays silent. */
export async function startSmtpScript(script: SmtpScript): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    play(socket, script);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function play(
  socket: net.Socket,
  { greeting = "220 test", replies = {}, afterData = "250 taken" }: SmtpScript,
): void {
  let inData = false;
  let text = "";
  const say = (line: string | null | undefined) => {
    if (line === "reset") socket.resetAndDestroy();
    else if (line) socket.write(`${line}\r\n`);
  };
  say(greeting);
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    if (inData && text.includes("\r\n.\r\n")) {
      inData = false;
      text = "";
      return say(afterData);
    }
    if (inData || !text.endsWith("\r\n")) return;
    for (const line of text.trim().split("\r\n")) {
      const command = line.slice(0, 4).toUpperCase();
      inData ||= command === "DATA" && !replies.DATA;
      say(replies[command] ?? USUAL[command] ?? "502 what");
    }
    text = "";
  });
}
