import type { Message } from "@/lib/notify/message/message";
import { cut, cutEscaped, escapedAroundUrls } from "@/lib/notify/message/wording";
import { env } from "@/lib/shared/env";
import { jsonOf, judgeVendor } from "../judge";
import type { AppAdapter, HttpAnswer, HttpStep, SendResult } from "../notice";
import { USER_AGENT, viaConfigured } from "../request-parts";

const USUAL = "https://discord.com";
const HOSTS = ["discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"];
const COLORS: Record<Message["level"], number> = {
  down: 0xb91c1c,
  up: 0x15803d,
  warning: 0xb45309,
  info: 0x1d4ed8,
};

/** Calls a Discord webhook with `wait=true`. Each event is a message, and recovery also edits the incident's first one. */
export const discord: AppAdapter = {
  wantsEveryEvent: false,
  trustedOrigins: () => [new URL(env().DISCORD_API_URL).origin],
  build(notice) {
    const hook = notice.settings.webhook_url;
    if (typeof hook !== "string") return { refusal: "Discord isn't set up. Add a webhook URL." };
    const url = new URL(viaConfigured(hook, HOSTS, env().DISCORD_API_URL, USUAL));
    const body = JSON.stringify({ embeds: [embedOf(notice.message)], allowed_mentions: { parse: [] } });
    const post = new URL(url);
    post.searchParams.set("wait", "true");
    const steps = [step("post", "POST", post, body)];
    if (notice.firstRemoteId && notice.eventKey === "uptime.incident.recovered") {
      const edit = new URL(url);
      edit.pathname = `${edit.pathname.replace(/\/$/, "")}/messages/${encodeURIComponent(notice.firstRemoteId)}`;
      steps.push({ ...step("edit", "PATCH", edit, body), optional: true });
    }
    return steps;
  },
  judge,
};

/** Escapes Discord's Markdown. Mentions are off by `allowed_mentions` anyway. */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@]/g, (mark) => `\\${mark}`);
}

const shown = (text: string) => escapedAroundUrls(text, escaped);

function embedOf(message: Message): Record<string, unknown> {
  const description = cutEscaped(message.lines.join("\n\n"), 3000, shown);
  return {
    title: cutEscaped(message.title, 256, escaped),
    url: message.link.url,
    ...(description ? { description } : {}),
    color: COLORS[message.level],
    fields: message.facts.slice(0, 10).map(({ label, value }) => ({
      name: cut(label, 100),
      value: cutEscaped(value, 150, shown) || "–",
      inline: true,
    })),
    footer: { text: cut(message.footer, 200) },
  };
}

function step(id: string, method: "POST" | "PATCH", url: URL, body: string): HttpStep {
  const headers = { "Content-Type": "application/json", "User-Agent": USER_AGENT };
  return { kind: "http", id, method, url: url.href, headers, body };
}

/** Success is 200 with the message's ID. A 429 has the seconds to wait in its body. */
function judge(answer: HttpAnswer, now: Date, { id: stepId }: HttpStep): SendResult {
  const result = judgeVendor(answer, now);
  const { id, retry_after: seconds, message } = jsonOf(answer);
  if (result.outcome === "delivered") {
    // Relays that speak Discord's format may ignore `wait`.
    if (stepId === "edit" || answer.status === 204) return result;
    if (typeof id !== "string") return { outcome: "rejected", error: "returned no message ID" };
    return { ...result, remoteId: id };
  }
  const waitMs = typeof seconds === "number" ? Math.ceil(seconds * 1000) : result.retryAfterMs;
  const why = typeof message === "string" ? `: ${message}` : "";
  return { ...result, error: `${result.error}${why}`, retryAfterMs: waitMs };
}
