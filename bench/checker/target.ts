import { type ChildProcess, spawn } from "node:child_process";

/** Answers 200 with a short body; on connection 2 s of idling it closes. A process of its own, so that its work isn't ours. */
const SOURCE = `
const server = require("node:http").createServer((q, r) => { r.writeHead(200, { "content-type": "text/plain", "content-length": 2 }); r.end("ok"); });
server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port) + "\\n"));
process.on("disconnect", () => process.exit(0));
`;

export interface BenchTarget {
  readonly url: string;
  stop(): void;
}

export async function startTarget(): Promise<BenchTarget> {
  const child: ChildProcess = spawn(process.execPath, ["-e", SOURCE], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.stdout?.once("data", (text: Buffer) => resolve(text.toString().trim()));
  });
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}
