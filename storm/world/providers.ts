import { createServer, type Server } from "node:http";
import { machineMs } from "@/lib/shared/clock";
import type { Mood } from "../cast";

/** A notification that arrived whole. */
export interface Arrival {
  readonly provider: number;
  /** The ID by which receivers recognize repeats. */
  readonly id: string;
  readonly event: string;
  readonly incident: number;
  readonly atMs: number;
  /** Whether it was answered with 200. */
  accepted: boolean;
}

/** A receiver of notifications that accepts, hangs, refuses, or breaks connections. */
export class Provider {
  mood: Mood = "accept";

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(index: number, port: number, arrivals: Arrival[]): Promise<Provider> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of request) chunks.push(chunk as Buffer);
      } catch {
        return; // The sender was killed.
      }
      const said = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { event: string; incident: number };
      const id = String(request.headers["webhook-id"] ?? "");
      const arrival = { provider: index, id, ...said, atMs: machineMs(), accepted: false };
      arrivals.push(arrival);
      const { mood } = provider;
      if (mood === "drop") request.socket.destroy();
      else if (mood === "error") response.writeHead(500).end();
      else if (mood === "busy") response.writeHead(429, { "retry-after": "5" }).end();
      else if (mood === "accept") {
        response.writeHead(200).end("ok");
        arrival.accepted = true;
      }
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const provider = new Provider(server, `http://127.0.0.1:${port}/`);
    return provider;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
