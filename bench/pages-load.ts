import { type ChildProcess, fork } from "node:child_process";
import { connect } from "node:net";
import { program } from "@/lib/testing/program";
import type { Peer } from "./pages-server";

const CONNECTIONS = 16;
const STATUS_LENGTH = "HTTP/1.1 200".length;

/** A peer in its own process, with keep-alive connections. Its cost is its own CPU time. */
export class PeerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    readonly path: string,
  ) {}

  static start(peer: Peer): Promise<PeerProcess> {
    return PeerProcess.of("bench/pages-server.ts", [peer], "/status/acme");
  }

  /** Starts another measurement's peer: a program of the project, requested at `path`. */
  static async of(module: string, args: readonly string[], path: string): Promise<PeerProcess> {
    const child = fork(program(module), [...args]);
    const { port } = await message<{ port: number }>(child);
    return new PeerProcess(child, port, path);
  }

  /** Returns requests per CPU second over `count` requests with these header lines. */
  rate(count: number, headers: readonly string[]): Promise<number> {
    return requestRate(this, () => this.cpuUs(), count, headers);
  }

  /** Lets the front door's incident get another update. */
  change(): void {
    this.child.send("change");
  }

  /** Returns the entire first response, for its headers. */
  first(headers: readonly string[]): Promise<string> {
    const lines = [
      `GET ${this.path} HTTP/1.1`,
      `Host: localhost:${this.port}`,
      ...headers,
      "Connection: close",
      "",
      "",
    ];
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, "127.0.0.1");
      let text = "";
      socket.setEncoding("latin1");
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("error", reject);
      socket.on("end", () => resolve(text));
      socket.write(lines.join("\r\n"));
    });
  }

  stop(): void {
    this.child.disconnect();
  }

  async cpuUs(): Promise<number> {
    const answer = message<{ cpuUs: number }>(this.child);
    this.child.send("cpu");
    return (await answer).cpuUs;
  }
}

/** Returns requests per CPU second of a server over `count` requests with these header lines. */
export async function requestRate(
  { port, path }: { readonly port: number; readonly path: string },
  cpuUs: () => Promise<number>,
  count: number,
  headers: readonly string[],
): Promise<number> {
  const request = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, ...headers, "", ""].join("\r\n");
  const before = await cpuUs();
  const each = Math.ceil(count / CONNECTIONS);
  await Promise.all(Array.from({ length: CONNECTIONS }, () => askMany(port, request, each)));
  return (each * CONNECTIONS) / (((await cpuUs()) - before) / 1_000_000);
}

/** Returns the rendering costs measured in a process of their own. */
export async function renderCosts(batches: number): Promise<number[]> {
  const child = fork(program("bench/pages-render.ts"), [String(batches)]);
  return await message<number[]>(child);
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a peer exited with ${code}`));
    child.once("exit", ended);
    child.once("message", (value) => {
      child.off("exit", ended);
      resolve(value as T);
    });
  });
}

/**
 * Sends `count` requests one after another on one connection. All of a peer's responses have the length of the first.
 */
function askMany(port: number, request: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let length = 0;
    let got = 0;
    let left = count;
    socket.on("error", reject);
    let last = "";
    // Also a response of another length, such as an error's, ends here: the server then closes the connection.
    socket.on("close", () =>
      reject(new Error(`the server closed a connection after ${JSON.stringify(last)}`)),
    );
    socket.on("data", (chunk: Buffer) => {
      if (length === 0) length = answerLength(chunk);
      if (got === 0) last = chunk.toString("latin1", 0, STATUS_LENGTH);
      got += chunk.length;
      if (got < length) return;
      got = 0;
      left -= 1;
      if (left > 0) return void socket.write(request);
      resolve();
      socket.destroy();
    });
    socket.write(request);
  });
}

function answerLength(chunk: Buffer): number {
  const end = chunk.indexOf("\r\n\r\n") + 4;
  const head = chunk.subarray(0, end).toString("latin1");
  return end + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
