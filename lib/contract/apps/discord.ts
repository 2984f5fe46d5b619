import * as z from "zod";
import { appContract } from "./app";
import { httpsUrl } from "./https-url";

export const discord = appContract({
  title: "Discord",
  description: "Posts a message in a channel and edits it when the incident changes.",
  setup: "dashboard",
  settings: z.object({
    webhook_url: httpsUrl("Webhook address", "https://discord.com/api/webhooks/1/XXXX").nullish(),
  }),
  roles: { webhook_url: { secret: true, destination: "url" } },
  ruleSettings: null,
});
