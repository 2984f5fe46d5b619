import * as z from "zod";
import { text } from "../core/fields";
import { appContract } from "./app";
import { httpsUrl } from "./https-url";

/** Either an incoming webhook, or a bot with a channel: then one message an incident is updated and answered in its thread. */
export const slack = appContract({
  title: "Slack",
  description:
    "A message in a channel, by an incoming webhook or by a bot that keeps each incident in one thread.",
  setup: "dashboard",
  settings: z.object({
    webhook_url: httpsUrl("Incoming webhook", "https://hooks.slack.com/services/T000/B000/XXXX").nullish(),
    bot_token: text(10, 250)
      .nullish()
      .meta({
        title: "Bot token",
        description: "Begins with xoxb-. Write-only.",
        examples: ["xoxb-1234-abcd"],
      }),
    channel: text(1, 100)
      .nullish()
      .meta({
        title: "Channel",
        description: "The channel's id; needed with a bot token.",
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
