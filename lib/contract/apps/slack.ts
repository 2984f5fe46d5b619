import * as z from "zod";
import { text } from "../core/fields";
import { appContract } from "./app";
import { httpsUrl } from "./https-url";

/** Either an incoming webhook, or a bot with a channel. A bot updates one message per incident and replies in its thread. */
export const slack = appContract({
  title: "Slack",
  description:
    "Posts a message in a channel, through an incoming webhook or a bot that keeps each incident in one thread.",
  setup: "dashboard",
  settings: z.object({
    webhook_url: httpsUrl("Incoming webhook", "https://hooks.slack.com/services/T000/B000/XXXX").nullish(),
    bot_token: text(10, 250)
      .nullish()
      .meta({
        title: "Bot token",
        description: "Starts with xoxb-. Write-only.",
        examples: ["xoxb-1234-abcd"],
      }),
    channel: text(1, 100)
      .nullish()
      .meta({
        title: "Channel",
        description: "ID of the channel; required with a bot token.",
        examples: ["C024BE91L"],
      }),
  }),
  roles: {
    webhook_url: { secret: true, destination: "url" },
    bot_token: { secret: true },
    channel: { destination: "recipient" },
  },
  ruleSettings: null,
});
