import * as z from "zod";
import { fieldName } from "../core/wording";
import { appContract } from "./app";
import { httpsUrl } from "./https-url";

/** Names of the server itself, where a gateway may listen without a certificate. */
const OWN_HOSTS: readonly string[] = ["127.0.0.1", "[::1]", "localhost"];

function isEncryptedOrOwn(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { protocol, hostname } = new URL(value);
  return protocol !== "http:" || OWN_HOSTS.includes(hostname);
}

/** A webhook of a workflow (Power Automate), or of the older Incoming Webhook connector. Both accept the same message. */
export const microsoftTeams = appContract({
  title: "Microsoft Teams",
  icon: "group",
  description: "Posts an Adaptive Card in a channel or chat for each event, through a workflow's webhook.",
  secretsUrl:
    "https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498",
  needs: "a workflow's webhook URL; see [below](#connect-microsoft-teams)",
  setup: "api",
  settings: z.object({
    webhook_url: httpsUrl(
      "Webhook URL",
      "https://prod-00.westeurope.logic.azure.com/workflows/0123abcd?sig=XXXX",
      "In Teams, open the channel's menu → Workflows, add the workflow that posts when a webhook request is received, and copy its URL.",
    ).refine(isEncryptedOrOwn, { error: ({ path }) => `${fieldName(path)} must use https; got http.` }),
  }),
  roles: { webhook_url: { secret: true, destination: "url" } },
  ruleSettings: null,
});
