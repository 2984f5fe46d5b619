import * as z from "zod";
import { text } from "../core/fields";
import { appContract } from "./app";
import { httpsUrl } from "./https-url";

/** Either an incoming webhook, or a bot with a channel. A bot updates one message per incident and replies in its thread. */
export const slack = appContract({
  title: "Slack",
  icon: "channel",
  description:
    "Posts a message in a channel, through an incoming webhook or a bot that keeps each incident in one thread.",
  secretsUrl: "https://api.slack.com/apps",
  needs:
    "an incoming webhook URL, or a bot token (`xoxb-…`, scope `chat:write`) and a channel ID. With a bot, each incident is one thread.",
  setup: "dashboard",
  settings: z.object({
    webhook_url: httpsUrl(
      "Incoming webhook",
      "https://hooks.slack.com/services/T000/B000/XXXX",
      "Copy it from your Slack app's Incoming Webhooks page. Leave empty to use a bot.",
    ).nullish(),
    bot_token: text(10, 250)
      .nullish()
      .meta({
        title: "Bot token",
        description: "Starts with xoxb-. Needs the chat:write scope and a channel.",
        examples: ["xoxb-1234-abcd"],
      }),
    channel: text(1, 100)
      .nullish()
      .meta({
        title: "Channel",
        description:
          "Copy the channel ID from the bottom of the channel's details in Slack, and invite the bot to the channel. Required with a bot token.",
        examples: ["C024BE91L"],
      }),
  }),
  roles: {
    webhook_url: { secret: true, destination: "url" },
    bot_token: { secret: true },
    channel: { destination: "recipient" },
  },
  complete: [["webhook_url"], ["bot_token", "channel"]],
  ruleSettings: null,
});
