import { slackMessage } from "@/lib/notify/message/slack-blocks";
import { env } from "@/lib/shared/env";
import { jsonOf, judgeVendor, textField } from "../judge";
import type { AppAdapter, HttpAnswer, HttpStep, Notice, SendResult } from "../notice";
import { USER_AGENT, viaConfigured } from "../request-parts";

const USUAL = "https://slack.com";
const TEMPORARY = new Set(["internal_error", "fatal_error", "service_unavailable", "request_timeout"]);

/** Sends to Slack by incoming webhook (no threads, since it returns no ID) or by bot, which keeps each incident in one thread. */
export const slack: AppAdapter = {
  wantsEveryEvent: false,
  trustedOrigins: () => [new URL(env().SLACK_API_URL).origin],
  build(notice) {
    const { webhook_url: hook, bot_token: token, channel } = notice.settings as Record<string, string | null>;
    if (token && channel) return botSteps(notice, token, channel);
    if (!hook)
      return { refusal: "Slack isn't set up. Add an incoming webhook, or a bot token and a channel." };
    const url = viaConfigured(hook, ["hooks.slack.com"], env().SLACK_API_URL, USUAL);
    return [step("hook", url, slackMessage(notice.message))];
  },
  judge,
};

function botSteps(notice: Notice, token: string, channel: string): HttpStep[] {
  const [place, first, configured = channel] = notice.firstRemoteId?.split(" ") ?? [];
  // The thread is in the channel that was configured when it started.
  const thread = configured === channel ? first : undefined;
  const message = slackMessage(notice.message);
  const isOver = notice.eventKey === "uptime.incident.recovered";
  const post = { channel, ...message, ...(thread ? { thread_ts: thread, reply_broadcast: isOver } : {}) };
  const steps = [step("post", `${env().SLACK_API_URL}/api/chat.postMessage`, post, token)];
  if (thread && isOver) {
    const update = { channel: place, ts: thread, ...message };
    steps.push({
      ...step("update", `${env().SLACK_API_URL}/api/chat.update`, update, token),
      optional: true,
    });
  }
  return steps;
}

function step(id: string, url: string, body: object, token?: string): HttpStep {
  return {
    kind: "http",
    id,
    method: "POST",
    url,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "User-Agent": USER_AGENT,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  };
}

/** Returns whether a webhook accepted the message: `ok` from Slack and Mattermost, JSON that says so from others, or nothing at all. */
function isAccepted(answer: HttpAnswer): boolean {
  const { ok, success, result } = jsonOf(answer);
  return ["", "ok"].includes(answer.body.trim()) || ok === true || success === true || result === "success";
}

/** A webhook returns `ok`. When the API refuses, it returns 200 with `ok: false` and the name of the error. */
function judge(answer: HttpAnswer, now: Date, { id, body }: HttpStep): SendResult {
  const result = judgeVendor(answer, now);
  if (id === "hook") {
    if (result.outcome !== "delivered" || isAccepted(answer)) return result;
    return { outcome: "rejected", error: `returned ${answer.status} without ok` };
  }
  if (result.outcome !== "delivered") return result;
  const { ok, error, channel, ts } = jsonOf(answer);
  if (ok === true) {
    const isNew = id === "post" && typeof channel === "string" && typeof ts === "string";
    return { ...result, remoteId: isNew ? `${channel} ${ts} ${JSON.parse(body).channel}` : null };
  }
  const name = textField(error, "no reason");
  const isRateLimited = name === "ratelimited" || name === "rate_limited";
  return {
    outcome: isRateLimited || TEMPORARY.has(name) ? "retry" : "rejected",
    error: `refused: ${name}`,
    isRateLimited,
  };
}
