import type { AppId } from "@/lib/contract/apps/registry";
import type { AppAdapter } from "../notice";
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

/** The adapter of each app. A missing app is a type error. */
export const ADAPTERS: Record<AppId, AppAdapter> = {
  email,
  sms,
  ilert,
  ntfy,
  outgoing_webhook: outgoingWebhook,
  pushover,
  slack,
  microsoft_teams: microsoftTeams,
  discord,
  telegram,
};
