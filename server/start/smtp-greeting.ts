import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

const TIMEOUT_MS = 5000;
const DEFAULT_PORTS = { "smtp:": 587, "smtps:": 465 } as const;

/** Returns a mail server's greeting (RFC 5321: 220 …). Sends nothing, not even a password. */
export function smtpGreeting(smtpUrl: string): Promise<string> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const secure = protocol === "smtps:";
  const target = { host: hostname, port: Number(port) || DEFAULT_PORTS[secure ? "smtps:" : "smtp:"] };
  return firstLine(secure ? connectTls({ ...target, servername: hostname }) : connectTcp(target));
}

function firstLine(socket: Socket): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    socket.setTimeout(TIMEOUT_MS, () => reject(new Error(`no greeting within ${TIMEOUT_MS / 1000} s`)));
    socket.once("error", reject);
    socket.once("data", (data) => {
      const line = data.toString("latin1").split("\r\n")[0] ?? "";
      if (line.startsWith("220")) resolve(line);
      else reject(new Error(`expected greeting 220; got ${JSON.stringify(line.slice(0, 200))}`));
    });
  }).finally(() => socket.destroy());
}
