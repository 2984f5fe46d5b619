import type { AppContract } from "./app";
import { discord } from "./discord";
import { email } from "./email";
import { ilert } from "./ilert";
import { microsoftTeams } from "./microsoft-teams";
import { ntfy } from "./ntfy";
import { outgoingWebhook } from "./outgoing-webhook";
import { pushover } from "./pushover";
import { slack } from "./slack";
import { sms } from "./sms";
import { telegram } from "./telegram";

/** The apps that can receive notifications, one line each, in the order in which forms and guides show them. */
export const APPS = {
  email,
  slack,
  microsoft_teams: microsoftTeams,
  discord,
  telegram,
  sms,
  outgoing_webhook: outgoingWebhook,
  ntfy,
  pushover,
  ilert,
} as const satisfies Record<string, AppContract>;

export type AppId = keyof typeof APPS;
