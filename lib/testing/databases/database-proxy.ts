import { connect, createServer, type Socket } from "node:net";
import path from "node:path";

export interface DatabaseProxy {
  /** The connection string of the database behind the proxy. */
  readonly url: string;
  /** Ends all connections and refuses new ones, like a stopped database. */
  refuse(): void;
  /** Accepts connections and answers nothing, like a database that hangs. */
  hang(): void;
  /** Passes everything on again. Connections that hung continue. */
  pass(): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the database at `url`, which can fail in the ways that a database does. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const folder = target.searchParams.get("host");
  const port = target.searchParams.get("port") ?? (target.port || "5432");
  const dial = () =>
    folder?.startsWith("/")
      ? connect(path.join(folder, `.s.PGSQL.${port}`))
      : connect(Number(port), folder ?? target.hostname);
  const pairs = new Set<[Socket, Socket]>();
  let mode: "pass" | "refuse" | "hang" = "pass";
  const server = createServer({ noDelay: true }, (client) => {
    if (mode === "refuse") return void client.resetAndDestroy();
    const upstream = dial();
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.pipe(upstream).pipe(client);
    if (mode === "hang") stall(pair);
    for (const socket of pair) {
      // Which end failed doesn't matter to a test.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const own = new URL(target.pathname, "postgres://127.0.0.1");
  own.username = target.username;
  own.password = target.password;
  own.port = String(typeof address === "object" ? address?.port : "");
  const end = () => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  };
  return {
    url: own.href,
    refuse: () => {
      mode = "refuse";
      end();
    },
    hang: () => {
      mode = "hang";
      pairs.forEach(stall);
    },
    pass: () => {
      if (mode === "hang") for (const [client, upstream] of pairs) client.pipe(upstream).pipe(client);
      mode = "pass";
    },
    stop: () => {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function stall(pair: [Socket, Socket]): void {
  for (const socket of pair) socket.unpipe().pause();
}
