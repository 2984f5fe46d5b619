import * as z from "zod";
import { appContract } from "./app";
import { httpsUrl } from "./https-url";

export const discord = appContract({
  title: "Discord",
  icon: "chat",
  description: "Posts a message in a channel and edits it when the incident changes.",
  secretsUrl: "https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks",
  needs: "a webhook URL of the channel",
  setup: "dashboard",
  settings: z.object({
    webhook_url: httpsUrl(
      "Webhook URL",
      "https://discord.com/api/webhooks/1/XXXX",
      "In Discord, go to Edit Channel → Integrations → Webhooks → Copy Webhook URL.",
    ).nullish(),
  }),
  roles: { webhook_url: { secret: true, destination: "url" } },
  complete: [["webhook_url"]],
  ruleSettings: null,
});
