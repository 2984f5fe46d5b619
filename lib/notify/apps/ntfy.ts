import { isIP } from "node:net";
import { isAllowedAddress, policyFrom } from "@/lib/probes/net/policy";
import { jsonOf, judgeVendor } from "../judge";
import { cut, cutBytes } from "../message/clean";
import type { Message } from "../message/message";
import type { AppAdapter, HttpAnswer, Verdict } from "../notice";
import { USER_AGENT } from "../user-agent";

const MESSAGE_MAX_BYTES = 4000;
const PRIORITIES: Record<string, number> = { min: 1, low: 2, default: 3, high: 4, max: 5 };
const TAGS: Record<Message["level"], string> = {
  down: "red_circle",
  up: "green_circle",
  warning: "warning",
  info: "information_source",
};

/** ntfy: JSON to the server's root, the topic in the body (docs.ntfy.sh/publish). */
export const ntfy: AppAdapter = {
  wantsEveryEvent: false,
  build({ requestId, message, settings, messageSettings }) {
    const { hostname, topic, access_token: token } = settings as Record<string, string | null | undefined>;
    const body = {
      topic,
      title: cut(message.title, 250),
      message: cutBytes(
        [...message.lines, ...factLines(message)].join("\n") || message.title,
        MESSAGE_MAX_BYTES,
      ),
      priority: PRIORITIES[String(messageSettings?.priority ?? "default")] ?? PRIORITIES.default,
      tags: [TAGS[message.level]],
      click: message.link.url,
      actions: [{ action: "view", label: cut(message.link.label, 60), url: message.link.url }],
    };
    const headers: Record<string, string> = {
      "Content-Type": "application/json",
      "User-Agent": USER_AGENT,
      // A repeat takes the place of the first instead of ringing as another message (ntfy 2.16; older servers ignore it).
      "X-Sequence-ID": requestId,
    };
    if (token) headers.Authorization = `Bearer ${token}`;
    const url = `${schemeOf(String(hostname))}://${hostname}/`;
    return [{ kind: "http", id: "publish", method: "POST", url, headers, body: JSON.stringify(body) }];
  },
  judge,
};

function factLines(message: Message): string[] {
  return message.facts.map(({ label, value }) => `${label}: ${value}`);
}

/** A private address or localhost stands in one's own network, where certificates are rare; all else would carry the token in clear. */
function schemeOf(hostname: string): "http" | "https" {
  const host = hostname.replace(/:\d+$/, "");
  const isOwn = host === "localhost" || (isIP(host) !== 0 && !isAllowedAddress(host, PUBLIC_ONLY));
  return isOwn ? "http" : "https";
}

const PUBLIC_ONLY = policyFrom([]);

/** A taken message comes back with its id; a 200 without one is somebody else's page (a captive portal, a wrong server). */
function judge(answer: HttpAnswer, now: Date): Verdict {
  const verdict = judgeVendor(answer, now);
  if (verdict.outcome !== "delivered" || typeof jsonOf(answer).id === "string") return verdict;
  return {
    outcome: "rejected",
    error: `answered ${answer.status} without a message id: is this an ntfy server?`,
  };
}
