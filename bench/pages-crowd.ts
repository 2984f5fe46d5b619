import { connect, type Socket } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import type { BenchOptions, Measure } from "./bench";
import { PeerProcess } from "./pages-load";

const AT_ONCE = 100;
const CHANGE_MS = 250;
const P99_GOAL_MS = 100;
/** What visitors and their programs ask for during an outage, by how often. */
const WISHES = [
  ...Array.from({ length: 8 }, () => ["", "Accept-Encoding: gzip, deflate, br"]),
  ...Array.from({ length: 3 }, () => ["", "Accept-Encoding: gzip"]),
  ...[
    ["", ""],
    ["/history", "Accept-Encoding: br"],
    ["/incidents/ACME-31", "Accept-Encoding: br"],
  ],
  ...[
    ["/history.rss", "Accept-Encoding: gzip"],
    ["/history.atom", ""],
    ["/badge.svg", ""],
  ],
  ...[
    ["/api/v2/summary.json", "Accept-Encoding: br"],
    ["/embed.json", ""],
    ["/de", "Accept-Encoding: br"],
  ],
];

/**
 * Measures 10,000 visitors while an incident gets four updates a second: half on kept connections, half on new ones. The control is a
 * minimal Node server.
 */
export async function crowd({ quick }: BenchOptions): Promise<Measure[]> {
  const count = quick ? 3_000 : 10_000;
  const [door, hello] = await Promise.all([PeerProcess.start("door"), PeerProcess.start("hello")]);
  const changes = setInterval(() => door.change(), CHANGE_MS);
  try {
    await visits(door, 500);
    const control = await visits(hello, count);
    const before = await door.cpuUs();
    const { times, errors } = await visits(door, count);
    const cpuUs = Math.round(((await door.cpuUs()) - before) / count);
    const value = share(times, 0.99);
    const controlMs = share(control.times, 0.99);
    const note = `${count} visitors, ${errors} errors, p50 ${share(times, 0.5).toFixed(1)} ms, ${cpuUs} µs CPU each; control p99 ${controlMs.toFixed(1)} ms`;
    const ok = errors === 0 && value <= Math.max(P99_GOAL_MS, 2 * controlMs);
    return [{ value, unit: "ms p99, crowd", ok, noisy: controlMs > P99_GOAL_MS / 2, note }];
  } finally {
    clearInterval(changes);
    door.stop();
    hello.stop();
  }
}

/** Returns the time that a share of visitors didn't exceed. */
function share(times: readonly number[], part: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
}

async function visits(door: PeerProcess, count: number): Promise<{ times: number[]; errors: number }> {
  const times: number[] = [];
  const tags = new Map<string, string>();
  let [next, errors] = [0, 0];
  const turns = Array.from({ length: AT_ONCE }, async (_, turn) => {
    let kept: Socket | null = null;
    while (next < count) {
      const wish = WISHES[next % WISHES.length] ?? WISHES[0] ?? [];
      next += 1;
      const began = monotonicMs();
      const isKept = turn % 2 === 0;
      const socket: Socket = kept ?? connect(door.port, "127.0.0.1");
      const answer = await ask(socket, door, wish, next % 3 === 0 ? tags : null).catch(() => "");
      times.push(monotonicMs() - began);
      const status = answer.slice(9, 12);
      if (status !== "200" && status !== "304") errors += 1;
      kept = isKept && answer !== "" ? socket : null;
      if (!kept) socket.destroy();
      const tag = /etag: (\S+)/i.exec(answer)?.[1];
      if (tag) tags.set(wish.join(), tag);
    }
    kept?.destroy();
  });
  await Promise.all(turns);
  return { times, errors };
}

/** Sends one request and returns the head of its complete response. */
function ask(
  socket: Socket,
  { port, path }: PeerProcess,
  [target = "", header = ""]: readonly string[],
  tags: ReadonlyMap<string, string> | null,
): Promise<string> {
  const tag = tags?.get([target, header].join());
  const lines = [
    `GET ${path}${target} HTTP/1.1`,
    `Host: localhost:${port}`,
    header,
    tag ? `If-None-Match: ${tag}` : "",
  ];
  return new Promise((resolve, reject) => {
    let [got, length, head] = [0, 0, ""];
    const end = (error?: Error) => {
      socket.removeAllListeners();
      socket.on("error", () => undefined);
      if (error) reject(error);
      else resolve(head);
    };
    socket.on("data", (chunk: Buffer) => {
      got += chunk.length;
      if (length === 0) {
        head = chunk.toString("latin1").split("\r\n\r\n", 1)[0] ?? "";
        length = head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      if (got >= length) end();
    });
    socket.once("error", end);
    socket.once("close", () => end(new Error("closed early")));
    socket.write(`${lines.filter(Boolean).join("\r\n")}\r\n\r\n`);
  });
}
