import { isIP } from "node:net";
import type { Message } from "@/lib/notify/message/message";
import { cut, cutBytes } from "@/lib/notify/message/wording";
import { isAllowedAddress, policyFrom } from "@/lib/probes/net/policy";
import { jsonOf, judgeVendor } from "../judge";
import type { AppAdapter, HttpAnswer, SendResult } from "../notice";
import { basicAuthHeader, USER_AGENT } from "../request-parts";

const MESSAGE_MAX_BYTES = 4000;
const PRIORITIES: Record<string, number> = { min: 1, low: 2, default: 3, high: 4, max: 5 };
const TAGS: Record<Message["level"], string> = {
  down: "red_circle",
  up: "green_circle",
  warning: "warning",
  info: "information_source",
};

/** Publishes to ntfy: JSON to the server's root, with the topic in the body (docs.ntfy.sh/publish). */
export const ntfy: AppAdapter = {
  wantsEveryEvent: false,
  build({ requestId, message, settings, messageSettings }) {
    const {
      hostname,
      topic,
      access_token: token,
      basic_auth: basicAuth,
    } = settings as Record<string, string | null | undefined>;
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
      // A retry replaces the first message instead of alerting again (ntfy 2.16; older servers ignore it).
      "X-Sequence-ID": requestId,
    };
    Object.assign(headers, token ? { Authorization: `Bearer ${token}` } : basicAuthHeader(basicAuth));
    const url = serverUrl(String(hostname));
    return [{ kind: "http", id: "publish", method: "POST", url, headers, body: JSON.stringify(body) }];
  },
  judge,
};

function factLines(message: Message): string[] {
  return message.facts.map(({ label, value }) => `${label}: ${value}`);
}

/**
 * Returns the server's URL. A hostname uses http only for localhost and private addresses, where certificates are rare. Elsewhere it
 * would expose the token, so that http must be asked for.
 */
function serverUrl(server: string): string {
  if (server.includes("://")) return new URL(server).href;
  const host = server.replace(/:\d+$/, "");
  const isOwn = host === "localhost" || (isIP(host) !== 0 && !isAllowedAddress(host, PUBLIC_ONLY));
  return `${isOwn ? "http" : "https"}://${server}/`;
}

const PUBLIC_ONLY = policyFrom([]);

/** An accepted message comes back with its ID. A 200 without one is not ntfy (a captive portal, a wrong server). */
function judge(answer: HttpAnswer, now: Date): SendResult {
  const result = judgeVendor(answer, now);
  if (result.outcome !== "delivered" || typeof jsonOf(answer).id === "string") return result;
  return {
    outcome: "rejected",
    error: `returned ${answer.status} without a message ID. Is this an ntfy server?`,
  };
}
