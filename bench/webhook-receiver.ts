import { startReceiver } from "@/lib/testing/notifications/receiver";

// A receiver of webhooks in a process of its own, so that its CPU isn't counted as the sender's. `/slow` answers after ten seconds,
// `/limited` always answers 429, and `/well` isn't counted.

const SLOW_MS = 10_000;

const receiver = await startReceiver();
const ids = new Set<string>();
let requests = 0;
let lastAtMs = 0;

receiver.respond = ({ path, headers }, response) => {
  receiver.received.length = 0;
  if (path === "/limited") response.writeHead(429, { "retry-after": "3600" }).end();
  else if (path === "/slow") setTimeout(() => response.end("ok"), SLOW_MS);
  else if (path === "/well") response.end("ok");
  else {
    requests += 1;
    lastAtMs = Date.now();
    ids.add(String(headers["webhook-id"]));
    response.end("ok");
  }
};

process.on("message", () => process.send?.({ requests, ids: ids.size, lastAtMs }));
process.send?.({ url: receiver.url });
